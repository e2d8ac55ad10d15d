#!/usr/bin/env python3
"""Reports the local network address of this machine to the greenhouse backend, once.

Standard library only, Python 3.8 or newer. Settings, in the environment:

  GREENHOUSE_URL       of /reportIp
  GREENHOUSE_FARM_ID   the farm
  GREENHOUSE_KEY_FILE  the farm's key, alone in a file that only you can read

The address is that from which this machine reaches the backend, else the internet, else that of
an interface which is up (on Linux). Loopback, link-local and multicast addresses are never
reported. An argument is reported in place of what is found.

The exit code:

   0  it was stored
   1  the backend refused it
  64  a wrong call or setting
  66  the key's file cannot be used
  69  this machine has no address in a network
  75  the backend could not be reached after several attempts
"""

import array
import hmac
import http.client
import io
import json
import os
import random
import socket
import ssl
import struct
import sys
import time
from email.utils import parsedate_to_datetime
from functools import partial
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

ATTEMPTS = 6
LONGEST_WAIT_SECONDS = 60
TIMEOUT_SECONDS = 15
# Of an answer with its headers; the backend's have about 1,000 bytes.
LONGEST_ANSWER = 16384
STALE = "Timestamp is more than 5 minutes"

# No other machine can reach these: "this network", loopback, link-local, multicast and reserved.
UNUSABLE = [ip_network(each)
            for each in ("0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/3")]

# Of Linux, <linux/sockios.h> and <linux/if.h>.
SIOCGIFCONF, SIOCGIFFLAGS = 0x8912, 0x8913
IFF_UP, IFF_LOOPBACK, IFF_POINTOPOINT, IFF_RUNNING = 0x1, 0x8, 0x10, 0x40


def is_usable(address):
    """Whether other machines of the network can reach this IPv4 address."""
    return not any(ip_address(address) in network for network in UNUSABLE)


def source_address(target):
    """This machine's address on the way to the target. Nothing is sent: UDP has no connections.

    Raises OSError without a route, or when the target's name is not known.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((target, 9))
        return probe.getsockname()[0]


def interface_addresses():
    """The IPv4 addresses of the interfaces that are up and connected; tunnels are none."""
    if not sys.platform.startswith("linux"):
        return []
    from fcntl import ioctl
    # An entry is a name, the family and port, the address, and the rest of a union.
    size = 40 if struct.calcsize("P") == 8 else 32
    entries = array.array("B", bytes(128 * size))
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        pointer, length = entries.buffer_info()
        answer = ioctl(probe, SIOCGIFCONF, struct.pack("iP", length, pointer))
        for start in range(0, struct.unpack_from("i", answer)[0], size):
            entry = entries[start:start + size].tobytes()
            flags, = struct.unpack_from("H", ioctl(probe, SIOCGIFFLAGS, entry), 16)
            if flags & IFF_UP and flags & IFF_RUNNING and not (
                    flags & IFF_LOOPBACK or flags & IFF_POINTOPOINT):
                found.append(socket.inet_ntoa(entry[20:24]))
    return found


def find_address(host):
    """This machine's address in its network; None when it has none."""
    for target in (host, "192.0.2.1"):
        try:
            address = source_address(target)
        except (OSError, UnicodeError):
            continue
        if is_usable(address):
            return address
    return next(filter(is_usable, interface_addresses()), None)


def is_local(host):
    """Whether plain HTTP may be spoken with this host: this machine or one of its network."""
    if host == "localhost" or host.endswith(".local"):
        return True
    try:
        return ip_address(host).is_private
    except ValueError:
        return False


class LimitedReader(io.RawIOBase):
    """Reads from a socket until a time (of time.monotonic) and a number of bytes, all in all."""

    def __init__(self, sock, raw, deadline):
        super().__init__()
        self._sock, self._raw, self._deadline = sock, raw, deadline
        self._left = LONGEST_ANSWER

    def readable(self):
        return True

    def readinto(self, buffer):
        seconds = self._deadline - time.monotonic()
        if seconds <= 0:
            raise OSError("not whole after {} seconds".format(TIMEOUT_SECONDS))
        if self._left <= 0:
            raise OSError("longer than {} bytes".format(LONGEST_ANSWER))
        self._sock.settimeout(seconds)
        count = self._raw.readinto(buffer)
        self._left -= count or 0
        return count

    def close(self):
        self._raw.close()
        super().close()


class LimitedResponse(http.client.HTTPResponse):
    """An answer whose headers and body are read through a LimitedReader."""

    def __init__(self, deadline, sock, *args, **options):
        super().__init__(sock, *args, **options)
        self.fp = io.BufferedReader(LimitedReader(sock, self.fp.detach(), deadline))


def read_answer(text):
    """What a body says: "success", the backend's error, or that it is not the backend's."""
    try:
        answer = json.loads(text)
        said = "success" if answer.get("success") is True else str(answer.get("error", ""))
    except (ValueError, AttributeError, RecursionError):
        return "not the backend's answer"
    return "".join(each if each.isprintable() else "?" for each in said[:300])


def read_date(text):
    """Unix seconds; None for what is no date of an answer."""
    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def post(url, body, api_key):
    """Returns status, headers, and what the backend says. Raises without an answer."""
    body = json.dumps(body).encode()
    signature = "sha256=" + hmac.new(api_key.encode(), body, "sha256").hexdigest()
    deadline = time.monotonic() + TIMEOUT_SECONDS
    if url.scheme == "https":
        connection = http.client.HTTPSConnection(
            url.hostname, url.port, timeout=TIMEOUT_SECONDS,
            context=ssl.create_default_context())
    else:
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=TIMEOUT_SECONDS)
    connection.response_class = partial(LimitedResponse, deadline)
    try:
        connection.request("POST", url.path or "/", body,
                           {"Content-Type": "application/json", "X-Signature": signature})
        response = connection.getresponse()
        text = response.read()
    finally:
        connection.close()
    return response.status, response.headers, read_answer(text)


def read_retry_after(headers):
    text = headers.get("Retry-After", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def send(url, farm_id, api_key, ip):
    """As `post`; where this machine's clock is wrong, once more with the time of the answer."""
    def send_at(seconds):
        body = {"farmId": farm_id, "timestamp": int(seconds * 1000), "ip": ip}
        return post(url, body, api_key)
    status, headers, said = send_at(time.time())
    date = read_date(headers.get("Date"))
    if status == 401 and said.startswith(STALE) and date is not None:
        return send_at(date)
    return status, headers, said


def report(url, farm_id, api_key, address=None):
    """Returns the exit code. A report that arrives twice does no harm."""
    ip = None
    for attempt in range(ATTEMPTS):
        status, retry_after = 0, 0
        try:
            ip = address or find_address(url.hostname)
            if ip is None:
                said = "this machine has no address in a network"
            else:
                status, headers, said = send(url, farm_id, api_key, ip)
                retry_after = read_retry_after(headers)
        except Exception as error:  # Whatever is wrong with one answer, the next may be right.
            said = "no answer ({})".format(error or type(error).__name__)
        if status == 200 and said == "success":
            print("reported {}".format(ip))
            return 0
        if 300 <= status < 500 and status not in (408, 429):
            print("refused: {} {}".format(status, said), file=sys.stderr)
            return 1
        wait = min(LONGEST_WAIT_SECONDS, 2 ** attempt) * (0.5 + random.random() / 2)
        wait = max(wait, min(retry_after, 10 * LONGEST_WAIT_SECONDS))
        print("{} {}: attempt {} of {}".format(status or "", said, attempt + 1, ATTEMPTS).strip(),
              file=sys.stderr)
        if attempt + 1 < ATTEMPTS:
            time.sleep(wait)
    return 69 if ip is None else 75


def fail(why, code):
    print("report_ip: " + why, file=sys.stderr)
    sys.exit(code)


def read_url(text):
    try:
        url = urlsplit(text)
        port = url.port
    except ValueError as error:
        fail("the URL cannot be read: {}".format(error), 64)
    if port == 0 or not url.hostname or url.scheme != "https" and not (
            url.scheme == "http" and is_local(url.hostname)):
        fail("the URL must begin with https:// (http:// in the local network)", 64)
    return url


def read_key(path):
    """The key alone: Windows' editors put a mark before it and a carriage return behind it."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            key = file.read().strip()
    except (OSError, ValueError) as error:
        fail("the key's file cannot be read: {}".format(error), 66)
    if not key or not key.isprintable():
        fail("the key's file must hold the key alone, in one line: {}".format(path), 66)
    return key


def read_address(text):
    try:
        if not is_usable(text):
            fail("no other machine can reach {}".format(text), 64)
    except ValueError:
        pass  # The backend refuses what is no address.
    return text


def main():
    for setting in ("GREENHOUSE_URL", "GREENHOUSE_FARM_ID", "GREENHOUSE_KEY_FILE"):
        if not os.environ.get(setting):
            fail(setting + " is not set", 64)
    url = read_url(os.environ["GREENHOUSE_URL"])
    api_key = read_key(os.environ["GREENHOUSE_KEY_FILE"])
    address = read_address(sys.argv[1]) if len(sys.argv) > 1 else None
    sys.exit(report(url, os.environ["GREENHOUSE_FARM_ID"], api_key, address))


if __name__ == "__main__":
    main()
