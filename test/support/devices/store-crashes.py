"""Cuts the power of a store at each of its file operations in turn, and prints lost and duplicate readings.

The script of operations is always the same: readings are taken, dated, sent and settled, in a store that is sometimes
full. A crash leaves any beginning of an appended text.
"""

import json
import os
import sys

for folder in reversed(os.getenv("CLIENT_FOLDERS").split(":")):
    sys.path.insert(0, folder)
from greenhouse.store import RETRY_MS, Store  # noqa: E402


class PowerCut(Exception):
    pass


class Folder:
    path = "a folder"

    def __init__(self, files, operations, torn=0, error=None):
        self.files = files
        self.left = operations
        self.torn = torn
        self.error = error

    def step(self):
        self.left -= 1
        if self.left == 0:
            raise self.error or PowerCut

    def names(self):
        return list(self.files)

    def read(self, name):
        return self.files[name]

    def append(self, name, text):
        try:
            self.step()
        except (PowerCut, OSError):
            self.files[name] = self.files.get(name, "") + text[:self.torn]
            raise
        self.files[name] = self.files.get(name, "") + text

    def write(self, name, text):
        self.step()
        self.files[name] = text

    def remove(self, name):
        self.step()
        del self.files[name]


now = 0


def open_store(folder, capacity=1000):
    return Store(folder, capacity, capacity, 4, False, lambda line: None, lambda: now, is_undated)


def is_undated(line):
    return '"n":0' in line or '"n":1}' in line


def date(line):
    return line.replace("{", '{"timestamp":1,')


def use(store, taken, settled, pause=0):
    """Takes 40 readings, and settles some of them on the way."""
    global now
    for number in range(40):
        now += pause
        store.add('{"n":%d}' % number)
        taken.append(number)
        if number == 6:
            store.date(date)
        if number % 9 == 8:
            batch = store.newest(3, lambda line: True)
            settled.extend(numbers(batch))
            store.settle(batch)
        if number % 13 == 12:
            batch = store.oldest(6)
            settled.extend(numbers(batch))
            store.settle(batch)


def numbers(batch):
    return [json.loads(line)["n"] for _, _, line in batch]


def crash_at(operation, torn):
    files, taken, settled = {}, [], []
    try:
        use(open_store(Folder(files, operation, torn)), taken, settled)
    except PowerCut:
        pass
    else:
        return None
    found = numbers(open_store(Folder(files, 0)).oldest(1000))
    # The reading at the crash itself may be there or not.
    lost = [number for number in taken if number not in found and number not in settled]
    strange = [number for number in found if number not in taken and number != len(taken)]
    doubled = len(found) - len(set(found))
    return [lost, strange, doubled, found == sorted(found)]


def fail_at(operation, torn, pause):
    """Makes the disk full for one operation. The store goes on, and tries again later."""
    global now
    files, taken, settled = {}, [], []
    store = open_store(Folder(files, operation, torn, OSError(28)))
    use(store, taken, settled, pause)
    now += RETRY_MS
    store.add('{"n":40}')
    waiting = sorted(numbers(store.oldest(1000)))
    found = sorted(numbers(open_store(Folder(files, 0)).oldest(1000)))
    lost = [number for number in waiting if number not in found]
    return [lost, len(waiting) + len(settled) - 41, len(found) - len(set(found))]


outcomes = {"crashes": 0, "bad crashes": [], "failures": 0, "bad failures": []}
for torn in (0, 3, 7):
    operation = 1
    while True:
        outcome = crash_at(operation, torn)
        if outcome is None:
            break
        outcomes["crashes"] += 1
        if outcome != [[], [], 0, True]:
            outcomes["bad crashes"].append([operation, torn, outcome])
        operation += 1
    for failing in range(1, operation):
        outcome = fail_at(failing, torn, RETRY_MS if failing % 2 else 0)
        outcomes["failures"] += 1
        if outcome != [[], 0, 0]:
            outcomes["bad failures"].append([failing, torn, outcome])
print(json.dumps(outcomes))
