"""Switches a board's outputs, such as valves, for a while, as people of the farm order it.

Runs on CPython and MicroPython. Orders come with the answer to a request, each with a lease: how
long it is valid. The lease counts on the board's own clock from the moment when the request was
sent. So a late answer prolongs nothing. An output is off after a start, when its lease is over,
and when its limit for the day is used up. It is also off whenever something cannot be understood,
counted or kept. While no order holds, the program may switch it on by the board's own sensors, its
fallback.
"""

import json

from . import system
from .answers import single_line, is_whole
from .measurements import number_of

MAX_OUTPUTS = 8
MAX_NAME_LENGTH = 15
MAX_VALUE = 100
MAX_LEASE_MS = 3600000  # Longest time on after an order, or after a switch at the board.
OFF_HOLDS_MS = 3600000  # How long "off", ordered or set at the board, keeps a fallback off.
FALLBACK_MS = 300000  # How long a fallback stays on after the program has last asked for it.
FALLBACK_PAUSE_MS = 60000  # The shortest time between two times that a fallback switches on.
ASK_S = 30
MIN_PAUSE_MS = 2000  # Between two requests that only report outputs.
MAX_AGO_MS = 30 * 24 * 3600000  # Older changes are reported without a time.
FILE = "outputs.json"
# Larger numbers are malformed. As the limit of a day this number means "no limit".
MAX_NUMBER = 10 ** 12
UNREADABLE = "unreadable"
ANSWERED = ("value", "version", "forMs", "maxOnMs", "day")
KEPT = ("day", "usedMs", "sinceMs", "maxOnMs")


class Outputs:
    """The outputs of one board, by name. Not thread-safe: use them where their client is used.

    Give them to a client, and call its `poll` again and again. The client reports them and passes
    on the answers. They go off by themselves (system.Alarm). `poll` counts, keeps and reports
    their state.
    """

    def __init__(self, switches, store, *, ask_seconds=ASK_S, report=system.report,
                 uptime=system.uptime_ms, alarm=system.Alarm):
        """Makes outputs, and calls each function with 0.

        `switches`: a function for each name, at most 8, such as {"valve": set_valve}. A name is a
        lower-case letter and up to 14 lower-case letters, digits, _ and -. A function gets a whole
        number from 0 (off) to 100; a switch is on with 1. It must be quick. It may be called again
        with the same value, and with 0 from another thread or a timer. Its exceptions count as a
        fault.
        `store`: the path of a folder that only these outputs use. It keeps through a restart how
        long they were on.
        `ask_seconds`: the time between requests, which are sent even without a reading.
        Raises ValueError for an invalid name or too many outputs.
        """
        self._outputs = []
        for name, switch in switches.items():
            self._outputs.append(Output(name, switch, self._keep, uptime, alarm, report))
        for output in self._outputs:
            if not is_output_name(output.name):
                raise ValueError("invalid output name %r" % output.name)
        if len(self._outputs) > MAX_OUTPUTS:
            raise ValueError("a board has at most %d outputs" % MAX_OUTPUTS)
        self._report = report
        self._uptime = uptime
        self._ask_ms = int(ask_seconds * 1000)
        self._folder = system.Folder(store)
        self._kept = self._recall()
        # Uptime of the last request, the states in it, and the states in the last answered request.
        self._sent_at_ms = None
        self._sent = self._told = None

    @property
    def states(self):
        """The reported value, version and reason of each output, by name."""
        return {output.name: {"value": output.value, "version": output.version,
                              "reason": output.reason} for output in self._outputs}

    def set(self, name, value, seconds=0):
        """Switches an output at the board, for an hour at most. A new order ends it.

        Raises KeyError for an unknown name, ValueError for a value that is not a whole number from
        0 to 100.
        """
        self._find(name).set(_value_of(value), int(seconds * 1000), self._uptime())

    def fall_back(self, name, value):
        """Says what the board's own sensors ask for while no order holds: README.md has the rules.

        Call it after each reading, once a minute. The output goes off five minutes after the last
        call. `value`: True or False, a level up to 100, or None if a sensor has failed (off).
        Raises KeyError and ValueError as `set` does.
        """
        value = int(value or 0) if value is None or isinstance(value, bool) else _value_of(value)
        self._find(name).fall_back(value, self._uptime())

    def fall_back_at(self, name, reading, on_at, off_at, value=1):
        """Calls `fall_back` with a hysteresis.

        A heater is on below `on_at`, and off again from `off_at`. If `on_at` is the higher one, the
        output is on above it. A reading that is not a finite number (None, nan) means off.
        """
        output, number = self._find(name), number_of(reading)
        bound = off_at if output.value and output.reason == "fallback" else on_at
        is_on = number is not None and (number < bound if on_at < off_at else number > bound)
        self.fall_back(name, value if is_on else 0)

    def _find(self, name):
        for output in self._outputs:
            if output.name == name:
                return output
        raise KeyError(name)

    def advance(self):
        """Counts the time, and switches off outputs whose time is over. `poll` calls it, too."""
        for output in self._outputs:
            output.advance(self._uptime())

    def stop(self):
        """Switches everything off, for the end of the program."""
        for output in self._outputs:
            output.switch_off_now()
        for output in self._outputs:
            output.stop(self._uptime())

    def due_in_ms(self):
        """Returns the milliseconds until the next request should be sent; 0: now."""
        if self._sent_at_ms is None:
            return 0
        wait = MIN_PAUSE_MS if self.states != self._told else self._ask_ms
        return max(0, self._sent_at_ms + wait - self._uptime())

    def over_in_ms(self):
        """Returns the milliseconds until `advance` is needed, an hour at most."""
        now = self._uptime()
        return max(0, min([MAX_LEASE_MS] + [output.ends_at_ms - now for output in self._outputs
                                            if output.value]))

    def report_text(self):
        """Returns the JSON of `outputs` in a request."""
        now = self._uptime()
        return "{%s}" % ",".join([output.report_text(now) for output in self._outputs])

    def sent(self):
        """Notes that a request is sent. Returns the uptime, for `hear`."""
        self._sent, self._sent_at_ms = self.states, self._uptime()
        return self._sent_at_ms

    def hear(self, answer, sent_at_ms):
        """Applies an answer with status 200: its JSON object, or None for anything else.

        `sent_at_ms`: the return value of `sent` for its request.
        """
        if answer is None:
            answers = UNREADABLE
        else:
            self._told = self._sent
            if "outputs" not in answer:
                return  # The backend could not read the orders.
            answers = answer["outputs"]
        for output in self._outputs:
            order = UNREADABLE
            if isinstance(answers, dict):
                order = _read_answer(answers[output.name]) if output.name in answers else None
            output.take(order, sent_at_ms, self._uptime())

    def _recall(self):
        """Restores each output's record. Returns all records, by name."""
        try:
            is_there = FILE in self._folder.names()
            kept = json.loads(self._folder.read(FILE)) if is_there else {}
        except (OSError, ValueError, RuntimeError):  # RuntimeError: the JSON nests too deep.
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
        """Keeps an output's record. Returns whether it survives a power cut now."""
        before = self._kept
        self._kept = dict(before)
        self._kept[name] = record
        try:
            self._folder.write(FILE, json.dumps(self._kept))
        except Exception as error:  # noqa: BLE001 - also MemoryError: then the output stays off
            self._kept = before
            self._report("%s/%s cannot be written (%s)"
                         % (self._folder.path, FILE, single_line(error)))
            return False
        return True


class Output:
    """One output. Times are milliseconds of the board's uptime."""

    def __init__(self, name, switch, keep, uptime, alarm, report):
        self.name = name
        self.value = 0
        self.version = 0
        self.reason = "start"
        # The last change of value or reason.
        self._changed_at_ms = uptime()
        # When the output goes off; meaningless while it is off.
        self.ends_at_ms = 0
        self._ends_by = "lease"
        self._counted_at_ms = 0
        # The last answer that counted.
        self._heard_at_ms = -1
        # The fallback stays off until then. The orders before the start are unknown, and may be off.
        self._off_until_ms = self._changed_at_ms + OFF_HOLDS_MS
        # The same for off at the board. No order to switch off shortens it.
        self._pressed_off_until_ms = 0
        # When the fallback may switch on again.
        self._falls_back_at_ms = 0
        # The counted day, in days since 1970; None: the time on is unknown.
        self._day = 0
        # Time on in that day, and since the last answer. The latter may belong to the next day.
        self._used_ms = self._since_ms = 0
        self._max_on_ms = 0  # Until the backend has sent a limit, the output stays off.
        self._kept_max_on_ms = 0
        self._switch = switch
        self._keep_record = keep
        self._uptime = uptime
        self._report = report
        self._has_failed = False
        self._rang_at_ms = -1
        self._alarm = alarm(self._ring)
        self._put(0)

    def recall(self, kept):
        """Restores the record from before the restart. An unreadable one (None) uses up the day."""
        if kept is None:
            kept = {"day": None, "usedMs": MAX_NUMBER, "sinceMs": MAX_NUMBER, "maxOnMs": MAX_NUMBER}
        self._day, self._used_ms, self._since_ms, self._max_on_ms = [kept[name] for name in KEPT]
        self._kept_max_on_ms = self._max_on_ms

    def advance(self, now):
        if self._has_failed and not self.value:
            self._put(0)
        if self.value:
            # The alarm has switched the output off at `_rang_at_ms`.
            until = min(now, self._rang_at_ms) if self._rang_at_ms >= self.ends_at_ms else now
            self._used_ms += until - self._counted_at_ms
            self._since_ms += until - self._counted_at_ms
            self._counted_at_ms = until
            if now >= self.ends_at_ms:
                self._switch_off(self._ends_by)
                self._changed_at_ms = until

    def report_text(self, now):
        ago = now - self._changed_at_ms
        return '"%s":{"value":%d,"version":%d,"reason":"%s"%s}' % (
            self.name, self.value, self.version, self.reason,
            ',"agoMs":%d' % ago if ago <= MAX_AGO_MS else "")

    def take(self, answer, sent_at_ms, now):
        """Applies an answer: an object with all numbers, UNREADABLE, or None (not defined)."""
        self.advance(now)
        # A late answer: the request was sent before a newer answer arrived.
        if sent_at_ms < self._heard_at_ms:
            return
        self._heard_at_ms = now
        if answer == UNREADABLE:
            # It may have been an order to switch off.
            self._off_until_ms = now + OFF_HOLDS_MS
            self._switch_off("fault")
            return
        if answer is None:
            self._switch_off("start")
            self._forget_limit()
            return
        self._hear_limit(answer, sent_at_ms, now)
        # A value set at the board holds until a new order, within the limit.
        if self.reason != "local" or answer["version"] != self.version:
            self._take_order(answer, sent_at_ms, now)
        elif self.value:
            self._switch_to(self.value, "local", self.ends_at_ms, now)

    def _take_order(self, order, sent_at_ms, now):
        until = sent_at_ms + min(order["forMs"], MAX_LEASE_MS)
        is_new = order["version"] != self.version
        is_off = order["value"] == 0 and order["version"] > 0
        if not is_off:
            self._off_until_ms = now
        elif order["offForMs"] is not None:
            self._off_until_ms = sent_at_ms + min(order["offForMs"], OFF_HOLDS_MS)
        elif is_new:
            # An older backend does not say who ordered it, and when. It may be a person, now.
            self._off_until_ms = now + OFF_HOLDS_MS
        if order["value"] and is_new:
            self._pressed_off_until_ms = now
        self.version = order["version"]
        holds = now < (self._off_until_ms if is_off else until)
        if self.reason == "fallback" and not holds:
            self._switch_to(self.value, "fallback", self.ends_at_ms, now)
        else:
            self._switch_to(order["value"], "order", until, now)

    def set(self, value, for_ms, now):
        self.advance(now)
        self._pressed_off_until_ms = now if value else now + OFF_HOLDS_MS
        if value:
            self._off_until_ms = now
        self._switch_to(value, "local", now + min(for_ms, MAX_LEASE_MS), now)

    def fall_back(self, value, now):
        """Follows the board's own sensors, unless an order or a switch at the board holds."""
        self.advance(now)
        if self.value and self.reason != "fallback":
            return
        if self.value and not value:
            self._switch_off("lease")
        # Spares the relay, and the disk that keeps the time.
        if now < self._falls_back_at_ms:
            return
        off_until_ms = max(self._off_until_ms, self._pressed_off_until_ms)
        # Without a limit, the output is not defined, or the board has never heard of it.
        if value and now >= off_until_ms and self._max_on_ms:
            self._falls_back_at_ms = now + FALLBACK_PAUSE_MS
            self._switch_to(value, "fallback", now + FALLBACK_MS, now)
        elif not self._keep_limit():
            self._falls_back_at_ms = now + FALLBACK_PAUSE_MS

    def switch_off_now(self):
        """Switches the output off at once. `stop` counts its time later."""
        self._put(0)

    def stop(self, now):
        self.advance(now)
        self._switch_off("start")

    def _hear_limit(self, answer, sent_at_ms, now):
        """Notes the day and its limit. On a new day only the time since the last answer counts."""
        day = answer["day"]
        is_unknown = self._day is None
        if is_unknown:
            self._day = day
        elif day > self._day:
            self._day, self._used_ms = day, self._since_ms
        self._since_ms = min(self._since_ms, now - sent_at_ms)
        self._max_on_ms = answer["maxOnMs"]
        if is_unknown:
            # Replaces the unreadable record, so that its effect ends with this day.
            self._keep(0)

    def _forget_limit(self):
        """Keeps an output off that is not defined, also after a restart."""
        self._max_on_ms = 0
        self._keep_limit()

    def _keep_limit(self):
        """The fallback needs the limit after a restart, even if the output was never on."""
        return self._kept_max_on_ms == self._max_on_ms or self._keep(0)

    def _switch_to(self, value, reason, until, now):
        left_ms = self._max_on_ms - self._used_ms
        ends_at_ms = min(until, now + left_ms)
        if value == 0:
            self._switch_off(reason)
        elif now >= until:
            self._switch_off("lease")
        elif left_ms <= 0:
            self._switch_off("limit")
        elif not self._keep(ends_at_ms - now) or not self._put_on(value, ends_at_ms):
            self._switch_off("fault")
        else:
            self._become(value, reason)
            self.ends_at_ms = ends_at_ms
            self._ends_by = "lease" if ends_at_ms == until else "limit"
            self._counted_at_ms = now

    def _switch_off(self, reason):
        was_on = self.value > 0
        # The earlier reason says more than the end of the order.
        if not was_on and reason == "lease" and self.reason in ("limit", "local"):
            return
        self._become(0, reason)
        if was_on:
            self._put(0)
            self._alarm.cancel()
            self._keep(0)

    def _become(self, value, reason):
        # A new version without another change does not count.
        if (value, reason) != (self.value, self.reason):
            self._changed_at_ms = self._uptime()
            self.value, self.reason = value, reason

    def _keep(self, on_ms):
        """Keeps the time on so far plus the planned `on_ms`. Returns whether it was kept."""
        numbers = (self._day, self._used_ms + on_ms, self._since_ms + on_ms, self._max_on_ms)
        is_kept = self._keep_record(self.name, dict(zip(KEPT, numbers)))
        if is_kept:
            self._kept_max_on_ms = self._max_on_ms
        return is_kept

    def _put_on(self, value, ends_at_ms):
        """Switches the output on until `ends_at_ms`. Returns whether it was on."""
        try:
            # Set first. It also replaces the alarm of an earlier lease.
            self._alarm.set(max(0, ends_at_ms - self._uptime()))
        except Exception as error:  # noqa: BLE001 - without an alarm nothing would switch it off
            self._report("%s: no alarm (%s)" % (self.name, single_line(error)))
            return False
        is_put = self._put(value)
        # Keeping the record may have taken so long that the alarm has rung before.
        if not is_put or self._uptime() >= ends_at_ms:
            self._put(0)
        return is_put

    def _ring(self):
        """Switches the output off, in another thread or a timer."""
        if self._put(0):
            self._rang_at_ms = self._uptime()

    def _put(self, value):
        """Calls the switch. Returns whether it worked. A failed switch is set to 0 again later."""
        try:
            self._switch(value)
            self._has_failed = False
        except Exception as error:  # noqa: BLE001 - the function is the user's
            if not self._has_failed:
                self._report("%s cannot be switched (%s)" % (self.name, single_line(error)))
            self._has_failed = True
        return not self._has_failed


def is_output_name(text):
    """Returns whether an output's name is valid: `^[a-z][0-9a-z_-]{0,14}$`."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return (0 < len(text) <= MAX_NAME_LENGTH and text[0] in letters
            and all(letter in letters + "0123456789_-" for letter in text))


def _value_of(value):
    if not is_whole(value) or not 0 <= value <= MAX_VALUE:
        raise ValueError("the value must be a whole number from 0 to %d" % MAX_VALUE)
    return value


def _read_answer(value):
    """Returns the answer for one output; UNREADABLE if the backend would not send it."""
    answer = _read_numbers(value, ANSWERED)
    if answer is None or answer["value"] > MAX_VALUE:
        return UNREADABLE
    # An older backend does not send it.
    answer["offForMs"] = value.get("offForMs") if _is_number(value.get("offForMs")) else None
    return answer


def _read_numbers(stored, names):
    """Returns the numbers by these names; None if one is missing or is not a whole number."""
    if not isinstance(stored, dict):
        return None
    numbers = {name: stored.get(name) for name in names}
    is_read = all(_is_number(number) for number in numbers.values())
    return numbers if is_read else None


def _is_number(value):
    return is_whole(value) and 0 <= value <= MAX_NUMBER
