"""What the client takes from a computer with CPython: time, files, requests with a deadline."""

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

CAPACITY = 10000  # Readings that wait: a week of one a minute.
MEMORY_CAPACITY = 10000
BATCH = 100  # Readings in a request, and in a page of the store.
IS_FLASH = False
ATTEMPT_S = 15  # One request: connection, request and the whole answer.
MAX_HEAD_LENGTH = 16384  # Bytes of status line and headers; http.client takes 100 headers at most.
# Bytes; the rest is not read. An answer may name each of a hundred sensors twice, with names of a
# hundred characters.
MAX_BODY_LENGTH = 131072
ALARM_STEP_MS = 1000  # So much later at most, where the computer has slept.
BOOT_ID = "/proc/sys/kernel/random/boot_id"

sleep = time.sleep


def unix_ms():
    return time.time_ns() // 1000000


def uptime_ms():
    # It goes on while the computer sleeps, where there is such a clock.
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    nanoseconds = time.monotonic_ns() if clock is None else time.clock_gettime_ns(clock)
    return nanoseconds // 1000000


def boot_id():
    """What names this boot, in which the uptime goes on; without such a name, this process."""
    try:
        with open(BOOT_ID, encoding="ascii") as file:
            return file.read().strip()
    except (OSError, ValueError):
        return str(uuid.uuid4())


def recall(folder):
    """The text that `remember` was given last; OSError or ValueError without one."""
    if folder is None:
        raise OSError("no folder")
    return folder.read("clock.json")


def remember(folder, text):
    if folder is not None:
        folder.write("clock.json", text)


def for_sleep(milliseconds):
    return milliseconds / 1000


def report(line):
    print(line, file=sys.stderr)


class Alarm:
    """Calls back after so many milliseconds, from a thread of its own: whatever the program does.

    Once `set` or `cancel` has returned, it does not call back for what was set before.
    """

    def __init__(self, callback):
        """callback has no parameters, is quick, and raises nothing."""
        self._callback = callback
        self._changed = threading.Condition()
        self._end = None
        self._thread = None

    def set(self, milliseconds):
        """In the place of what was set before. RuntimeError when there can be no more threads."""
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
                    # The time of this wait stands still while the computer sleeps.
                    wait = None if self._end is None else min(left, ALARM_STEP_MS) / 1000
                    self._changed.wait(wait)


class InUse(OSError):
    """Another process holds the lock."""


def lock_file(path):
    """The lock of this file. It is this process's until it is closed, or the process ends."""
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
    """The lock of a program that must run once for a folder; InUse while it runs already.

    None where the disk does not let it be kept: the program goes on in memory then.
    """
    try:
        os.makedirs(os.path.dirname(folder), mode=0o700, exist_ok=True)
        return lock_file(folder + ".program")
    except InUse:
        raise
    except OSError:
        return None


class Folder:
    """The files of a store, which is this process's alone. Whatever goes wrong is an OSError."""

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
        """Replaces the file; a crash leaves the old one or the new one."""
        self._open()
        path = os.path.join(self.path, name)
        self._put(path + ".new", "w", text)
        os.replace(path + ".new", path)
        self._sync_names()

    def _sync_names(self):
        """Until then a power cut brings the old file back, or leaves none."""
        if os.name == "nt":
            return  # It cannot open folders.
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
    """The server of a URL. ValueError for a URL that no reading should be sent to."""

    def __init__(self, url):
        self._url = urlsplit(url)
        self._is_secure = self._url.scheme == "https"
        self.host = host = self._url.hostname
        # A port that is no number raises here.
        if self._url.port == 0 or not host or not (
                self._is_secure or self._url.scheme == "http" and _is_local(host)):
            raise ValueError("the URL must begin with https:// (http:// in the local network)")

    def exchange(self, method, headers, body, seconds, _idle):
        """Returns status, headers and body of the answer.

        Whatever goes wrong is an exception; no request lasts longer than so many seconds, beside
        the look-up of the name.
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
            # The lengths of chunks come on top.
            source.allow(MAX_HEAD_LENGTH + MAX_BODY_LENGTH, False)
            return response.status, response.headers, response.read(MAX_BODY_LENGTH)
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
            # http.client would take what has come for all headers.
            raise OSError("the answer breaks off")
        return count
