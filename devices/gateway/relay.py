"""Keeps the readings of a farm's boards on the disk and sends them to the backend in its name.

Readings come from any thread; `run` sends them in one of its own.
"""

import json
import threading
import time

import system
from answers import single_line
from clock import timestamp_of
from greenhouse import SensorClient
from messages import read_text, read_value
from measurements import NAMES, is_name, pairs_of
from quantities import ENTITIES
from store import Store
from units import check_unit, convert, field_of_unit
from values import has_no_value, instant_of

MAX_LIST_LENGTH = 100  # Readings that a board may hand over at once.
MAX_UID_LENGTH = 100
MAX_NAME_LENGTH = 100  # Characters of a sensor's name.
MAX_TIME_MS = 1 << 52  # How far a board's clock is ahead, the backend judges.
MAX_MEASUREMENTS = 40  # Of a reading.
HOUR_S = 3600
KEY_S = 5  # While the key is refused, its file is read again so often.
MAX_SUBJECTS = 200  # Whatever a network sends, no more lines than this are written in an hour.
MAX_KEPT_MS = 30 * 24 * HOUR_S * 1000  # The backend takes no older readings.
MAX_SHOWN = 20  # Sensors, of those whose readings are kept.
MAX_SHOWN_LENGTH = 500  # Characters of a reading.
MAX_REPORT_LENGTH = 12000
PROBE_MS = 60000  # One reading of each sensor whose readings are kept is sent again so often.
KEPT_SHARE = 5  # A part of the capacity comes on top for them.
# What a status means in a farm's batch, where an older backend names no code, or a newer one a code
# that this gateway does not know.
BY_STATUS = {400: "unclear", 401: "sensor-has-own-key", 404: "sensor-not-found",
             425: "reading-from-future", 503: "database-unavailable"}
# Somebody may correct these: the readings of that sensor are kept.
KEPT = ("sensor-not-found", "sensor-not-linked", "sensor-has-own-key", "database-unavailable",
        "unclear")
# The backend never takes such a reading.
FINAL = ("reading-too-old", "reading-from-far-future", "missing-field", "field-not-a-string",
         "field-not-a-number")
CORRECT_CLOCK = "correct the board's clock, or leave the timestamp out"
ADVICE = {
    "sensor-not-found": "its readings are kept; register it for this farm, without a key of its "
                        "own, or correct the board's uid",
    "sensor-not-linked": "its readings are kept; link it to a greenhouse",
    "sensor-has-own-key": "it has a key of its own, so that only its board can send its readings; "
                          "they are kept, remove that key if this gateway is to send them",
    "database-unavailable": "its readings are kept; the backend's log says what is wrong with its "
                            "registration",
    "unclear": "its readings are kept; link it to a greenhouse, or " + CORRECT_CLOCK,
    "reading-too-old": CORRECT_CLOCK,
    "reading-from-far-future": CORRECT_CLOCK,
    "reading-from-future": "it is kept, in case the backend's clock is behind; if the board's is "
                           "ahead, correct it",
}


class Unreadable(ValueError):
    """What a board sent is no reading; the text says why, for whoever programs the board."""


class NothingInIt(Unreadable):
    """A message is in order, but has no measurement."""


class Full(Exception):
    """The disk cannot be written, and the memory for that case is full."""


class Hourly:
    """Reports each subject once an hour. Thread-safe."""

    def __init__(self, report):
        self._report = report
        self._lock = threading.Lock()
        self._said = {}

    def report(self, subject, line):
        now = time.monotonic()
        with self._lock:
            if subject in self._said and now - self._said[subject] < HOUR_S:
                return
            if len(self._said) >= MAX_SUBJECTS:
                self._said = {each: at for each, at in self._said.items() if now - at < HOUR_S}
            if len(self._said) >= MAX_SUBJECTS:
                return
            self._said[subject] = now
        self._report(line)


class Relay(SensorClient):
    """Signs with the farm's key what boards hand over.

    read_key gives the key as it is now, or raises OSError or ValueError.
    """

    def __init__(self, url, farm_id, api_key, *, read_key, store, capacity, report):
        # Those that the backend refuses until somebody corrects why: apart from the others, so
        # that they hold up nothing.
        kept = capacity // KEPT_SHARE
        self._kept = Store(system.Folder(store + ".kept"), kept, kept, system.BATCH, False, report,
                           system.uptime_ms)
        super().__init__(url, farm_id, api_key, store=store, capacity=capacity, report=report)
        self._sender = '"farmId":%s' % json.dumps(farm_id)
        self._capacity = capacity
        self._read_key = read_key
        # All of the client is used under this lock; it is free while a request is on its way.
        self._changed = threading.Condition()
        self._hourly = Hourly(report)
        self._failing = None
        # Those that are kept: after a restart one may also lie among the others.
        self._kept_lines = set()
        # Those that were kept and are sent again.
        self._probing = {}
        # The refusals for which they are kept, by the sensor's uid.
        self._reasons = {}
        self._released = set()
        self._probe_at = self._uptime()
        self._has_kept_alone = False
        self._has_answer = False
        # Called with readings and where they came from, and with the uids of stored ones and the
        # registered names by uid.
        self.on_taken = self.on_stored = lambda *_: None
        # It may be corrected since.
        self._return(self._kept.oldest(self._kept.count))

    def ask_names(self):
        """Asks the backend with each batch for the registered names of its sensors."""
        self._sender += ',"names":true'

    def unregistered_uids(self):
        """Of sensors that nobody has registered; None before the backend has said anything."""
        with self._changed:
            if not self._has_answer:
                return None
            return [uid for uid in self._reasons if self.is_unregistered(uid)][:MAX_SHOWN]

    def unregistered(self, uids):
        """The newest kept reading of each of these sensors, as /reportIp takes them."""
        with self._changed:
            # Some may be on their way to the backend once more.
            lines = list(self._probing) + [
                line for _, _, line in self._kept.oldest(self._kept.count)]
        newest = {_uid_of(line): line for line in lines}
        found = []
        for uid in uids:
            fields = json.loads(newest.get(uid, "{}"))
            at = fields.pop("timestamp", self.now())
            fields.pop("uid", None)
            reading = json.dumps(fields, separators=(",", ":"))
            found.append({"uid": uid, "at": at,
                          "reading": reading if len(reading) <= MAX_SHOWN_LENGTH else "{}"})
        # The backend takes 16 KiB at once, and the address must not be refused for these.
        while len(json.dumps(found)) > MAX_REPORT_LENGTH:
            found.pop()
        return found

    def now(self):
        """Unix milliseconds, as well as they are known."""
        return self._clock.now()

    def take(self, readings, source="own"):
        """Keeps readings as `read_reading` makes them. Returns whether they are on the disk.

        Full when neither the disk nor the memory can take them.
        """
        with self._changed:
            if not self.is_safe and self.waiting + len(readings) > self._capacity:
                raise Full
            now = self._clock.stamp()
            self._keep(*[(now if timestamp is None else '{"timestamp":%d' % timestamp) + pairs
                         for timestamp, pairs, _ in readings])
            for _, _, ignored in readings:
                if ignored:
                    self._hourly.report(ignored, ignored)
            # Before any of it can be stored.
            self.on_taken(readings, source)
            if self._has_kept_alone:
                self._quiet_until = self._uptime()
            self._changed.notify()
            return self.is_safe

    def is_unregistered(self, uid):
        """Whether the backend refuses the sensor's readings because nobody has registered it."""
        with self._changed:
            return uid in self._reasons and _kind_of(self._reasons[uid]) == "sensor-not-found"

    def state(self):
        with self._changed:
            since, why = self._failing or (None, None)
            return dict(self.counts, waiting=self.waiting, isOnDisk=self.is_safe,
                        failingSince=since, error=why, kept={
                            uid: text for uid, (_, _, text) in
                            list(self._reasons.items())[:MAX_SHOWN]})

    @property
    def counts(self):
        return dict(super().counts, overflowed=self._store.overflowed + self._kept.overflowed)

    @property
    def waiting(self):
        return self._store.count + self._kept.count

    @property
    def is_safe(self):
        return super().is_safe and self._kept.is_safe

    def run(self):
        """Sends what waits, and does not return."""
        with self._changed:
            while True:
                wait = self.poll()
                self._changed.wait(KEY_S if self._is_key_refused else wait)
                if self._is_key_refused:
                    self._try_other_key()

    @property
    def _is_key_refused(self):
        return self._failing is not None and self._failing[1].startswith("401")

    def _try_other_key(self):
        try:
            key = self._read_key()
        except (OSError, ValueError) as error:
            self._hourly.report("key", "the key's file cannot be used: %s" % single_line(error))
            return
        if key != self._api_key:
            self._api_key = key
            self._quiet_until = self._uptime()
            self._report("the key's file was exchanged: trying its key")

    def _exchange(self, method, headers, body):
        self._changed.release()
        try:
            return super()._exchange(method, headers, body)
        finally:
            self._changed.acquire()

    def _pause(self, why, wait):
        since = self._failing[0] if self._failing else time.strftime(
            "%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._clock.now() // 1000))
        self._failing = (since, why)
        self._has_kept_alone = False
        super()._pause(why, wait)

    def _settle(self, batch, refused, answer):
        self._failing = None
        self._has_answer = True
        # Long readings may have made it smaller. Slowly, since a proxy may allow no more.
        self._limit = min(system.BATCH, self._limit + 1)
        stored = [entry for index, entry in enumerate(batch) if index not in refused]
        super()._settle(batch, refused, answer)
        self.on_stored([_uid_of(line) for _, _, line in stored], _names_in(answer))
        for _, _, line in stored:
            if line in self._probing:
                self._reasons.pop(_uid_of(line), None)
                self._released.add(_uid_of(line))
                self._probe_at = self._uptime()

    def _choose(self):
        if self._kept.count and self._uptime() >= self._probe_at:
            self._probe()
        batch = super()._choose()
        self._has_kept_alone = not batch
        if not batch:
            self._quiet_until = self._probe_at
        return batch

    def _probe(self):
        """Sends all of the sensors that are taken again, and the oldest of each other one."""
        self._probe_at = self._uptime() + PROBE_MS
        probed, entries = set(), []
        self._kept_lines.clear()
        for entry in self._kept.oldest(self._kept.count):
            uid = _uid_of(entry[2])
            if uid in self._released or uid not in probed:
                probed.add(uid)
                entries.append(entry)
            else:
                self._kept_lines.add(entry[2])
        self._released.clear()
        self._reasons = {uid: why for uid, why in self._reasons.items() if uid in probed}
        self._return(entries)

    def _return(self, entries):
        self._probing = dict.fromkeys(line for _, _, line in entries)
        # Cut off in between, they are sent twice and stored once.
        self._store.add(*self._probing)
        self._kept.settle(entries)

    def _kept_of(self, batch, refused):
        now = self._clock.now()
        return super()._kept_of(batch, refused) + [
            index for index, refusal in refused.items() if _kind_of(refusal) in KEPT
            and abs(now - timestamp_of(batch[index][2])) <= MAX_KEPT_MS]

    def _keep_refused(self, batch, kept):
        self._report_refused(batch, kept)
        overflowed = self._kept.overflowed
        lines = [batch[index][2] for index in kept]
        self._kept.add(*[line for line in dict.fromkeys(lines) if line not in self._kept_lines])
        self._kept_lines.update(lines)
        self._store.settle([batch[index] for index in kept])
        for index, refusal in kept.items():
            self._reasons[_uid_of(batch[index][2])] = refusal
        if self._kept.overflowed > overflowed:
            self._hourly.report("kept", "there is no more space for kept readings: their oldest "
                                "are dropped")

    def _report_refused(self, batch, refused):
        for index, refusal in refused.items():
            uid = _uid_of(batch[index][2])
            _, _, text = refusal
            advice = ADVICE.get(_kind_of(refusal))
            self._hourly.report((uid, text), "refused a reading of %s: %s%s" % (
                single_line(uid), text.rstrip("."), ": " + advice if advice else ""))


def _kind_of(refusal):
    """Which refusal of a reading it is: its code, or what its status means."""
    status, code, _ = refusal
    return code if code in KEPT or code in FINAL or code in ADVICE else BY_STATUS.get(status)


def _uid_of(line):
    return json.loads(line)["uid"]


def _names_in(answer):
    """The registered names by uid; an older backend answers without them."""
    names = answer.get("names")
    return {uid: single_line(name, MAX_NAME_LENGTH) for uid, name in names.items()
            if isinstance(name, str) and name.strip()} if isinstance(names, dict) else {}


def reading_of(uid, timestamp, measurements, ignored=None):
    """The three parts of a reading (read_reading). Errors as of pairs_of."""
    return timestamp, ',"uid":%s%s}' % (json.dumps(uid), pairs_of(measurements)), ignored


def read_json(text):
    """Unreadable for bytes that are no JSON, or nest too deep."""
    try:
        return read_value(read_text(text))
    except (ValueError, RecursionError) as error:
        raise Unreadable("no JSON: %s" % single_line(error))


def read_list(value):
    """The readings of what a board sent: one object, or a list of them; all or none are taken."""
    objects = value if isinstance(value, list) else [value]
    if not 1 <= len(objects) <= MAX_LIST_LENGTH:
        raise Unreadable("send 1 to %d readings at once, not %d" % (MAX_LIST_LENGTH, len(objects)))
    readings = []
    for index, each in enumerate(objects):
        try:
            readings.append(read_reading(each))
        except Unreadable as error:
            raise Unreadable("reading %d: %s" % (index, error) if len(objects) > 1 else str(error))
    return readings


def read_reading(value):
    """The time, or None for now; the rest of the reading's JSON; what to say of ignored fields, or None.

    A null is left out. Which measurements there are, the backend alone knows.
    """
    if not isinstance(value, dict):
        raise Unreadable('a reading is an object: {"uid": "my-board", "temperature": 21.5}')
    fields = {name: each for name, each in value.items() if each is not None}
    uid, timestamp = fields.pop("uid", None), fields.pop("timestamp", None)
    if not isinstance(uid, str) or not 0 < len(uid) <= MAX_UID_LENGTH:
        raise Unreadable("uid must be a text of 1 to %d characters" % MAX_UID_LENGTH)
    timestamp, notes = _time_of(timestamp)
    measured = {name: each for name, each in fields.items() if is_name(name) and is_number(each)}
    empty = [name for name, each in fields.items() if is_name(name) and is_no_value(each)]
    units = _convert_units(measured, fields, notes)
    # The quantities first; what is beyond the bound is named as ignored.
    taken = sorted(measured, key=lambda name: name not in ENTITIES)[:MAX_MEASUREMENTS]
    measured = {name: each for name, each in measured.items() if name in taken}
    names = sorted(single_line(name, 20) for name in fields
                   if name not in measured and name not in units and name not in empty)
    others = ", ".join(names[:5])
    if others and not measured:
        raise Unreadable("no measurement in %s: send numbers; %s" % (others, NAMES))
    if empty and not measured:
        raise Unreadable("there is no value in %s" % ", ".join(sorted(empty)[:5]))
    if empty:
        notes.append("without a value: " + ", ".join(sorted(empty)[:5]))
    said = ["%s of %s" % ("; ".join(notes), single_line(uid))] if notes else []
    said += ["ignored of %s: %s" % (single_line(uid), others)] if others else []
    ignored = "\n".join(said) or None
    try:
        return reading_of(uid, timestamp, measured, ignored)
    except (TypeError, ValueError) as error:
        raise Unreadable(single_line(error))


def _time_of(value):
    """The time of a reading, or None for that of its arrival; what to say of one that cannot be."""
    if value is None or value == "":
        return None, []
    time_ms, why = instant_of(value, None, MAX_TIME_MS)
    return time_ms, [] if why is None else [
        "the moment of arrival counts: timestamp %s" % why]


def _convert_units(measured, fields, notes):
    """Converts what comes with a unit of its own, and returns the names of the fields of units."""
    units = set()
    for name in list(measured):
        beside = field_of_unit(fields, name, name) if name in ENTITIES else None
        if beside is None:
            continue
        units.add(beside)
        try:
            measured[name] = round(convert(measured[name], check_unit(fields[beside], name)), 6)
        except ValueError as error:
            notes.append("%s is not taken: it %s" % (name, single_line(error)))
            del measured[name]
            units.add(name)
    return units


def is_no_value(value):
    if isinstance(value, float):
        return value - value != 0
    return isinstance(value, str) and has_no_value(value)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and not is_no_value(value)
