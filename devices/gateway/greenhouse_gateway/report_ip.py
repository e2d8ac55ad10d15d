"""Reports the local network address of this machine to the greenhouse backend, once.

Python 3.8 or newer. Settings, in the environment:

  GREENHOUSE_URL       the URL of /reportIp
  GREENHOUSE_FARM_ID   the farm
  GREENHOUSE_KEY_FILE  a file with only the farm's key, which only you can read

The address is the source address towards the backend, otherwise towards the internet, otherwise
that of an interface which is up (on Linux). Loopback, link-local and multicast addresses are never
reported. An address given as an argument is reported instead.

Exit codes:

   0  it was stored
   1  the backend refused it
  64  a wrong call or setting
  66  the key's file cannot be used
  69  this machine has no address in a network
  75  the backend could not be reached after several attempts
"""

import array
import json
import os
import random
import socket
import struct
import sys
import time
from ipaddress import ip_address, ip_network

from greenhouse import system
from greenhouse.answers import error_of, may_be_stale, parse_date, single_line, read_answer
from greenhouse.signing import sign
from greenhouse.version import VERSION

from .secret import secret_in

ATTEMPTS = 6
MAX_WAIT_SECONDS = 60
TIMEOUT_SECONDS = 15

# Unreachable for other machines: "this network", loopback, link-local, multicast and reserved.
UNUSABLE = [ip_network(network)
            for network in ("0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/3")]

# From Linux: <linux/sockios.h> and <linux/if.h>.
SIOCGIFCONF, SIOCGIFFLAGS = 0x8912, 0x8913
IFF_UP, IFF_LOOPBACK, IFF_POINTOPOINT, IFF_RUNNING = 0x1, 0x8, 0x10, 0x40


def is_usable(address):
    """Returns whether other machines of the network can reach this IPv4 address."""
    return not any(ip_address(address) in network for network in UNUSABLE)


def source_address(target):
    """Returns this machine's address on the way to the target. UDP sends nothing for this.

    Raises OSError without a route, or if the target's name is not known.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((target, 9))
        return probe.getsockname()[0]


def interface_addresses():
    """Returns the IPv4 addresses of the interfaces that are up and connected, without tunnels."""
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
    """Returns this machine's address in its network; None without an address."""
    for target in (host, "192.0.2.1"):
        try:
            address = source_address(target)
        except (OSError, UnicodeError):
            continue
        if is_usable(address):
            return address
    return next(filter(is_usable, interface_addresses()), None)


def post(server, body, api_key):
    """Returns status, headers, and "success" or the backend's error. Raises without an answer."""
    body = json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "X-Signature": sign(api_key, body)}
    status, headers, text = server.exchange("POST", headers, body, TIMEOUT_SECONDS, None)
    answer = read_answer(text)
    if answer.get("success") is True:
        return status, headers, "success"
    return status, headers, error_of(answer) or "not the backend's answer"


def read_retry_after(headers):
    text = headers.get("Retry-After", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def send(server, api_key, body):
    """Posts a body. If this machine's clock is wrong, posts it again with the answer's time."""
    def send_at(milliseconds):
        return post(server, dict(body, timestamp=milliseconds), api_key)
    status, headers, result = send_at(system.unix_ms())
    date = parse_date(headers.get("Date"))
    if may_be_stale(status, headers.get("Error-Code")) and date is not None:
        return send_at(date)
    return status, headers, result


def report(server, farm_id, api_key, address=None, unregistered=None):
    """Reports the address. Returns the exit code. A report that arrives twice does no harm.

    `unregistered`: devices that nobody has registered (docs/http-api.md), or None to omit them.
    """
    more = {} if unregistered is None else {"unregistered": unregistered}
    ip = None
    for attempt in range(ATTEMPTS):
        status, retry_after = 0, 0
        try:
            ip = address or find_address(server.host)
            if ip is None:
                result = "this machine has no address in a network"
            else:
                status, headers, result = send(server, api_key, dict(more, farmId=farm_id, ip=ip))
                retry_after = read_retry_after(headers)
        except Exception as error:  # The next attempt may succeed, whatever the error is.
            result = "no answer ({})".format(single_line(error))
        if status == 200 and result == "success":
            print("reported {}".format(ip))
            return 0
        if 300 <= status < 500 and status not in (408, 429):
            print("the address is refused: {} {}".format(status, result), file=sys.stderr)
            return 1
        wait = min(MAX_WAIT_SECONDS, 2 ** attempt) * (0.5 + random.random() / 2)
        wait = max(wait, min(retry_after, 10 * MAX_WAIT_SECONDS))
        print("{} {}: attempt {} of {}".format(status or "", result, attempt + 1, ATTEMPTS).strip(),
              file=sys.stderr)
        if attempt + 1 < ATTEMPTS:
            time.sleep(wait)
    return 69 if ip is None else 75


def fail(why, code):
    print("report_ip: " + why, file=sys.stderr)
    sys.exit(code)


def read_address(text):
    try:
        if not is_usable(text):
            fail("no other machine can reach {}".format(text), 64)
    except ValueError:
        pass  # The backend refuses a text that is not an address.
    return text


def main():
    if "--help" in sys.argv[1:]:
        print(__doc__)
        return
    if sys.argv[1:] == ["--version"]:
        print("greenhouse-report-ip " + VERSION)
        return
    for setting in ("GREENHOUSE_URL", "GREENHOUSE_FARM_ID", "GREENHOUSE_KEY_FILE"):
        if not os.environ.get(setting):
            fail(setting + " is not set", 64)
    try:
        server = system.Server(os.environ["GREENHOUSE_URL"])
    except ValueError as error:
        fail(str(error), 64)
    try:
        api_key = secret_in(os.environ["GREENHOUSE_KEY_FILE"])
    except (OSError, ValueError) as error:
        fail("the key's file cannot be used: {}".format(error), 66)
    address = read_address(sys.argv[1]) if len(sys.argv) > 1 else None
    sys.exit(report(server, os.environ["GREENHOUSE_FARM_ID"], api_key, address))


if __name__ == "__main__":
    main()
