"""Runs scenarios of a board's outputs (outputs.py of devices/python), on CPython and on MicroPython.

Each line of the standard input names a file with a list of scenarios, which are lists of steps. For each scenario this
adds a line of JSON to the file beside it, with `.seen` behind its name: the state after each step. The clock, the
folder and the alarm are fakes. The clock starts at 0 with each start.
"""

import json
import os
import sys

for folder in reversed(os.getenv("CLIENT_FOLDERS").split(":")):
    sys.path.insert(0, folder)
from greenhouse import system  # noqa: E402
from greenhouse.answers import read_object  # noqa: E402
from greenhouse.outputs import Outputs  # noqa: E402

FILE = "outputs.json"


class Folder:
    """A disk, which survives restarts of a board."""

    path = "a folder"

    def __init__(self):
        self.files = {}
        self.fails = False
        self.board = None

    def names(self):
        return list(self.files)

    def read(self, name):
        if self.files[name] is None:
            raise OSError(5)
        return self.files[name]

    def write(self, name, text):
        if self.fails:
            raise OSError(28)
        self.files[name] = text
        self.board.log.append("kept")
        # A slow disk.
        self.board.clock += self.board.slow_ms


class Alarm:
    def __init__(self, board, callback):
        self.board, self.callback, self.end = board, callback, None
        board.alarms.append(self)

    def set(self, milliseconds):
        if self.board.has_no_alarms:
            raise RuntimeError("can't start new thread")
        self.end = self.board.clock + milliseconds

    def cancel(self):
        self.end = None


class Board:
    def __init__(self, disk, names):
        self.disk = disk
        self.names = names
        self.slow_ms = 0
        self.fails_at = None
        self.has_no_alarms = False
        self.start()

    def start(self):
        """Starts the program. Before it has switched a pin off, the pin may be on."""
        self.clock = 0
        self.alarms = []
        self.log = []
        self.reports = []
        self.pins = {name: 255 for name in self.names}
        self.disk.board = self
        system.Folder = lambda path: self.disk
        self.outputs = Outputs(
            {name: self.switch(name) for name in self.names}, "a folder", report=self.reports.append,
            uptime=lambda: self.clock, alarm=lambda callback: Alarm(self, callback))

    def switch(self, name):
        def set_pin(value):
            if value == self.fails_at:
                raise OSError("no such pin")
            if value != self.pins[name]:
                self.log.append("%s is %d" % (name, value))
            self.pins[name] = value
        return set_pin

    def wait(self, ms, is_blocked):
        """Advances the time. Alarms ring in time, and the program polls unless it is blocked."""
        end = self.clock + ms
        while True:
            due = [alarm for alarm in self.alarms if alarm.end is not None and alarm.end <= end]
            if not due:
                break
            alarm = min(due, key=lambda due_alarm: due_alarm.end)
            self.clock = max(self.clock, alarm.end)
            alarm.end = None
            alarm.callback()
        self.clock = end
        if not is_blocked:
            self.outputs.advance()

    def hear(self, text, sent):
        self.outputs.hear(read_object(text.encode()), sent)

    def take(self, step):
        op = step["op"]
        self.log.clear()
        self.disk.fails = not step.get("keeps", True)
        if op == "restart":
            self.start()
        elif op == "send":
            self.outputs.advance()
        elif op == "wait" and step.get("isLate"):
            self.clock += step["ms"]
        elif op == "wait":
            self.wait(step["ms"], step.get("isBlocked"))
        elif op == "press":
            self.outputs.set(self.names[0], step["value"], step["ms"] / 1000)
        elif op == "fallBackAt":
            self.outputs.fall_back_at(self.names[0], step["reading"], 4, 6)
        elif op == "fallBack" and step["value"] is None:
            self.outputs.fall_back_at(self.names[0], float("nan"), 4, 6)
        elif op == "fallBack":
            self.outputs.fall_back(self.names[0], step["value"])
        elif op == "hear" and "text" in step:
            self.hear(step["text"], step["sent"])
        elif op == "hear":
            answers = {} if step["answer"] is None else {self.names[0]: step["answer"]}
            text = json.dumps({"success": True, "outputs": answers})
            self.hear("<html>" if step["answer"] == "unreadable" else text, step["sent"])
        elif op == "slow":
            self.slow_ms = step["ms"]
        elif op == "set":
            for name, value in step["to"].items():
                setattr(self, name, value)
        elif op == "file":
            self.disk.files = dict(step["files"])
        elif op == "stop":
            self.outputs.stop()
        self.disk.fails = False

    def seen(self):
        return {"states": json.loads(self.outputs.report_text()), "pins": dict(self.pins),
                "log": list(self.log), "reports": list(self.reports),
                "file": self.disk.files.get(FILE)}


def play(scenario):
    # Each output may be a level here.
    board = Board(Folder(), [name.split("=")[0] for name in scenario["names"]])
    seen = []
    for step in scenario["steps"]:
        board.take(step)
        seen.append(board.seen())
    return seen


for line in sys.stdin:
    path = line.rstrip("\n")
    with open(path) as file:
        scenarios = json.loads(file.read())
    with open(path + ".seen", "w") as file:
        for scenario in scenarios:
            file.write(json.dumps(play(scenario)) + "\n")
    sys.stdout.write("true\n")
    if hasattr(sys.stdout, "flush"):
        sys.stdout.flush()
