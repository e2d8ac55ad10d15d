"""Sends a reading with devices/micropython/greenhouse.py where the memory does not suffice for the first answer."""

import json
import os
import sys

sys.path.insert(0, os.getenv("CLIENT_FOLDER"))
import greenhouse  # noqa: E402

SUCCESS = (200, {}, b'{"success": true}')
answers = [None, SUCCESS]


def exchange(*_arguments):
    answer = answers.pop(0)
    if answer is None:
        raise MemoryError("memory allocation failed, allocating 49000 bytes")
    return answer


greenhouse.exchange = exchange
now = 0
client = greenhouse.SensorClient(
    "http://127.0.0.1:9/sensorData", "uid", "key", uptime=lambda: now)
client.add(temperature=20.5)
now += client.poll()
client.poll()
print(json.dumps(client.counts["stored"]))
