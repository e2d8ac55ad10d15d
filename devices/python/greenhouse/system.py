"""The platform of a computer with CPython: time, files, requests with a deadline."""

import http.client
import io
import os
import socket
import ssl
import sys
import threading
import time
import uuid
from ipaddress import ip_address
from urllib.parse import urlsplit

try:
    import fcntl
except ImportError:  # Windows has none.
    fcntl = None

NAME = "greenhouse-python"  # In the version that requests state.
CAPACITY = 10000  # Waiting readings: a week at one reading a minute.
MEMORY_CAPACITY = 10000
BATCH = 100  # Readings in a request, and in a page of the store.
IS_FLASH = False
ATTEMPT_S = 15  # One request: connection, request and the whole answer.
MAX_HEAD_LENGTH = 16384  # Bytes of status line and headers; http.client takes 100 headers at most.
# Bytes; the rest is not read. An answer may name each of 100 sensors twice, with names of 100
# characters.
MAX_BODY_LENGTH = 131072
ALARM_STEP_MS = 1000  # An alarm is at most this late after the computer has slept.
BOOT_ID = "/proc/sys/kernel/random/boot_id"
WIRELESS = "/proc/net/wireless"  # Two lines of titles, then a line for each interface.

sleep = time.sleep


def unix_ms():
    return time.time_ns() // 1000000


def uptime_ms():
    # CLOCK_BOOTTIME also runs while the computer sleeps. Not every system has it.
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    nanoseconds = time.monotonic_ns() if clock is None else time.clock_gettime_ns(clock)
    return nanoseconds // 1000000


def boot_id():
    """Returns a name for this boot, during which the uptime runs; without one, for this process."""
    try:
        with open(BOOT_ID, encoding="ascii") as file:
            return file.read().strip()
    except (OSError, ValueError):
        return str(uuid.uuid4())


def rssi():
    """Returns the strength of the first Wi-Fi connection in dBm; None without one."""
    try:
        with open(WIRELESS, encoding="ascii") as file:
            _, _, _, level = file.read().splitlines()[2].split()[:4]
        return int(level.rstrip("."))
    except (OSError, ValueError, IndexError):
        return None


def recall(folder):
    """Returns the last text of `remember`. Raises OSError or ValueError without a text."""
    if folder is None:
        raise OSError("no folder")
    return folder.read("clock.json")


def remember(folder, text):
    if folder is not None:
        folder.write("clock.json", text)


def for_sleep(milliseconds):
    return milliseconds / 1000


def report(line):
    # In one write: lines of several threads must not mix.
    sys.stderr.write(line + "\n")


class Alarm:
    """Calls back after a time, in its own thread, so that the program cannot block it.

    After `set` or `cancel` has returned, an earlier time no longer leads to a call.
    """

    def __init__(self, callback):
        """callback takes no parameters, must be quick, and must not raise."""
        self._callback = callback
        self._changed = threading.Condition()
        self._end = None
        self._thread = None

    def set(self, milliseconds):
        """Replaces the time set before. Raises RuntimeError if no thread can be started."""
        with self._changed:
            self._end = uptime_ms() + milliseconds
            if self._thread is None:
                thread = threading.Thread(target=self._run, daemon=True)
                thread.start()
                self._thread = thread
            self._changed.notify()

    def cancel(self):
        with self._changed:
            self._end = None

    def _run(self):
        with self._changed:
            while True:
                left = ALARM_STEP_MS if self._end is None else self._end - uptime_ms()
                if left <= 0:
                    self._end = None
                    self._callback()
                else:
                    # The clock of this wait stops while the computer sleeps.
                    wait = None if self._end is None else min(left, ALARM_STEP_MS) / 1000
                    self._changed.wait(wait)


class InUse(OSError):
    """Another process holds the lock."""


def lock_file(path):
    """Locks a file. The process holds the lock until it closes the file or ends.

    Raises InUse while another process holds the lock.
    """
    lock = open(path, "w")
    try:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise InUse("another process uses it")
    except OSError:
        lock.close()
        raise
    return lock


def lock_beside(folder):
    """Locks a folder for a program that must run only once. Raises InUse while it already runs.

    Returns None if the disk does not allow the lock. Then the program goes on in memory.
    """
    try:
        os.makedirs(os.path.dirname(folder), mode=0o700, exist_ok=True)
        return lock_file(folder + ".program")
    except InUse:
        raise
    except OSError:
        return None


class Folder:
    """The files of a store that only this process uses. Every failure is an OSError."""

    def __init__(self, path):
        self.path = path
        self._lock = None

    def names(self):
        self._open()
        return os.listdir(self.path)

    def read(self, name):
        with open(os.path.join(self.path, name), encoding="utf-8", errors="replace") as file:
            return file.read()

    def append(self, name, text):
        path = os.path.join(self.path, name)
        is_new = not os.path.exists(path)
        self._put(path, "a", text)
        if is_new:
            self._sync_names()

    def write(self, name, text):
        """Replaces the file. A crash leaves the old file or the new file."""
        self._open()
        path = os.path.join(self.path, name)
        self._put(path + ".new", "w", text)
        os.replace(path + ".new", path)
        self._sync_names()

    def _sync_names(self):
        """Without this a power cut brings the old file back, or leaves no file."""
        if os.name == "nt":
            return  # Windows cannot open folders.
        opened = os.open(self.path, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)

    def remove(self, name):
        os.remove(os.path.join(self.path, name))

    @staticmethod
    def _put(path, mode, text):
        with open(path, mode, encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())

    def _open(self):
        if self._lock:
            return
        os.makedirs(self.path, mode=0o700, exist_ok=True)
        self._lock = lock_file(os.path.join(self.path, "lock"))


class Server:
    """The server of a URL. Raises ValueError for a URL that must not get readings."""

    def __init__(self, url):
        self._url = urlsplit(url)
        self._is_secure = self._url.scheme == "https"
        self.host = host = self._url.hostname
        # Raises ValueError if the port is not a number.
        if self._url.port == 0 or not host or not (
                self._is_secure or self._url.scheme == "http" and _is_local(host)):
            raise ValueError("the URL must begin with https:// (http:// in the local network)")

    def exchange(self, method, headers, body, seconds, _idle):
        """Sends a request. Returns status, headers and body of the answer.

        Raises an exception for every failure. A request lasts at most `seconds`, plus the time to
        look up the host's name.
        """
        deadline = _Deadline(seconds)
        kind = http.client.HTTPSConnection if self._is_secure else http.client.HTTPConnection
        connection = kind(self.host, self._url.port)
        try:
            connection.sock = _connect(self.host, connection.port, deadline)
            if self._is_secure:
                connection.sock = ssl.create_default_context().wrap_socket(
                    connection.sock, server_hostname=self.host)
            connection.sock.settimeout(deadline.left())
            connection.request(method, self._url.path or "/", body or None, headers)
            source = _Source(connection.sock, deadline)
            response = http.client.HTTPResponse(source, method=method)
            source.allow(MAX_HEAD_LENGTH, True)
            response.begin()
            # The lengths of chunks count as well.
            source.allow(MAX_HEAD_LENGTH + MAX_BODY_LENGTH, False)
            return response.status, response.headers, response.read(MAX_BODY_LENGTH)
        finally:
            connection.close()


def _is_local(host):
    """Returns whether plain HTTP is allowed: for this machine and its local network."""
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
        """Returns the seconds that are left. Raises OSError after the deadline."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise OSError("timed out after {:g} s".format(self._seconds))
        return left


def _connect(host, port, deadline):
    """Returns a socket connected to the first of the host's addresses that accepts."""
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
    """A source for http.client: a socket with a deadline and a limit of bytes."""

    def __init__(self, connection, deadline):
        self._connection = connection
        self._deadline = deadline
        self._allowed = 0
        self._is_head = True

    def allow(self, count, is_head):
        self._allowed = count
        self._is_head = is_head

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
        if count == 0 and self._is_head:
            # http.client would take the headers so far for all headers.
            raise OSError("the answer is incomplete")
        return count
