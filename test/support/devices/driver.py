"""Drives the client of devices/python by lines on standard input, on CPython and on MicroPython.

device.ts describes the lines. A folder in the client's store keeps the use of its outputs.
"""

import binascii
import json
import os
import sys
import time

try:
    import tempfile
    wireless = tempfile.NamedTemporaryFile("w")
except ImportError:
    wireless = None

for folder in reversed(os.getenv("CLIENT_FOLDERS").split(":")):
    sys.path.insert(0, folder)
from greenhouse import SensorClient, system  # noqa: E402
from greenhouse.outputs import Outputs  # noqa: E402
from greenhouse.signing import sign  # noqa: E402

advanced = 0
clock_error = 0


def clock():
    return time.time_ns() // 1000000 + clock_error + advanced


def say(line):
    # In one write: the alarms of outputs report in a thread of their own.
    sys.stdout.write(line + "\n")


def report(line):
    say("!" + line)


def uptime():
    return system.uptime_ms() + advanced


pins = {}
outputs = None


def switch(name, own_pins):
    def put(value):
        if own_pins is pins and pins.get(name) != value:
            report("%s: %d at %d" % (name, value, time.time_ns() // 1000000))
        own_pins[name] = value
    return put


# Standard output has the answers.
system.report = report


# The settings of the next board.
board = {}


class Wlan:
    STA_IF = 0

    def WLAN(self, _interface):
        return self

    def status(self, name):
        return {"rssi": int(board["RSSI"])}[name]


def join_wifi():
    """Without RSSI there is no Wi-Fi, also on a computer that has one."""
    if sys.implementation.name != "cpython":
        system.network = Wlan() if "RSSI" in board else None
    elif "RSSI" not in board:
        system.WIRELESS = os.devnull
    else:
        system.WIRELESS = wireless.name
        wireless.seek(0)
        wireless.truncate()
        wireless.write("Inter-| sta-|   Quality\n face | tus | link level noise\n"
                       " wlan0: 0000   54.  %s.  -256        0\n" % board["RSSI"])
        wireless.flush()


def settings():
    found = {}
    if "VERSION" in board:
        found["version"] = board["VERSION"]
    if "INTERVAL" in board:
        found["interval"] = [int(word) for word in board["INTERVAL"].split()]
    return found


def make_outputs(store):
    """The alarms of an earlier board's outputs go on, and switch pins of their own."""
    global pins
    pins = {}
    return Outputs({"valve": switch("valve", pins)}, store + "/outputs", report=report, uptime=uptime)


def begin(url, uid, key, capacity, timeout_ms, error_ms, store, boot, _board, _millis):
    global advanced, clock_error, outputs
    advanced, clock_error = 0, int(error_ms)
    join_wifi()
    outputs = make_outputs(store) if "OUTPUTS" in board else None
    # Removes the time that another client of this process has learned.
    system.remember(None, "")
    return SensorClient(
        url, uid, key, store=store or None, capacity=int(capacity), timeout=int(timeout_ms) / 1000,
        report=report, clock=clock, uptime=uptime, boot=boot, outputs=outputs,
        **settings())


def fail_once(client):
    """Makes the next answer not fit into the memory."""
    exchange = client._server.exchange

    def fail(*_arguments):
        client._server.exchange = exchange
        raise MemoryError("memory allocation failed, allocating 49000 bytes")
    client._server.exchange = fail


def answer(client, command, words):
    global advanced, clock_error
    if command == "add":
        values = [word.split("=") for word in words]
        client.add(**{name: float(value) for name, value in values})
    elif command == "evaluate":
        exec("client.add(%s)" % words[0], {"client": client})
    elif command == "advance":
        advanced += int(float(words[0]) + 1)
    elif command == "clock":
        clock_error = int(words[0])
    elif command == "press":
        outputs.set(words[0], int(words[1]), float(words[2]))
    elif command == "starve":
        fail_once(client)
    wait = client.poll() if command == "poll" else None
    state = dict(client.counts)
    state["waiting"], state["intervalSeconds"] = client.waiting, client.interval
    if outputs:
        state.update({"outputs": outputs.states, "pins": pins})
    state["waitMs"] = None if wait is None else wait * 1000 / system.for_sleep(1000)
    return state


client = None
for line in sys.stdin:
    command, *words = line.rstrip("\n").split("\t")
    try:
        if command == "sign":
            key, body = [binascii.unhexlify(word) for word in words]
            say(json.dumps(sign(key.decode(), body)))
        elif command == "board":
            board = dict(word.split("=", 1) for word in words)
            say("{}")
        elif command == "new":
            client = begin(*words)
            say("{}")
        else:
            say(json.dumps(answer(client, command, words)))
    except (TypeError, ValueError) as error:
        say(json.dumps({"error": "%s: %s" % (type(error).__name__, error)}))
