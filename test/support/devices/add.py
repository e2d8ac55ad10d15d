"""Adds readings, whose arguments are lines on standard input, and says what became of each."""

import os
import sys

sys.path.insert(0, os.getenv("CLIENT_FOLDER"))
from greenhouse import SensorClient  # noqa: E402

for line in sys.stdin:
    client = SensorClient("http://127.0.0.1:9/sensorData", "uid", "key")
    try:
        exec("client.add(%s)" % line.strip(), {"client": client})
        print("taken")
    except (TypeError, ValueError) as error:
        waiting = client.waiting
        assert waiting in (0, []), "it is taken in spite of the error"
        print("%s: %s" % (type(error).__name__, error))
