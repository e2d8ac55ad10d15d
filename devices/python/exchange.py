"""One POST over HTTP within a deadline, and its answer of a bounded size."""

import http.client
import io
import json
import socket
import ssl
import time

LONGEST_HEAD = 16384
"""Bytes of status line and headers; http.client takes 100 headers at most."""

LONGEST_BODY = 16384
"""Bytes; what comes after them is not read."""

DEEPEST_ANSWER = 8
"""Levels of lists and objects in the JSON of an answer."""

LONGEST_TEXT = 200
"""Characters of an answer's error, or of an exception, in a report."""


def post(url, headers, body, seconds, on_sent):
    """Sends the body to a split URL. Returns status, headers and body of the answer.

    on_sent is called before anything of the request is sent. Whatever goes wrong is an exception;
    no attempt lasts longer than so many seconds, beside the look-up of the name.
    """
    deadline = _Deadline(seconds)
    is_secure = url.scheme == "https"
    kind = http.client.HTTPSConnection if is_secure else http.client.HTTPConnection
    connection = kind(url.hostname, url.port)
    try:
        connection.sock = _connect(url.hostname, connection.port, deadline)
        if is_secure:
            connection.sock = ssl.create_default_context().wrap_socket(
                connection.sock, server_hostname=url.hostname)
        on_sent()
        connection.sock.settimeout(deadline.left())
        connection.request("POST", url.path or "/", body, headers)
        source = _Source(connection.sock, deadline)
        response = http.client.HTTPResponse(source, method="POST")
        source.allow(LONGEST_HEAD)
        response.begin()
        # The lengths of chunks come on top.
        source.allow(LONGEST_HEAD + LONGEST_BODY)
        return response.status, response.headers, response.read(LONGEST_BODY)
    finally:
        connection.close()


def parse_json(text):
    """What the JSON says; None where it is none, or nests deeper than any answer."""
    try:
        return None if _is_too_deep(text) else json.loads(text.decode())
    except ValueError:
        return None


def in_a_line(words):
    """A bounded text of what may hold anything, for a line of a report."""
    text = str(words) or type(words).__name__
    return "".join(char if char.isprintable() else " " for char in text[:LONGEST_TEXT])


class _Deadline:
    def __init__(self, seconds):
        self._seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self):
        """Seconds; an OSError when there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise OSError("not within {:g} s".format(self._seconds))
        return left


def _connect(host, port, deadline):
    """A socket at the first of the host's addresses that takes the connection."""
    failure = OSError("the host has no address")
    for family, kind, protocol, _, address in socket.getaddrinfo(
            host, port, 0, socket.SOCK_STREAM):
        connection = socket.socket(family, kind, protocol)
        try:
            connection.settimeout(deadline.left())
            connection.connect(address)
            connection.settimeout(deadline.left())
            return connection
        except OSError as error:
            connection.close()
            failure = error
    raise failure


class _Source(io.RawIOBase):
    """What http.client reads an answer from: a socket until the deadline, and so many bytes."""

    def __init__(self, connection, deadline):
        self._connection = connection
        self._deadline = deadline
        self._allowed = 0

    def allow(self, count):
        self._allowed = count

    def makefile(self, _mode):
        return io.BufferedReader(self)

    def readable(self):
        return True

    def readinto(self, buffer):
        if self._allowed == 0:
            raise OSError("the answer is too long")
        self._connection.settimeout(self._deadline.left())
        count = self._connection.recv_into(buffer, min(len(buffer), self._allowed))
        self._allowed -= count
        return count


def _is_too_deep(text):
    """Whether the JSON nests deeper than any answer; brackets in its strings do not count."""
    depth = 0
    is_string = is_escaped = False
    for byte in text:
        if is_string:
            is_string = is_escaped or byte != ord('"')
            is_escaped = not is_escaped and byte == ord("\\")
        elif byte == ord('"'):
            is_string = True
        elif byte in b"[{":
            depth += 1
            if depth > DEEPEST_ANSWER:
                return True
        elif byte in b"]}":
            depth -= 1
    return False
