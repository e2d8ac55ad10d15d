"""Switches a board's outputs, such as valves, as the farm's people order it: each for a while.

Runs on CPython and MicroPython. What is ordered comes with the answer to a request, together with
how long the board may believe it (its lease). The time counts on the board's own clock, from the
moment at which the request was sent, so that no late answer prolongs anything. An output is off
after a start, when its lease is over, when it was on for long enough that day, and whenever
something cannot be understood, counted or kept.
"""

import json

import system
from answers import single_line, is_whole

MAX_OUTPUTS = 8
MAX_NAME_LENGTH = 15
MAX_VALUE = 100
MAX_LEASE_MS = 3600000  # No order and nobody at the board switches on for longer, without a new word.
ASK_S = 30
MIN_PAUSE_MS = 2000  # Between two requests that are sent for the outputs alone.
MAX_AGO_MS = 30 * 24 * 3600000  # What became as it is before that is reported without a time.
FILE = "outputs.json"
# Whoever sends more does not mean it; as a limit of a day it is none.
MAX_NUMBER = 10 ** 12
UNREADABLE = "unreadable"
ANSWERED = ("value", "version", "forMs", "maxOnMs", "day")
KEPT = ("day", "usedMs", "sinceMs", "maxOnMs")


class Outputs:
    """The outputs of one board, by name. Not thread-safe: use them where their client is used.

    Give them to a client, which reports them and passes on what is answered, and go on calling its
    `poll`. They go off in time by themselves (system.Alarm); what became of them is counted, kept
    and reported by `poll`.
    """

    def __init__(self, switches, store, *, ask_seconds=ASK_S, report=system.report,
                 uptime=system.uptime_ms, alarm=system.Alarm):
        """switches has a function for each name, at most 8, such as {"valve": set_valve}.

        A name has a letter and up to 14 more letters, digits, _ and -. The function is called with
        a whole number from 0 (off) to 100; a switch is ordered on with 1. It must be quick, and
        may be called again with the same value, and from another thread or a timer with 0. What it
        raises counts as a fault. It is called with 0 before anything else happens.

        store is the path of a folder, for these outputs alone: how long they were on outlives a
        restart there. A request is sent every ask_seconds, even without a reading. ValueError for
        a wrong name or too many outputs.
        """
        self._outputs = []
        for name, switch in switches.items():
            self._outputs.append(Output(name, switch, self._keep, uptime, alarm, report))
        for output in self._outputs:
            if not is_output_name(output.name):
                raise ValueError("no output can be named %r" % output.name)
        if len(self._outputs) > MAX_OUTPUTS:
            raise ValueError("a board has %d outputs at most" % MAX_OUTPUTS)
        self._report = report
        self._uptime = uptime
        self._ask_ms = int(ask_seconds * 1000)
        self._folder = system.Folder(store)
        self._kept = self._recall()
        # When it was sent last, what it was then, and in the last report that was answered.
        self._sent_at = None
        self._sent = self._told = None

    @property
    def states(self):
        """What is reported: value, version and reason of each output, by its name."""
        return {each.name: {"value": each.value, "version": each.version, "reason": each.reason}
                for each in self._outputs}

    def set(self, name, value, seconds=0):
        """Somebody at the board switches it, for an hour at most, until somebody orders anew.

        KeyError for another name, ValueError for what is no whole number from 0 to 100.
        """
        if not is_whole(value) or not 0 <= value <= MAX_VALUE:
            raise ValueError("the value must be a whole number from 0 to %d" % MAX_VALUE)
        for output in self._outputs:
            if output.name == name:
                output.set(value, int(seconds * 1000), self._uptime())
                return
        raise KeyError(name)

    def advance(self):
        """Counts the time, and switches off what is over. `poll` calls it; so may anybody."""
        for output in self._outputs:
            output.advance(self._uptime())

    def stop(self):
        """Switches everything off, for the end of the program."""
        for output in self._outputs:
            output.put_off()
        for output in self._outputs:
            output.stop(self._uptime())

    def due_in(self):
        """After how many milliseconds a request should be sent; 0: now."""
        if self._sent_at is None:
            return 0
        wait = MIN_PAUSE_MS if self.states != self._told else self._ask_ms
        return max(0, self._sent_at + wait - self._uptime())

    def over_in(self):
        """After how many milliseconds `advance` is needed, an hour at most."""
        now = self._uptime()
        return max(0, min([MAX_LEASE_MS] + [each.ends_at - now for each in self._outputs
                                          if each.value]))

    def report_text(self):
        """The JSON of `outputs` in a request."""
        now = self._uptime()
        return "{%s}" % ",".join([each.report_text(now) for each in self._outputs])

    def sent(self):
        """A request is sent, whatever comes of it. Returns when, by the clock of the outputs."""
        self._sent, self._sent_at = self.states, self._uptime()
        return self._sent_at

    def hear(self, answer, sent_at):
        """Takes an answer with status 200: the object that it is, or None for anything else.

        sent_at is when `sent` said that its request was sent.
        """
        if answer is None:
            answers = UNREADABLE
        else:
            self._told = self._sent
            if "outputs" not in answer:
                return  # The backend could not read what is ordered.
            answers = answer["outputs"]
        for output in self._outputs:
            said = UNREADABLE
            if isinstance(answers, dict):
                said = _read_answer(answers[output.name]) if output.name in answers else None
            output.take(said, sent_at, self._uptime())

    def _recall(self):
        """Gives each output what was kept of it. Returns all of it, by name."""
        try:
            is_there = FILE in self._folder.names()
            kept = json.loads(self._folder.read(FILE)) if is_there else {}
        except (OSError, ValueError, RuntimeError):  # RuntimeError: it nests too deep.
            kept = None
        if not isinstance(kept, dict):
            self._report("%s/%s cannot be read: outputs stay off until tomorrow"
                         % (self._folder.path, FILE))
            kept = {output.name: None for output in self._outputs}
        for output in self._outputs:
            if output.name in kept:
                output.recall(_read_numbers(kept[output.name], KEPT))
        return kept

    def _keep(self, name, record):
        """Returns whether it is kept: from then on it outlives a power cut."""
        before = self._kept
        self._kept = dict(before)
        self._kept[name] = record
        try:
            self._folder.write(FILE, json.dumps(self._kept))
        except Exception as error:  # noqa: BLE001 - MemoryError too: without it, it is off
            self._kept = before
            self._report("%s/%s cannot be written (%s)"
                         % (self._folder.path, FILE, single_line(error)))
            return False
        return True


class Output:
    """One output. Times are of the board's clock, in milliseconds."""

    def __init__(self, name, switch, keep, uptime, alarm, report):
        self.name = name
        self.value = 0
        self.version = 0
        self.reason = "start"
        # When value or reason changed.
        self._changed_at = uptime()
        # When it goes off; without meaning while it is off.
        self.ends_at = 0
        self._ends_by = "lease"
        self._counted_at = 0
        # When it last heard an answer that counted.
        self._heard_at = -1
        # The day that is counted, in days since 1970; None: it was on for nobody knows how long.
        self._day = 0
        # How long it was on that day; and since the last answer, which may be of the next day.
        self._used_ms = self._since_ms = 0
        self._max_on_ms = 0  # Before it has ever heard of a limit, nothing is on.
        self._switch = switch
        self._keep_record = keep
        self._uptime = uptime
        self._report = report
        self._has_failed = False
        self._rang_at = -1
        self._alarm = alarm(self._ring)
        self._put(0)

    def recall(self, kept):
        """What was kept before the restart; None: it cannot be read, so all of the day is used."""
        if kept is None:
            kept = {"day": None, "usedMs": MAX_NUMBER, "sinceMs": MAX_NUMBER, "maxOnMs": MAX_NUMBER}
        self._day, self._used_ms, self._since_ms, self._max_on_ms = [kept[name] for name in KEPT]

    def advance(self, now):
        if self._has_failed and not self.value:
            self._put(0)
        if self.value:
            # Its alarm has switched it off then.
            until = min(now, self._rang_at) if self._rang_at >= self.ends_at else now
            self._used_ms += until - self._counted_at
            self._since_ms += until - self._counted_at
            self._counted_at = until
            if now >= self.ends_at:
                self._switch_off(self._ends_by)
                self._changed_at = until

    def report_text(self, now):
        ago = now - self._changed_at
        return '"%s":{"value":%d,"version":%d,"reason":"%s"%s}' % (
            self.name, self.value, self.version, self.reason,
            ',"agoMs":%d' % ago if ago <= MAX_AGO_MS else "")

    def take(self, answer, sent_at, now):
        """answer is an object with all numbers, UNREADABLE, or None: the output is not defined."""
        self.advance(now)
        # It asked before it heard what it knows: it may know better.
        if sent_at < self._heard_at:
            return
        self._heard_at = now
        if answer == UNREADABLE:
            self._switch_off("fault")
            return
        if answer is None:
            self._switch_off("start")
            return
        self._hear_limit(answer, sent_at, now)
        # What was set here holds until somebody orders anew, within the limit.
        if self.reason != "local" or answer["version"] != self.version:
            self.version = answer["version"]
            until = sent_at + min(answer["forMs"], MAX_LEASE_MS)
            self._switch_to(answer["value"], "order", until, now)
        elif self.value:
            self._switch_to(self.value, "local", self.ends_at, now)

    def set(self, value, for_ms, now):
        self.advance(now)
        self._switch_to(value, "local", now + min(for_ms, MAX_LEASE_MS), now)

    def put_off(self):
        """At once; `stop` counts what it was on."""
        self._put(0)

    def stop(self, now):
        self.advance(now)
        self._switch_off("start")

    def _hear_limit(self, answer, sent_at, now):
        """On a new day, what it was on since the last answer counts: that came the day before."""
        day = answer["day"]
        is_unknown = self._day is None
        if is_unknown:
            self._day = day
        elif day > self._day:
            self._day, self._used_ms = day, self._since_ms
        self._since_ms = min(self._since_ms, now - sent_at)
        self._max_on_ms = answer["maxOnMs"]
        if is_unknown:
            # In the place of the record that cannot be read, so that it ends with this day.
            self._keep(0)

    def _switch_to(self, value, reason, until, now):
        left_ms = self._max_on_ms - self._used_ms
        ends_at = min(until, now + left_ms)
        if value == 0:
            self._switch_off(reason)
        elif now >= until:
            self._switch_off("lease")
        elif left_ms <= 0:
            self._switch_off("limit")
        elif not self._keep(ends_at - now) or not self._put_on(value, ends_at):
            self._switch_off("fault")
        else:
            self._become(value, reason)
            self.ends_at = ends_at
            self._ends_by = "lease" if ends_at == until else "limit"
            self._counted_at = now

    def _switch_off(self, reason):
        was_on = self.value > 0
        # Why it went off says more than that the order is over.
        if not was_on and reason == "lease" and self.reason in ("limit", "local"):
            return
        self._become(0, reason)
        if was_on:
            self._put(0)
            self._alarm.cancel()
            self._keep(0)

    def _become(self, value, reason):
        # Another version alone is no change.
        if (value, reason) != (self.value, self.reason):
            self._changed_at = self._uptime()
            self.value, self.reason = value, reason

    def _keep(self, on_ms):
        """Keeps how long it was on, and that it will be on for so long. Returns whether it could."""
        numbers = (self._day, self._used_ms + on_ms, self._since_ms + on_ms, self._max_on_ms)
        return self._keep_record(self.name, dict(zip(KEPT, numbers)))

    def _put_on(self, value, ends_at):
        """Returns whether it is on, or was."""
        try:
            # Before it is on. From now on the alarm of an earlier lease does not go off any more.
            self._alarm.set(max(0, ends_at - self._uptime()))
        except Exception as error:  # noqa: BLE001 - whatever it is, nothing would switch it off
            self._report("%s: no alarm (%s)" % (self.name, single_line(error)))
            return False
        is_put = self._put(value)
        # Keeping it may have taken long, and then the alarm has gone off before.
        if not is_put or self._uptime() >= ends_at:
            self._put(0)
        return is_put

    def _ring(self):
        """In another thread, or a timer."""
        if self._put(0):
            self._rang_at = self._uptime()

    def _put(self, value):
        """Returns whether the switch took it. One that fails is told again to be off."""
        try:
            self._switch(value)
            self._has_failed = False
        except Exception as error:  # noqa: BLE001 - it is the user's
            if not self._has_failed:
                self._report("%s cannot be switched (%s)" % (self.name, single_line(error)))
            self._has_failed = True
        return not self._has_failed


def is_output_name(text):
    """Whether an output may have this name: `^[a-z][0-9a-z_-]{0,14}$`."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return (0 < len(text) <= MAX_NAME_LENGTH and text[0] in letters
            and all(letter in letters + "0123456789_-" for letter in text))


def _read_answer(said):
    """What is answered of one output; UNREADABLE for what the backend would not say."""
    answer = _read_numbers(said, ANSWERED)
    return UNREADABLE if answer is None or answer["value"] > MAX_VALUE else answer


def _read_numbers(stored, names):
    """The whole numbers by these names; None where one is missing, or is none."""
    if not isinstance(stored, dict):
        return None
    numbers = {name: stored.get(name) for name in names}
    is_read = all(is_whole(number) and 0 <= number <= MAX_NUMBER for number in numbers.values())
    return numbers if is_read else None
