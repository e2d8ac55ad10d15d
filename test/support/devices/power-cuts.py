"""Cuts a computer's power at each file operation, and prints readings that are lost, or sent with two times.

The disk then holds the synced content of files, and the names that a folder had when the folder was
synced. The argument is the folder with the clients' system.py and store.py.
"""

import json
import os
import stat
import sys
import tempfile

sys.path.insert(0, sys.argv[1])
from greenhouse import system  # noqa: E402
from greenhouse.store import Store  # noqa: E402

READINGS = 12
fsync, replace, remove = os.fsync, os.replace, os.remove


class PowerCut(BaseException):
    pass


class Disk:
    """Records the files that would survive a power cut, and cuts at one operation."""

    def __init__(self, path, operations):
        self.path = path
        self.left = operations
        self.names = {}
        self.contents = {}
        self.open = []

    def step(self):
        self.left -= 1
        if self.left == 0:
            raise PowerCut

    def fsync(self, number):
        self.step()
        fsync(number)
        if stat.S_ISDIR(os.fstat(number).st_mode):
            self.names = {}
            for name in os.listdir(self.path):
                # An open file keeps its number.
                file = os.open(os.path.join(self.path, name), os.O_RDONLY)
                self.open.append(file)
                self.names[name] = os.fstat(file).st_ino
        else:
            inode = os.fstat(number).st_ino
            for name in os.listdir(self.path):
                path = os.path.join(self.path, name)
                if os.stat(path).st_ino == inode:
                    with open(path, "rb") as file:
                        self.contents[inode] = file.read()

    def replace(self, old, new):
        self.step()
        replace(old, new)

    def remove(self, path):
        self.step()
        remove(path)

    def restore(self, path):
        for name, number in self.names.items():
            with open(os.path.join(path, name), "wb") as file:
                file.write(self.contents.get(number, b""))


def is_undated(line):
    return "timestamp" not in line


def send(store, sent, clock):
    """Gives undated readings a stored time before anything is sent, as the clients do."""
    store.date(lambda line: line.replace("{", '{"timestamp":%d,' % clock, 1))
    batch = store.oldest(5)
    for _, _, line in batch:
        reading = json.loads(line)
        sent.setdefault(reading["n"], set()).add(reading["timestamp"])
    return batch


def open_store(path):
    return Store(system.Folder(path), 1000, 1000, 4, False, lambda line: None, lambda: 0,
                 is_undated)


def use(path, taken, sent, settled):
    store = open_store(path)
    for number in range(READINGS):
        store.add('{"n":%d}' % number)
        taken.append(number)
        if number % 3 == 2:
            batch = send(store, sent, 100)
            # The answer to every second batch is lost.
            if number % 2:
                settled.extend(json.loads(line)["n"] for _, _, line in batch)
                store.settle(batch)


def cut_at(operation):
    taken, sent, settled = [], {}, []
    with tempfile.TemporaryDirectory() as before, tempfile.TemporaryDirectory() as after:
        disk = Disk(before, operation)
        os.fsync, os.replace, os.remove = disk.fsync, disk.replace, disk.remove
        try:
            use(before, taken, sent, settled)
        except PowerCut:
            pass
        else:
            return None
        finally:
            os.fsync, os.replace, os.remove = fsync, replace, remove
            disk.restore(after)
            for file in disk.open:
                os.close(file)
        store = open_store(after)
        while store.count:
            # The clock shows another time now.
            store.settle(send(store, sent, 200))
    lost = [number for number in taken if number not in sent and number not in settled]
    return [lost, sorted(number for number, times in sent.items() if len(times) > 1)]


def main():
    outcomes = {"cuts": 0, "lost": 0, "doubled": 0}
    while True:
        outcome = cut_at(outcomes["cuts"] + 1)
        if outcome is None:
            break
        outcomes["cuts"] += 1
        outcomes["lost"] += len(outcome[0])
        outcomes["doubled"] += len(outcome[1])
    print(json.dumps(outcomes))


if __name__ == "__main__":
    main()
