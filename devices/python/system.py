"""What the client takes from a computer with CPython: its time, and a POST within a deadline."""

import http.client
import io
import socket
import ssl
import sys
import time
from ipaddress import ip_address
from urllib.parse import urlsplit

CAPACITY = 64  # Readings that wait.
ATTEMPT_S = 15  # One attempt: connection, request and the whole answer.
LONGEST_HEAD = 16384  # Bytes of status line and headers; http.client takes 100 headers at most.
LONGEST_BODY = 16384  # Bytes; the rest is not read.

sleep = time.sleep


def unix_ms():
    return time.time_ns() // 1000000


def uptime_ms():
    return time.monotonic_ns() // 1000000


def for_sleep(milliseconds):
    return milliseconds / 1000


def report(line):
    print(line, file=sys.stderr)


class Server:
    """The server of a URL. ValueError for a URL that no reading should be sent to."""

    def __init__(self, url):
        self._url = urlsplit(url)
        self._is_secure = self._url.scheme == "https"
        host = self._url.hostname
        if not host or not (self._is_secure or self._url.scheme == "http" and _is_local(host)):
            raise ValueError("the URL must begin with https:// (http:// in the local network)")

    def post(self, headers, body, seconds, on_sent, _idle):
        """Returns status, headers and body of the answer.

        Calls on_sent before it sends anything of the request. Whatever goes wrong is an exception;
        no attempt lasts longer than so many seconds, beside the look-up of the name.
        """
        deadline = _Deadline(seconds)
        kind = http.client.HTTPSConnection if self._is_secure else http.client.HTTPConnection
        host = self._url.hostname
        connection = kind(host, self._url.port)
        try:
            connection.sock = _connect(host, connection.port, deadline)
            if self._is_secure:
                connection.sock = ssl.create_default_context().wrap_socket(
                    connection.sock, server_hostname=host)
            on_sent()
            connection.sock.settimeout(deadline.left())
            connection.request("POST", self._url.path or "/", body, headers)
            source = _Source(connection.sock, deadline)
            response = http.client.HTTPResponse(source, method="POST")
            source.allow(LONGEST_HEAD)
            response.begin()
            # The lengths of chunks come on top.
            source.allow(LONGEST_HEAD + LONGEST_BODY)
            return response.status, response.headers, response.read(LONGEST_BODY)
        finally:
            connection.close()


def _is_local(host):
    """Whether plain HTTP may be spoken with this host: this machine or one of its network."""
    if host == "localhost" or host.endswith(".local"):
        return True
    try:
        return ip_address(host).is_private
    except ValueError:
        return False


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
    """Where http.client reads an answer from: a socket until the deadline, and so many bytes."""

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
