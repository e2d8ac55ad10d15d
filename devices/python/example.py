"""Sends the temperature of a DS18B20 every minute (README.md shows the wiring).

    GREENHOUSE_URL=https://... GREENHOUSE_UID=... GREENHOUSE_KEY_FILE=key.txt python3 example.py

An argument names another file with millidegrees than that of the first DS18B20. --once ends after
one reading: with 0 if it was stored, 1 if not, and 65 if the sensor gave no number, for then
nothing is sent. With --sign-of-life a reading without values is sent in its place.
"""

import argparse
import glob
import os
import sys
import time

from greenhouse import SensorClient

INTERVAL_SECONDS = 60
NOT_STORED = 1
NO_NUMBER = 65


def read_temperature(path):
    """Degrees Celsius. OSError or ValueError when the sensor does not answer."""
    if path is None:
        sensors = glob.glob("/sys/bus/w1/devices/28-*/temperature")
        if not sensors:
            raise OSError("no DS18B20 on the 1-Wire bus")
        path = sensors[0]
    with open(path) as file:
        return int(file.read()) / 1000


def take_reading(client, arguments):
    """Whether there is a reading; if not, standard error says why."""
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
    parser.add_argument("path", nargs="?", help="a file with thousandths of a degree")
    parser.add_argument("--once", action="store_true", help="end after one reading")
    parser.add_argument("--sign-of-life", action="store_true",
                        help="send a reading without values when the sensor gives no number")
    return parser.parse_args()


def main():
    arguments = read_arguments()
    with open(os.environ["GREENHOUSE_KEY_FILE"]) as file:
        api_key = file.read().strip()
    client = SensorClient(os.environ["GREENHOUSE_URL"], os.environ["GREENHOUSE_UID"], api_key)

    if arguments.once:
        if not take_reading(client, arguments):
            sys.exit(NO_NUMBER)
        client.flush()
        print(client.counts)
        sys.exit(0 if client.counts["stored"] else NOT_STORED)

    next_reading = time.monotonic()
    while True:
        if time.monotonic() >= next_reading:
            next_reading += INTERVAL_SECONDS
            take_reading(client, arguments)
        wait = client.poll()
        until_reading = max(0.0, next_reading - time.monotonic())
        time.sleep(until_reading if wait is None else min(wait, until_reading))


if __name__ == "__main__":
    main()
