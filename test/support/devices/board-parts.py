"""Prints how boards use their watchdog, the values of an uptime, and the state after deep sleep."""

import json
import os
import sys
import time

import machine

for folder in reversed(os.getenv("CLIENT_FOLDERS").split(":")):
    sys.path.insert(0, folder)
from greenhouse.system import Uptime  # noqa: E402
from greenhouse.watchdog import Watchdog  # noqa: E402

MINUTE = 60000


class Board:
    """A board whose watchdog accepts timeouts from `shortest` to `longest`."""

    def __init__(self, shortest, longest, is_on=True):
        self.now = 0
        self.seen = []
        self.relay = None
        board = self

        class WDT:
            def __init__(self, timeout):
                if not shortest <= timeout <= longest:
                    raise ValueError("timeout")
                board.seen.append("started with %d" % timeout)

            def feed(self):
                board.seen.append("fed at %d" % board.now)

        class Timer:
            PERIODIC = 1

            def __init__(self, number, period, mode, callback):
                board.relay = lambda: callback(self)

        machine.WDT, machine.Timer = WDT, Timer
        self.watchdog = Watchdog(is_on=is_on, ticks=lambda: self.now)

    def run(self):
        """Runs a program that is alive in the first minute, and then hangs."""
        for minute in (0, 1, 2, 4):
            self.now = minute * MINUTE
            if minute < 2:
                self.watchdog.feed()
            self.now += 1
            if self.relay:
                self.relay()
        return self.seen


print(json.dumps(Board(1, 10000000).run()))
print(json.dumps(Board(1, 8388).run()))
print(json.dumps(Board(5000, 5000).run()))
print(json.dumps(Board(1, 10000000, is_on=False).run()))

# The ticks wrap around between two of these readings.
ticks = [time.ticks_add(0, -2000), time.ticks_add(0, -500), 1000, 4000]
uptime = Uptime(lambda: ticks.pop(0))
print(json.dumps([uptime() for _ in range(3)]))


def ticks_of():
    """Ticks whose timer reads the uptime, too, after the program has read the ticks."""
    at = ticks.pop(0)
    if at == 100:
        uptime()
    return at


ticks = [0, 100, 105, 200]
uptime = Uptime(ticks_of)
print(json.dumps([uptime(), uptime()]))


class RTC:
    """A board's memory that survives deep sleep."""

    kept = b""

    def memory(self, *data):
        if data:
            RTC.kept = data[0]
        return RTC.kept


def wake():
    """Imports the module again, as a board does when it wakes."""
    del sys.modules["greenhouse.system"]
    import greenhouse.system as system
    return system


seen = []
machine.RTC = RTC
machine.deepsleep = lambda ms: seen.append("slept %d" % ms)
before = wake()
before.remember(None, "learned")
slept_at_ms = before.uptime_ms()
before.deep_sleep(600000)
after = wake()
seen.append("same boot" if after.boot_id() == before.boot_id() else "another boot")
passed = after.uptime_ms() - slept_at_ms
seen.append("uptime goes on" if 600000 <= passed < 700000 else passed)
seen.append(after.recall(None))
seen.append("same boot" if wake().boot_id() == before.boot_id() else "another boot")
print(json.dumps(seen))


class Timers:
    """A board with timers of these numbers, whose time the test advances."""

    def __init__(self, *numbers):
        self.callback = None
        timers = self

        class Timer:
            PERIODIC = 1

            def __init__(self, number, period, mode, callback):
                if number not in numbers:
                    raise ValueError("invalid Timer number")
                timers.callback, timers.started = callback, [number, period]

        machine.Timer = Timer

    def go_off(self):
        """Returns the calls of two alarms: one is set again, the other is cancelled."""
        board = wake()
        board.report = lambda line: events.append("no timer")
        events, ticks = [], [time.ticks_add(0, -500)]
        board.time = self
        self.ticks_ms = lambda: ticks[0]
        self.ticks_add, self.ticks_diff = time.ticks_add, time.ticks_diff
        alarm, other = [board.Alarm(lambda name=name: events.append("%s at %d" % (name, passed)))
                        for name in ("alarm", "other")]
        alarm.set(500)
        other.set(600)
        for passed in range(0, 2000, 100):
            ticks[0] = time.ticks_add(0, passed - 500)
            if passed == 300:
                alarm.set(700)
                other.cancel()
            if self.callback:
                self.callback(None)
        return [self.started if self.callback else None, events]


print(json.dumps([Timers(-1).go_off(), Timers(0, 1, 2, 3).go_off(), Timers(0, 1).go_off()]))
print(json.dumps(Timers().go_off()))
