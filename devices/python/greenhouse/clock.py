"""The time: from this machine's clock if the backend confirms it, else corrected by the backend.

Before that, a reading has no time yet. It notes the uptime, the boot that the uptime counts from,
and the time of this machine's clock. It gets its date from them once the time is sure.
"""

import json

RIGHT_MS = 10000  # A clock with at most this error is right.
FIRST_DATE_MS = 1704067200000  # 2024: a clock with an earlier time was never set.


class Clock:
    """The time of this machine.

    wall returns Unix milliseconds, uptime milliseconds that never jump in this boot. `remember`
    keeps the state of the clock as a text, and `recall` returns it.
    """

    def __init__(self, wall, uptime, boot, recall, remember):
        self._wall = wall
        self.uptime = uptime
        self._boot = boot
        self._remember = remember
        self._correction = 0
        # The time at which the uptime was 0; None while the time is not sure.
        self._origin = None
        try:
            kept = json.loads(recall())
            if kept["boot"] == boot:
                self._correction, self._origin = int(kept["correction"]), int(kept["origin"])
        except (OSError, ValueError, KeyError, TypeError):
            pass

    def now(self):
        return self._wall() + self._correction

    def is_sure(self):
        """Returns whether the time was learned, and nobody has set the machine's clock since."""
        if self._origin is not None:
            origin = self.now() - self.uptime()
            self._origin = origin if abs(origin - self._origin) <= RIGHT_MS else None
        return self._origin is not None

    def forget(self):
        self._origin = None

    def learn(self, date):
        """Takes the time from the backend. Returns the clock's error in milliseconds, or 0."""
        before = self._correction
        own_error = self._wall() - date
        error = self.now() - date
        self._correction = 0 if abs(own_error) <= RIGHT_MS else -own_error
        self._origin = self.now() - self.uptime()
        kept = {"boot": self._boot, "correction": self._correction, "origin": self._origin}
        try:
            self._remember(json.dumps(kept))
        except OSError:
            pass  # The next process asks for the time again.
        return 0 if self._correction == before or abs(error) <= RIGHT_MS else error

    def stamp(self):
        """Returns the beginning of the JSON of a reading that is taken now."""
        if self.is_sure():
            return '{"timestamp":%d' % self.now()
        return '{"uptime":%d,"boot":"%s","wall":%d' % (self.uptime(), self._boot, self._wall())

    def date(self, line):
        """Returns the reading's JSON with its time; None if its time is not known."""
        if not is_undated(line):
            return line
        uptime, boot, wall = line[1:-1].split(",")[:3]
        rest = line[len(uptime) + len(boot) + len(wall) + 3:]
        if boot == '"boot":"%s"' % self._boot:
            taken_at_ms = self.now() - (self.uptime() - _number(uptime))
        else:
            taken_at_ms = _number(wall)
        return None if taken_at_ms < FIRST_DATE_MS else '{"timestamp":%d%s' % (taken_at_ms, rest)


def is_undated(line):
    return line.startswith('{"uptime":')


def timestamp_of(line):
    """Returns the Unix milliseconds of a dated reading."""
    return _number(line[1:-1].split(",")[0])


def _number(pair):
    return int(pair.split(":")[1])
