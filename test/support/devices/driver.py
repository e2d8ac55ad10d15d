"""Drives devices/python/greenhouse.py by lines on standard input (device.ts says which)."""

import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../devices/python"))
from greenhouse import SensorClient, sign  # noqa: E402

advanced = 0.0


def main():
    global advanced
    clock_error = int(os.environ["CLOCK_ERROR_MS"]) / 1000
    client = SensorClient(
        os.environ["GREENHOUSE_URL"], os.environ["GREENHOUSE_UID"], os.environ["GREENHOUSE_KEY"],
        capacity=int(os.environ["CAPACITY"]), timeout=int(os.environ["TIMEOUT_MS"]) / 1000,
        clock=lambda: time.time() + clock_error + advanced,
        uptime=lambda: time.monotonic() + advanced)
    wait = None
    for line in sys.stdin:
        command, *words = line.rstrip("\n").split("\t")
        if command == "sign":
            print(json.dumps(sign(*words)), flush=True)
            continue
        if command == "add":
            client.add(**{name: float(value) for name, value in (w.split("=") for w in words)})
        elif command == "advance":
            advanced += float(words[0]) / 1000
        elif command == "poll":
            wait = client.poll()
        state = dict(client.counts, waiting=client.waiting,
                     waitMs=None if wait is None else wait * 1000)
        print(json.dumps(state), flush=True)


main()
