"""Sends the temperature of a DS18B20 every minute (README.md shows the wiring).

    GREENHOUSE_URL=https://... GREENHOUSE_UID=... GREENHOUSE_KEY_FILE=key.txt python3 example.py

An argument names another file with millidegrees than that of the first DS18B20; --once ends after
one reading, with 0 if it was stored.
"""

import glob
import os
import sys
import time

from greenhouse import SensorClient

INTERVAL_SECONDS = 60


def read_temperature(path):
    """Degrees Celsius; None when the sensor does not answer."""
    try:
        with open(path or glob.glob("/sys/bus/w1/devices/28-*/temperature")[0]) as file:
            return int(file.read()) / 1000
    except (OSError, ValueError, IndexError) as error:
        print("no temperature: {}".format(error), file=sys.stderr)
        return None


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--once"]
    path = arguments[0] if arguments else None
    with open(os.environ["GREENHOUSE_KEY_FILE"]) as file:
        api_key = file.read().strip()
    client = SensorClient(os.environ["GREENHOUSE_URL"], os.environ["GREENHOUSE_UID"], api_key)

    if "--once" in sys.argv:
        client.add(temperature=read_temperature(path))
        client.flush()
        print(client.counts)
        sys.exit(0 if client.counts["stored"] else 1)

    next_reading = time.monotonic()
    while True:
        if time.monotonic() >= next_reading:
            next_reading += INTERVAL_SECONDS
            client.add(temperature=read_temperature(path))
        wait = client.poll()
        until_reading = max(0.0, next_reading - time.monotonic())
        time.sleep(until_reading if wait is None else min(wait, until_reading))


if __name__ == "__main__":
    main()
