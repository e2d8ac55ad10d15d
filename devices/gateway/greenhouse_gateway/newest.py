"""The newest values of the gateway's boards, for its own page. Thread-safe."""

import json
import re
import threading
from collections import namedtuple

MAX_BOARDS = 500  # Any board of the network may send any uid. The board silent for longest goes.
MAX_NAMES = 60  # Values of a board.

# values: for each name the value and its age in milliseconds. age_ms: that of the newest value or
# sign of life. name: the registered name, or None.
Board = namedtuple("Board", "uid name age_ms values")


class Newest:
    """`now`: returns Unix milliseconds. `uptime`: milliseconds that never jump; ages use them."""

    def __init__(self, now, uptime):
        self._now = now
        self._uptime = uptime
        self._lock = threading.Lock()
        # By uid, the last heard at the end: the uptime of its newest reading, and for each name the
        # value and its uptime.
        self._boards = {}
        self._names = {}

    def taken(self, readings, _source=None):
        """Takes readings in the form of the relay."""
        with self._lock:
            for timestamp, pairs, _ in readings:
                self._take(timestamp, json.loads("{" + pairs[1:]))

    def restore(self, lines):
        """Takes readings that wait since an earlier process, as lines of JSON, the oldest first."""
        with self._lock:
            for line in lines:
                fields = json.loads(line)
                self._take(fields.pop("timestamp"), fields)

    def _take(self, timestamp, fields):
        age_ms = 0 if timestamp is None else max(0, self._now() - timestamp)
        at_ms = self._uptime() - age_ms
        uid = fields.pop("uid")
        heard_at_ms, values = self._boards.pop(uid, (at_ms, {}))
        for name, value in fields.items():
            is_newer = name not in values or values[name][1] <= at_ms
            if is_newer and (name in values or len(values) < MAX_NAMES):
                values[name] = value, at_ms
        self._boards[uid] = max(at_ms, heard_at_ms), values
        if len(self._boards) > MAX_BOARDS:
            del self._boards[next(iter(self._boards))]

    def stored(self, _uids, names):
        """Takes the registered names by uid."""
        with self._lock:
            self._names.update({uid: name for uid, name in names.items() if uid in self._boards})

    def boards(self):
        """Returns all boards, sorted by their names."""
        with self._lock:
            now_ms = self._uptime()
            boards = [Board(uid, self._names.get(uid), now_ms - at_ms,
                            {name: (value, now_ms - value_at_ms)
                             for name, (value, value_at_ms) in values.items()})
                      for uid, (at_ms, values) in self._boards.items()]
            self._names = {uid: name for uid, name in self._names.items() if uid in self._boards}
        return sorted(boards, key=lambda board: _by_numbers(board.name or board.uid))


def _by_numbers(text):
    """Returns a key that sorts "bench 2" before "bench 10"."""
    return [(int(part), "") if index % 2 else (0, part)
            for index, part in enumerate(re.split(r"([0-9]{1,15})", text.lower()))]
