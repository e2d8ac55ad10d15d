"""The platform of a board with MicroPython: time, flash, requests with a deadline.

The socket does not block, so that a slow server cannot hold the board beyond the deadline.
Every failure is an OSError or a ValueError.
"""

import binascii
import json
import os
import socket
import time

try:
    from machine import RTC, deepsleep
except ImportError:
    RTC = deepsleep = None
try:
    from machine import Timer
except ImportError:
    Timer = None
try:
    import network
except ImportError:
    network = None

NAME = "greenhouse-micropython"  # In the version that requests state.
CAPACITY = 4320  # Waiting readings on the flash: three days at one a minute, about 400 kB.
MEMORY_CAPACITY = 120  # Waiting readings in memory, if there is no flash.
BATCH = 50  # Readings in a request, and in a file of the flash.
IS_FLASH = True  # The store is written only while there is no network.
ATTEMPT_S = 20  # One request: connection, request and the whole answer.
MAX_LINE_LENGTH = 1024  # Bytes of the status line, of a header, or of a chunk's first line.
MAX_HEADERS = 64
MAX_BODY_LENGTH = 8192  # Bytes; the rest is not read.
PAUSE_MS = 10
USED_HEADERS = ("date", "retry-after", "error-code", "content-length", "transfer-encoding")
ALARM_STEP_MS = 100
TIMERS = (-1, 3, 1, 0)  # The first that the board has is used: a virtual or a hardware timer.
NO_ENTRY = 2  # ENOENT
NOT_TRUSTED = -0x2700  # MBEDTLS_ERR_X509_CERT_VERIFY_FAILED

report = print
sleep = time.sleep_ms


def for_sleep(milliseconds):
    return milliseconds


def unix_ms():
    """Returns Unix milliseconds by the board's clock, which may count from 1970 or 2000."""
    epoch = 946684800 if time.gmtime(0)[0] == 2000 else 0
    return (int(time.time()) + epoch) * 1000


class Uptime:
    """Milliseconds that never wrap around, unlike the ticks. Call it at least every few days."""

    def __init__(self, ticks=time.ticks_ms, milliseconds=0):
        self.ticks = ticks
        self.last = ticks(), milliseconds

    def __call__(self):
        # One tuple, because a timer may call this in the middle of another call.
        last, milliseconds = self.last
        at = self.ticks()
        # The ticks wrap around after their largest value, which is ticks_add(0, -1).
        milliseconds += (at - last) % (time.ticks_add(0, -1) + 1)
        self.last = at, milliseconds
        return milliseconds


def _wake():
    """Returns boot, uptime and clock state that deep_sleep() left in the RTC's memory."""
    try:
        memory = RTC().memory()
        # After any other restart the uptime would be wrong.
        RTC().memory(b"")
        boot, uptime, clock = json.loads(memory)
        return str(boot), int(uptime), str(clock)
    except (AttributeError, TypeError, ValueError):
        # The board has no such memory, or it is empty.
        return binascii.hexlify(os.urandom(8)).decode(), 0, ""


_boot, _uptime, _clock = _wake()
uptime_ms = Uptime(milliseconds=_uptime)


def boot_id():
    """Returns a name for this boot, during which the uptime runs, also through deep_sleep()."""
    return _boot


def rssi():
    """Returns the strength of the Wi-Fi signal in dBm; None if the board cannot tell."""
    try:
        return int(network.WLAN(network.STA_IF).status("rssi"))
    except Exception:  # noqa: BLE001 - each board raises another exception, or has no Wi-Fi
        return None


def recall(_folder):
    """Returns the last text of `remember` in this boot."""
    return _clock


def remember(_folder, text):
    global _clock
    _clock = text


def deep_sleep(milliseconds):
    """Calls machine.deepsleep, after which the board still knows the time."""
    if hasattr(RTC, "memory"):
        RTC().memory(json.dumps([_boot, uptime_ms() + milliseconds, _clock]).encode())
    deepsleep(milliseconds)


class Alarm:
    """Calls back after a time, while the program computes, sleeps or waits.

    While the firmware itself works, for example looks up a name, the call comes right after that.
    A timer checks every ALARM_STEP_MS, because the firmware may drop a single call. A board without
    timers never calls back.
    """

    alarms = []
    timer = None

    def __init__(self, callback):
        """callback takes no parameters, must be quick, and must not raise."""
        self.callback = callback
        self.end = None
        Alarm.alarms.append(self)

    def set(self, milliseconds):
        """Replaces the time set before."""
        self.end = time.ticks_add(time.ticks_ms(), milliseconds)
        if Alarm.timer is None:
            Alarm.timer = _start_timer(_look_at_alarms)

    def cancel(self):
        self.end = None


def _start_timer(callback):
    for number in TIMERS if Timer else ():
        try:
            return Timer(number, period=ALARM_STEP_MS, mode=Timer.PERIODIC, callback=callback)
        except (ValueError, OSError):
            pass  # The board has no timer of that number, or it is in use.
    report("no timer: outputs go off only when the program calls poll")
    return False


def _look_at_alarms(_timer):
    for alarm in Alarm.alarms:
        if alarm.end is not None and time.ticks_diff(time.ticks_ms(), alarm.end) >= 0:
            alarm.end = None
            alarm.callback()


class Folder:
    """The files of a store on the flash, for one client only. Every failure is an OSError."""

    def __init__(self, path):
        self.path = path

    def names(self):
        try:
            names = os.listdir(self.path)
        except OSError as error:
            if error.errno != NO_ENTRY:
                raise
            return []
        for name in names:
            # The power failed between the two steps of `write` on FAT.
            if name.endswith(".new") and name[:-4] not in names:
                os.rename(self._at(name), self._at(name[:-4]))
        return os.listdir(self.path)

    def read(self, name):
        with open(self._at(name)) as file:
            return file.read()

    def append(self, name, text):
        self._put(name, "a", text)

    def write(self, name, text):
        """Replaces the file. A power cut leaves the old file or the new file."""
        self._put(name + ".new", "w", text)
        try:
            os.rename(self._at(name + ".new"), self._at(name))
        except OSError:
            # FAT cannot replace a file by renaming, so this takes two steps.
            os.remove(self._at(name))
            os.rename(self._at(name + ".new"), self._at(name))

    def remove(self, name):
        os.remove(self._at(name))

    def _at(self, name):
        return self.path + "/" + name

    def _put(self, name, mode, text):
        try:
            file = open(self._at(name), mode)
        except OSError as error:
            if error.errno != NO_ENTRY:
                raise
            os.mkdir(self.path)
            file = open(self._at(name), mode)
        # A closed file survives a power cut.
        with file:
            file.write(text)


class Server:
    """The server of a URL. Raises ValueError for a URL that must not get readings."""

    def __init__(self, url):
        scheme, _, rest = url.partition("://")
        host, _, path = rest.partition("/")
        host, _, port = host.partition(":")
        port = port or ("443" if scheme == "https" else "80")
        is_allowed = scheme == "https" or (scheme == "http" and _is_local(host))
        if not is_allowed or not host or not port.isdigit():
            raise ValueError("the URL must begin with https:// (http:// in the local network)")
        self.host, self.port, self.path = host, int(port), "/" + path
        self.context = _verifying_context() if scheme == "https" else None

    def exchange(self, method, headers, body, seconds, idle):
        """Sends a request. Returns status, headers (only USED_HEADERS) and body of the answer."""
        lines = ["%s %s HTTP/1.1" % (method, self.path), "Host: %s:%d" % (self.host, self.port),
                 "Content-Length: %d" % len(body), "Connection: close"]
        lines += ["%s: %s" % header for header in headers.items()]
        request = "\r\n".join(lines + ["", ""]).encode() + body
        deadline = _Deadline(int(seconds * 1000), idle)
        family, kind, protocol, _, address = socket.getaddrinfo(
            self.host, self.port, 0, socket.SOCK_STREAM)[0]
        connection = socket.socket(family, kind, protocol)
        stream = connection
        try:
            connection.settimeout(deadline.left() / 1000)
            connection.connect(address)
            connection.setblocking(False)
            if self.context:
                # The handshake happens with the first bytes written, within the deadline.
                stream = self.context.wrap_socket(
                    connection, server_hostname=self.host, do_handshake_on_connect=False)
            _send(stream, request, deadline)
            return _Answer(stream, deadline).read()
        except OSError as error:
            if error.errno == NOT_TRUSTED:
                raise OSError("the server's certificate is not trusted, or the clock is wrong")
            raise
        finally:
            stream.close()
            connection.close()


def _is_local(host):
    """Returns whether plain HTTP is allowed: for this board and its local network."""
    if host == "localhost" or host.endswith(".local"):
        return True
    parts = host.split(".")
    if len(parts) != 4 or not all(part.isdigit() for part in parts):
        return False
    first, second = int(parts[0]), int(parts[1])
    return (first in (10, 127) or (first == 192 and second == 168)
            or (first == 172 and 16 <= second <= 31))


def _verifying_context():
    from .roots import ROOTS
    from tls import CERT_REQUIRED, PROTOCOL_TLS_CLIENT, SSLContext

    context = SSLContext(PROTOCOL_TLS_CLIENT)
    context.verify_mode = CERT_REQUIRED
    for root in ROOTS:
        context.load_verify_locations(root)
    return context


class _Deadline:
    """The end of an attempt. `idle` is called again and again while it waits."""

    def __init__(self, milliseconds, idle=None):
        self.milliseconds = milliseconds
        self.idle = idle
        self.began_at_ms = time.ticks_ms()

    def left(self):
        """Returns the milliseconds that are left. Raises OSError after the deadline."""
        left = self.milliseconds - time.ticks_diff(time.ticks_ms(), self.began_at_ms)
        if left <= 0:
            raise OSError("timed out after %d ms" % self.milliseconds)
        return left

    def wait_for(self, step):
        """Calls a step of a socket again and again, until it returns a result."""
        while True:
            self.left()
            result = step()
            if result is not None:
                return result
            if self.idle:
                self.idle()
            time.sleep_ms(PAUSE_MS)


def _send(stream, request, deadline):
    sent = 0
    while sent < len(request):
        rest = request[sent:]
        sent += deadline.wait_for(lambda: stream.write(rest))


class _Answer:
    """Reads an answer, and never beyond its end: with TLS, more bytes may be an error."""

    def __init__(self, stream, deadline):
        self.stream = stream
        self.deadline = deadline

    def read(self):
        status = 0
        while status < 200:
            # Interim answers may come before the final answer.
            status = self._status()
            headers = self._headers()
        length = headers.get("content-length")
        if length is not None:
            return status, headers, self._bytes(min(int(length), MAX_BODY_LENGTH))
        if headers.get("transfer-encoding", "").lower() == "chunked":
            return status, headers, self._chunks()
        return status, headers, self._to_the_end()

    def _status(self):
        parts = self._line().split(None, 2)
        if len(parts) < 2 or not parts[0].startswith(b"HTTP/1."):
            raise ValueError("not an HTTP answer")
        status = int(parts[1])
        if not 100 <= status <= 599:
            raise ValueError("not an HTTP status")
        return status

    def _headers(self):
        headers = {}
        for _ in range(MAX_HEADERS + 1):
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
        while len(body) < MAX_BODY_LENGTH:
            size = int(self._line().split(b";")[0], 16)
            if size == 0:
                break
            body += self._bytes(min(size, MAX_BODY_LENGTH - len(body)))
            if len(body) < MAX_BODY_LENGTH:
                self._line()
        return body

    def _line(self):
        line = bytearray()
        while len(line) <= MAX_LINE_LENGTH:
            byte = self._some(1)
            if not byte:
                raise OSError("the answer is incomplete")
            if byte == b"\n":
                return bytes(line).strip()
            line.extend(byte)
        raise ValueError("a line of the answer is too long")

    def _bytes(self, count):
        if count < 0:
            raise ValueError("a length is negative")
        body = bytearray()
        while len(body) < count:
            part = self._some(count - len(body))
            if not part:
                raise OSError("the answer is incomplete")
            body.extend(part)
        return bytes(body)

    def _to_the_end(self):
        body = bytearray()
        while len(body) < MAX_BODY_LENGTH:
            byte = self._some(1)
            if not byte:
                break
            body.extend(byte)
        return bytes(body)

    def _some(self, count):
        return self.deadline.wait_for(lambda: self.stream.read(count))
