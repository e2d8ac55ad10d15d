"""Drives devices/micropython/greenhouse.py by lines on standard input (device.ts says which)."""

import json
import os
import sys
import time

sys.path.insert(0, os.getenv("CLIENT_FOLDER"))
if os.getenv("ROOTS_FOLDER"):
    sys.path.insert(0, os.getenv("ROOTS_FOLDER"))
from greenhouse import SensorClient  # noqa: E402
from signing import sign  # noqa: E402

advanced = 0


def clock():
    return time.time_ns() // 1000000 + int(os.getenv("CLOCK_ERROR_MS")) + advanced


def report(line):
    print(line, file=sys.stderr)


def main():
    global advanced
    client = SensorClient(
        os.getenv("GREENHOUSE_URL"), os.getenv("GREENHOUSE_UID"), os.getenv("GREENHOUSE_KEY"),
        capacity=int(os.getenv("CAPACITY")), timeout=int(os.getenv("TIMEOUT_MS")) / 1000,
        report=report, clock=clock, uptime=lambda: time.ticks_add(time.ticks_ms(), advanced))
    wait = None
    for line in sys.stdin:
        words = line.rstrip("\n").split("\t")
        command = words.pop(0)
        if command == "sign":
            print(json.dumps(sign(*words)))
            continue
        if command == "add":
            values = [word.split("=") for word in words]
            client.add(**{name: float(value) for name, value in values})
        elif command == "advance":
            advanced += int(float(words[0]) + 1)
        elif command == "poll":
            wait = client.poll()
        state = dict(client.counts)
        state["waiting"] = len(client.waiting)
        state["waitMs"] = wait
        print(json.dumps(state))


try:
    main()
except Exception as error:  # noqa: BLE001
    # Some versions print it on standard output.
    sys.print_exception(error, sys.stderr)
    sys.exit(1)
