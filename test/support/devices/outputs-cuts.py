"""Cuts a board's power at each step of its file operations, and prints the counted time after that.

It runs on MicroPython, whose flash keeps closed files. On FAT a rename cannot replace a file. For each of
both disks it prints how many cuts there were, after how many the output is on or the board counts less
than the real time on, and after which its record is unreadable.
"""

import json
import os
import sys

for folder in reversed(os.getenv("CLIENT_FOLDERS").split(":")):
    sys.path.insert(0, folder)
from greenhouse import system  # noqa: E402
from greenhouse.outputs import MAX_NUMBER, Outputs  # noqa: E402

MINUTE = 60000


class PowerCut(BaseException):
    pass


class Flash:
    """The `os` and `open` of system.py, in memory."""

    def __init__(self, is_fat):
        self.files = {}
        self.is_fat = is_fat

    def listdir(self, _path):
        return [path.split("/")[-1] for path in self.files]

    def mkdir(self, _path):
        pass

    def step(self):
        self.left -= 1
        if self.left == 0:
            raise PowerCut

    def rename(self, old, new):
        self.step()
        if self.is_fat and new in self.files:
            raise OSError(17)
        self.files[new] = self.files.pop(old)

    def remove(self, path):
        self.step()
        del self.files[path]

    def open(self, path, mode="r"):
        return Open(self, path, mode)

    def cut_at(self, operation):
        self.left = operation
        system.os, system.open = self, self.open


class Open:
    def __init__(self, flash, path, mode):
        self.flash, self.path = flash, path
        if mode == "w":
            flash.step()
            # A part of the text may be there before the file is closed.
            flash.files[path] = ""

    def read(self):
        return self.flash.files[self.path]

    def write(self, text):
        self.flash.files[self.path] = text[:len(text) // 2]
        self.flash.step()
        self.flash.files[self.path] = text

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        pass


class Alarm:
    def __init__(self, callback):
        pass

    def set(self, milliseconds):
        pass

    def cancel(self):
        pass


class Board:
    def __init__(self, used=0):
        self.now = 0
        self.value = 0
        self.was_on = used
        self.outputs = Outputs({"valve": self.switch}, "/outputs", report=lambda line: None,
                               uptime=lambda: self.now, alarm=Alarm)

    def switch(self, value):
        self.value = value

    def wait(self, milliseconds):
        self.was_on += milliseconds if self.value else 0
        self.now += milliseconds
        self.outputs.advance()

    def hear(self, version, value, minutes):
        answer = {"value": value, "version": version, "forMs": minutes * MINUTE,
                  "maxOnMs": 60 * MINUTE, "day": 20785}
        self.outputs.hear({"outputs": {"valve": answer}}, self.now)

    def use(self):
        for version in range(1, 5):
            self.hear(version, 1, 3)
            self.wait(MINUTE)
            self.hear(version, 1, 2)
            self.wait(2 * MINUTE)
            self.hear(version + 1, 1, 5)
            self.wait(MINUTE)
            self.hear(version + 1, 0, 0)


def cut_at(operation, is_fat):
    flash = Flash(is_fat)
    flash.cut_at(operation)
    board = None
    try:
        board = Board()
        board.use()
    except PowerCut:
        pass
    else:
        return None
    flash.cut_at(0)
    was_on = board.was_on if board else 0
    after = Board(was_on)
    counted = after.outputs._outputs[0]._used_ms
    return [after.value, counted < was_on, counted == MAX_NUMBER]


def outcomes_on(is_fat):
    outcomes = {"cuts": 0, "on": 0, "counted less": 0, "unreadable": []}
    while True:
        outcome = cut_at(outcomes["cuts"] + 1, is_fat)
        if outcome is None:
            return outcomes
        outcomes["cuts"] += 1
        outcomes["on"] += outcome[0]
        outcomes["counted less"] += outcome[1]
        if outcome[2]:
            outcomes["unreadable"].append(outcomes["cuts"])


print(json.dumps({"littlefs": outcomes_on(False), "fat": outcomes_on(True)}))
