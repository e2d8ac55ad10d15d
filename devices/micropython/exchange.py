"""One request over HTTP/1.1: within a deadline, and with an answer of a bounded size.

The socket does not block, so that no server, however slow, holds the board beyond the deadline.
What goes wrong is an OSError or a ValueError.
"""

import socket
import time

LONGEST_LINE = 1024  # Bytes; those of the status line and of each header too.
MOST_HEADERS = 64
LONGEST_BODY = 4096  # Bytes; what comes after them is not read.
PAUSE_MS = 10
USED_HEADERS = ("date", "retry-after", "content-length", "transfer-encoding")
NOT_TRUSTED = -0x2700  # MBEDTLS_ERR_X509_CERT_VERIFY_FAILED


class Deadline:
    """The end of an attempt. idle is called again and again while it waits."""

    def __init__(self, milliseconds, idle=None):
        self.milliseconds = milliseconds
        self.idle = idle
        self.began_at = time.ticks_ms()

    def left(self):
        """Milliseconds; OSError when there are none."""
        left = self.milliseconds - time.ticks_diff(time.ticks_ms(), self.began_at)
        if left <= 0:
            raise OSError("not within %d ms" % self.milliseconds)
        return left

    def wait_for(self, step):
        """Takes a step of a socket again and again, until it returns something."""
        while True:
            self.left()
            result = step()
            if result is not None:
                return result
            if self.idle:
                self.idle()
            time.sleep_ms(PAUSE_MS)


def exchange(host, port, context, request, deadline, on_sent):
    """Sends the bytes of a request, over TLS where there is a context.

    on_sent is called before anything else can go wrong once a part of the request has left.
    Returns status, headers (USED_HEADERS alone) and body.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, 0, socket.SOCK_STREAM)[0]
    connection = socket.socket(family, kind, protocol)
    stream = connection
    try:
        connection.settimeout(deadline.left() / 1000)
        connection.connect(address)
        connection.setblocking(False)
        if context:
            # The first bytes that are written do it, within the deadline.
            stream = context.wrap_socket(
                connection, server_hostname=host, do_handshake_on_connect=False)
        _send(stream, request, deadline, on_sent)
        return _Answer(stream, deadline).read()
    except OSError as error:
        if error.errno == NOT_TRUSTED:
            raise OSError("the server's certificate is not trusted, or the clock is wrong")
        raise
    finally:
        stream.close()
        connection.close()


def _send(stream, request, deadline, on_sent):
    sent = 0
    while sent < len(request):
        rest = request[sent:]
        sent += deadline.wait_for(lambda: stream.write(rest))
        on_sent()


class _Answer:
    """Reads an answer, and never beyond it: over TLS what comes there may be an error."""

    def __init__(self, stream, deadline):
        self.stream = stream
        self.deadline = deadline

    def read(self):
        parts = self._line().split(None, 2)
        if len(parts) < 2 or not parts[0].startswith(b"HTTP/1."):
            raise ValueError("not an HTTP answer")
        status = int(parts[1])
        headers = self._headers()
        length = headers.get("content-length")
        if length is not None:
            return status, headers, self._bytes(min(int(length), LONGEST_BODY))
        if headers.get("transfer-encoding", "").lower() == "chunked":
            return status, headers, self._chunks()
        return status, headers, self._to_the_end()

    def _headers(self):
        headers = {}
        for _ in range(MOST_HEADERS + 1):
            line = self._line()
            if not line:
                return headers
            name, _, value = line.partition(b":")
            name = name.lower().decode()
            if name in USED_HEADERS:
                headers[name] = value.strip().decode()
        raise ValueError("too many headers")

    def _chunks(self):
        body = b""
        while len(body) < LONGEST_BODY:
            size = int(self._line().split(b";")[0], 16)
            if size == 0:
                break
            body += self._bytes(min(size, LONGEST_BODY - len(body)))
            if len(body) < LONGEST_BODY:
                self._line()
        return body

    def _line(self):
        line = bytearray()
        while len(line) <= LONGEST_LINE:
            byte = self._some(1)
            if not byte:
                raise OSError("the answer breaks off")
            if byte == b"\n":
                return bytes(line).strip()
            line.extend(byte)
        raise ValueError("a line of the answer is too long")

    def _bytes(self, count):
        if count < 0:
            raise ValueError("a length below 0")
        body = bytearray()
        while len(body) < count:
            part = self._some(count - len(body))
            if not part:
                raise OSError("the answer breaks off")
            body.extend(part)
        return bytes(body)

    def _to_the_end(self):
        body = bytearray()
        while len(body) < LONGEST_BODY:
            byte = self._some(1)
            if not byte:
                break
            body.extend(byte)
        return bytes(body)

    def _some(self, count):
        return self.deadline.wait_for(lambda: self.stream.read(count))
