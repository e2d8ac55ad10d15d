"""The parts of MicroPython's sockets that the client uses, on the machine's sockets."""

import binascii

import machine_below

SOCK_STREAM = 1
EAGAIN = 11


def getaddrinfo(host, port, family=0, kind=0):
    return [(2, SOCK_STREAM, 0, "", (host, port))]


def _check(result):
    if isinstance(result, (int, float)) and result < 0:
        raise OSError(-int(result))
    return result


class socket:
    def __init__(self, family, kind, protocol):
        self.id = None

    def settimeout(self, seconds):
        self.seconds = seconds

    def setblocking(self, is_blocking):
        """Does nothing: after connecting, the client does not block, and neither does this socket."""
        assert not is_blocking

    def connect(self, address):
        host, port = address
        self.id = _check(machine_below.connect(host, port, self.seconds * 1000))

    def write(self, data):
        _check(machine_below.write(self.id, binascii.hexlify(data).decode()))
        return len(data)

    def read(self, count):
        """Returns None while nothing has arrived, like a non-blocking socket."""
        result = machine_below.read(self.id, count)
        if result == -EAGAIN:
            return None
        return binascii.unhexlify(_check(result))

    def close(self):
        if self.id is not None:
            machine_below.close(self.id)
