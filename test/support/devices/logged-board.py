"""A board with one output, from devices/python, that logs its own events.

Each line that it prints is JSON: a change of its pin, or an answered request. Times are milliseconds of a clock that
never jumps.
"""

import json
import os
import sys
import time

sys.path.insert(0, os.getenv("CLIENT_FOLDERS"))
import system  # noqa: E402
from greenhouse import SensorClient  # noqa: E402
from outputs import Outputs  # noqa: E402

pin = None


def now():
    return time.monotonic_ns() / 1e6


def write(entry):
    # A single write, because the alarm writes from its own thread.
    os.write(1, (json.dumps(entry) + "\n").encode())


def put(value):
    global pin
    before, pin = pin, value
    if value != before:
        write({"at": now(), "pin": value})


exchange = system.Server.exchange


def exchange_and_write(server, *request):
    asked_at_ms = now()
    status, headers, text = exchange(server, *request)
    # A 200 without outputs has no order.
    if status == 200 and b'"outputs"' in text:
        write({"at": now(), "askedAt": asked_at_ms})
    return status, headers, text


system.Server.exchange = exchange_and_write
outputs = Outputs({"valve": put}, os.getenv("OUTPUTS_STORE"),
                  ask_seconds=float(os.getenv("ASK_SECONDS")))
client = SensorClient(os.getenv("GREENHOUSE_URL"), os.getenv("GREENHOUSE_UID"),
                      os.getenv("GREENHOUSE_KEY"), outputs=outputs)
while True:
    time.sleep(min(client.poll(), 1))
