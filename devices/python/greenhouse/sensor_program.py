"""Sends the temperature of a DS18B20 every minute (README.md shows the wiring).

    GREENHOUSE_URL=https://... GREENHOUSE_UID=... GREENHOUSE_KEY_FILE=key.txt \\
        python3 -m greenhouse.sensor_program /sys/bus/w1/devices/28-0123456789ab/temperature

Readings wait in a folder of GREENHOUSE_STORE (~/.local/state/greenhouse) until they are stored.
The argument is the sensor's file, with thousandths of a degree. `--once` ends after one reading.
`--sign-of-life` sends a reading without values if the sensor gives no number.
GREENHOUSE_INTERVAL_BOUNDS=10-3600 lets the sensor's owners change the interval between these
seconds. README.md lists the exit codes.
"""

import argparse
import hashlib
import math
import os
import signal
import sys
import time

from .client import SensorClient
from .version import VERSION

INTERVAL_SECONDS = 60
RETRY_SECONDS = 40  # How long --once tries.
NOT_STORED = 1
BAD_SETTING = 64
NO_NUMBER = 65
NO_KEY = 66
WAITING = 75


class Stopped(BaseException):
    """SIGTERM or SIGINT. Not an Exception, so that `except Exception` does not catch it."""


def read_temperature(path):
    """Returns degrees Celsius. Raises OSError or ValueError if the sensor does not answer."""
    with open(path) as file:
        return int(file.read()) / 1000


def take_reading(client, arguments):
    """Adds a reading. Returns whether there is one; if not, prints the reason."""
    try:
        client.add(temperature=read_temperature(arguments.path))
        return True
    except (OSError, ValueError) as error:
        print("no temperature: {}".format(error), file=sys.stderr)
    if arguments.sign_of_life:
        client.add(sign_of_life=True)
    return arguments.sign_of_life


def read_arguments():
    parser = argparse.ArgumentParser(description="Sends the temperature of a DS18B20.")
    parser.add_argument("path", help="the sensor's file, with thousandths of a degree, such as "
                        "/sys/bus/w1/devices/28-0123456789ab/temperature")
    parser.add_argument("--once", action="store_true", help="end after one reading")
    parser.add_argument("--sign-of-life", action="store_true",
                        help="send a reading without values when the sensor gives no number")
    add_version(parser)
    return parser.parse_args()


def add_version(parser):
    parser.add_argument("--version", action="version", version="%(prog)s " + VERSION)


def fail(why, code):
    print("greenhouse: " + why, file=sys.stderr)
    sys.exit(code)


def interval_setting():
    """Returns the interval with its bounds; None if the owners must not change it."""
    text = os.environ.get("GREENHOUSE_INTERVAL_BOUNDS")
    if not text:
        return None
    least, _, most = text.partition("-")
    try:
        return INTERVAL_SECONDS, int(least), int(most)
    except ValueError:
        fail("GREENHOUSE_INTERVAL_BOUNDS must be seconds such as 10-3600", BAD_SETTING)


def make_client(outputs=None, interval=None):
    for setting in ("GREENHOUSE_URL", "GREENHOUSE_UID", "GREENHOUSE_KEY_FILE"):
        if not os.environ.get(setting):
            fail(setting + " is not set", BAD_SETTING)
    try:
        with open(os.environ["GREENHOUSE_KEY_FILE"], encoding="utf-8-sig") as file:
            api_key = file.read().strip()
    except (OSError, ValueError) as error:
        fail("the key's file cannot be read: {}".format(error), NO_KEY)
    url, uid = os.environ["GREENHOUSE_URL"], os.environ["GREENHOUSE_UID"]
    try:
        return SensorClient(url, uid, api_key, store=store_of(uid), outputs=outputs,
                            interval=interval)
    except ValueError as error:
        fail(str(error), BAD_SETTING)


def store_of(uid):
    """Returns the sensor's folder. Its name is a hash: a uid may contain any character."""
    # systemd sets STATE_DIRECTORY for StateDirectory=.
    base = os.environ.get("GREENHOUSE_STORE") or os.environ.get("STATE_DIRECTORY")
    base = base or os.path.join(os.path.expanduser("~"), ".local/state/greenhouse")
    return os.path.join(base, hashlib.sha256(uid.encode()).hexdigest()[:32])


def send_once(client, arguments):
    if not take_reading(client, arguments):
        return NO_NUMBER
    client.flush(float(os.environ.get("GREENHOUSE_RETRY_SECONDS") or RETRY_SECONDS))
    print("stored {stored}, refused {refused}, overflowed {overflowed}, waiting {waiting}".format(
        waiting=client.waiting, **client.counts))
    if client.waiting:
        return WAITING if client.is_safe else NOT_STORED
    return NOT_STORED if client.counts["refused"] + client.counts["overflowed"] else 0


def due_in(client, taken_at):
    """Returns the seconds until the next reading. The last answer may have changed the interval."""
    return max(0.0, taken_at + (client.interval or INTERVAL_SECONDS) - time.monotonic())


def send_regularly(client, arguments):
    taken_at = -math.inf
    while True:
        if not due_in(client, taken_at):
            taken_at = time.monotonic()
            take_reading(client, arguments)
        wait = client.poll()
        until_reading = due_in(client, taken_at)
        time.sleep(until_reading if wait is None else min(wait, until_reading))


def stop(_number, _frame):
    raise Stopped


def main():
    arguments = read_arguments()
    client = make_client(interval=None if arguments.once else interval_setting())
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    try:
        sys.exit((send_once if arguments.once else send_regularly)(client, arguments))
    except Stopped:
        print("stopped: {} stored, {} waiting".format(client.counts["stored"], client.waiting),
              file=sys.stderr)
        sys.exit(NOT_STORED if arguments.once else 0)


if __name__ == "__main__":
    main()
