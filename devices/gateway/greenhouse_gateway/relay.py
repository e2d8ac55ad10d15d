"""Keeps the readings of a farm's boards on the disk, and sends them to the backend for the farm.

Readings come from any thread. `run` sends them in a thread of its own.
"""

import json
import threading
import time

from greenhouse import system
from greenhouse.answers import single_line
from greenhouse.client import SensorClient
from greenhouse.clock import timestamp_of
from greenhouse.measurements import NAMES, is_name, pairs_of
from greenhouse.store import Store

from .messages import read_text, read_value
from .quantities import ENTITIES
from .signals import BOUNDS, take_signals
from .units import check_unit, convert, field_of_unit
from .values import has_no_value, instant_of

MAX_LIST_LENGTH = 100  # Readings that a board may send at once.
MAX_UID_LENGTH = 100
MAX_NAME_LENGTH = 100  # Characters of a sensor's name.
MAX_TIME_MS = 1 << 52  # How far a board's clock is ahead, the backend judges.
MAX_MEASUREMENTS = 40  # In a reading.
HOUR_S = 3600
KEY_S = 5  # While the key is refused, its file is read again after this time.
MAX_SUBJECTS = 200  # Limits the lines per hour, whatever the network sends.
MAX_KEPT_MS = 30 * 24 * HOUR_S * 1000  # The backend refuses older readings.
MAX_SHOWN = 20  # Sensors with kept readings that the state shows.
MAX_SHOWN_LENGTH = 500  # Characters of a reading.
MAX_REPORT_LENGTH = 12000
PROBE_MS = 60000  # Time between attempts to send a kept reading of each sensor.
KEPT_SHARE = 5  # Kept readings have an extra fifth of the capacity.
# The meaning of a status in a farm's batch, for answers without a code, or with an unknown code.
BY_STATUS = {400: "unclear", 401: "sensor-has-own-key", 404: "sensor-not-found",
             425: "reading-from-future", 503: "database-unavailable"}
# Somebody may fix the cause, so the readings of that sensor are kept.
KEPT = ("sensor-not-found", "sensor-not-linked", "sensor-has-own-key", "database-unavailable",
        "unclear")
# The backend never accepts such a reading.
FINAL = ("reading-too-old", "reading-from-far-future", "missing-field", "field-not-a-string",
         "field-not-a-number")
CORRECT_CLOCK = "correct the board's clock, or leave out the timestamp"
ADVICE = {
    "sensor-not-found": "its readings are kept; register it for this farm, without its own key, or "
                        "correct the board's uid",
    "sensor-not-linked": "its readings are kept; link it to a greenhouse",
    "sensor-has-own-key": "it has its own key, so only its board can send its readings; they are "
                          "kept; remove that key to send them through this gateway",
    "database-unavailable": "its readings are kept; the backend's log explains what is wrong with "
                            "its registration",
    "unclear": "its readings are kept; link it to a greenhouse, or " + CORRECT_CLOCK,
    "reading-too-old": CORRECT_CLOCK,
    "reading-from-far-future": CORRECT_CLOCK,
    "reading-from-future": "it is kept, in case the backend's clock is behind; if the board's "
                           "clock is ahead, correct it",
}


class Unreadable(ValueError):
    """A board's message is not a reading. The text has the reason, for the board's programmer."""


class NothingInIt(Unreadable):
    """A message is valid, but has no measurement."""


class Full(Exception):
    """The disk cannot be written, and the memory for that case is full."""


class Hourly:
    """Reports each subject at most once an hour. Thread-safe."""

    def __init__(self, report):
        self._report = report
        self._lock = threading.Lock()
        self._reported = {}

    def report(self, subject, line):
        now = time.monotonic()
        with self._lock:
            if subject in self._reported and now - self._reported[subject] < HOUR_S:
                return
            if len(self._reported) >= MAX_SUBJECTS:
                self._reported = {subject: at for subject, at in self._reported.items()
                                  if now - at < HOUR_S}
            if len(self._reported) >= MAX_SUBJECTS:
                return
            self._reported[subject] = now
        self._report(line)


class Relay(SensorClient):
    """Sends the readings of boards, signed with the farm's key.

    `read_key`: returns the key that its file has now, or raises OSError or ValueError.
    """

    def __init__(self, url, farm_id, api_key, *, read_key, store, capacity, report):
        # Readings that the backend refuses until somebody fixes the cause. They are kept
        # separately, so that they do not delay others.
        kept = capacity // KEPT_SHARE
        self._kept = Store(system.Folder(store + ".kept"), kept, kept, system.BATCH, False, report,
                           system.uptime_ms)
        super().__init__(url, farm_id, api_key, store=store, capacity=capacity, report=report)
        self._sender = '"farmId":%s' % json.dumps(farm_id)
        self._capacity = capacity
        self._read_key = read_key
        # The whole client is used under this lock. It is free during a request.
        self._changed = threading.Condition()
        self._hourly = Hourly(report)
        self._failing = None
        # The kept readings. After a restart such a reading may also be in the main store.
        self._kept_lines = set()
        # Kept readings that are being sent again.
        self._probing = {}
        # The refusals of kept readings, by the sensor's uid.
        self._reasons = {}
        self._released = set()
        self._probe_at_ms = self._uptime()
        self._has_kept_alone = False
        self._has_answer = False
        self._listeners = []
        # Somebody may have fixed the cause since.
        self._return(self._kept.oldest(self._kept.count))

    def _about(self):
        # Each reading says how its own board is. The backend ignores what a farm's batch says.
        return ""

    def tell(self, listener):
        """Adds a listener. `taken` gets readings and their source. `stored` gets the uids of stored
        readings, and the registered names by uid."""
        self._listeners.append(listener)

    def ask_names(self):
        """Makes each batch ask the backend for the registered names of its sensors."""
        self._sender += ',"names":true'

    def unregistered_uids(self):
        """Returns the uids of unregistered sensors; None before the backend has answered."""
        with self._changed:
            if not self._has_answer:
                return None
            return [uid for uid in self._reasons if self.is_unregistered(uid)][:MAX_SHOWN]

    def unregistered(self, uids):
        """Returns the newest kept reading of each of these sensors, in the form of /reportIp."""
        with self._changed:
            # Some kept readings may be on their way to the backend.
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
        # The backend accepts 16 KiB. The address must not be refused because of these readings.
        while len(json.dumps(found)) > MAX_REPORT_LENGTH:
            found.pop()
        return found

    def now(self):
        """Returns Unix milliseconds, as well as they are known."""
        return self._clock.now()

    def take(self, readings, source="own"):
        """Keeps readings from `read_reading`. Returns whether they are on the disk.

        Raises Full if neither the disk nor the memory has space.
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
            # Called before the backend can store any of these readings.
            for listener in self._listeners:
                listener.taken(readings, source)
            if self._has_kept_alone:
                self._quiet_until_ms = self._uptime()
            self._changed.notify()
            return self.is_safe

    def is_unregistered(self, uid):
        """Returns whether the backend refuses the sensor because nobody has registered it."""
        with self._changed:
            return uid in self._reasons and _kind_of(self._reasons[uid]) == "sensor-not-found"

    def state(self):
        with self._changed:
            since, why = self._failing or (None, None)
            return dict(self.counts, waiting=self.waiting, isOnDisk=self.is_safe,
                        failingSince=since, error=why, kept={
                            uid: text for uid, (_, _, text) in
                            list(self._reasons.items())[:MAX_SHOWN]})

    def newest_waiting(self, limit):
        """Returns the newest waiting readings as lines of JSON, the oldest first."""
        with self._changed:
            entries = [entry for store in (self._store, self._kept)
                       for entry in store.newest(limit, lambda _: True)]
            lines = [self._clock.date(line) for _, _, line in entries]
        return sorted((line for line in lines if line is not None), key=timestamp_of)

    def waiting_ms(self):
        """Returns how long the oldest reading waits; None without one, or if its time is unknown."""
        with self._changed:
            # Boards may send earlier readings later, so these may not be the very oldest.
            entries = [entry for store in (self._store, self._kept)
                       for entry in store.oldest(system.BATCH)]
            lines = [self._clock.date(line) for _, _, line in entries]
            ages = [self.now() - timestamp_of(line) for line in lines if line is not None]
        return max(ages) if ages else None

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
        """Sends waiting readings. Does not return."""
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
            self._quiet_until_ms = self._uptime()
            self._report("the key's file has changed: trying the new key")

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
        # Long readings may have made the limit smaller. It grows slowly, because a proxy may be the
        # cause.
        self._limit = min(system.BATCH, self._limit + 1)
        stored = [entry for index, entry in enumerate(batch) if index not in refused]
        super()._settle(batch, refused, answer)
        for listener in self._listeners:
            listener.stored([_uid_of(line) for _, _, line in stored], _names_in(answer))
        for _, _, line in stored:
            if line in self._probing:
                self._reasons.pop(_uid_of(line), None)
                self._released.add(_uid_of(line))
                self._probe_at_ms = self._uptime()

    def _choose(self):
        if self._kept.count and self._uptime() >= self._probe_at_ms:
            self._probe()
        batch = super()._choose()
        self._has_kept_alone = not batch
        if not batch:
            self._quiet_until_ms = self._probe_at_ms
        return batch

    def _probe(self):
        """Returns kept readings to the store: all of accepted sensors, one of each other sensor."""
        self._probe_at_ms = self._uptime() + PROBE_MS
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
        # If the process ends here, they are sent twice and stored once.
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
            self._hourly.report("kept", "no space for kept readings: the oldest are dropped")

    def _report_refused(self, batch, refused):
        for index, refusal in refused.items():
            uid = _uid_of(batch[index][2])
            _, _, text = refusal
            advice = ADVICE.get(_kind_of(refusal))
            self._hourly.report((uid, text), "refused a reading of %s: %s%s" % (
                single_line(uid), text.rstrip("."), ": " + advice if advice else ""))


def _kind_of(refusal):
    """Returns the kind of a refusal: its code, or the meaning of its status."""
    status, code, _ = refusal
    return code if code in KEPT or code in FINAL or code in ADVICE else BY_STATUS.get(status)


def _uid_of(line):
    return json.loads(line)["uid"]


def _names_in(answer):
    """Returns the registered names by uid. An older backend does not send them."""
    names = answer.get("names")
    return {uid: single_line(name, MAX_NAME_LENGTH) for uid, name in names.items()
            if isinstance(name, str) and name.strip()} if isinstance(names, dict) else {}


def reading_of(uid, timestamp, measurements, ignored=None):
    """Returns the three parts of a reading (see read_reading). Raises as pairs_of."""
    return timestamp, ',"uid":%s%s}' % (json.dumps(uid), pairs_of(measurements)), ignored


def read_json(text):
    """Returns the value of bytes. Raises Unreadable if they are not JSON, or nest too deep."""
    try:
        return read_value(read_text(text))
    except (ValueError, RecursionError) as error:
        raise Unreadable("not JSON: %s" % single_line(error))


def read_list(value):
    """Returns the readings of a board's JSON: an object or a list of objects. All or none count."""
    objects = value if isinstance(value, list) else [value]
    if not 1 <= len(objects) <= MAX_LIST_LENGTH:
        raise Unreadable("send 1 to %d readings at once, not %d" % (MAX_LIST_LENGTH, len(objects)))
    readings = []
    for index, item in enumerate(objects):
        try:
            readings.append(read_reading(item))
        except Unreadable as error:
            raise Unreadable("reading %d: %s" % (index, error) if len(objects) > 1 else str(error))
    return readings


def read_reading(value):
    """Returns the three parts of a reading.

    They are its time, or None for now; the rest of its JSON; a report on ignored fields, or None.
    A null is left out. Any number may be a measurement, because only the backend knows the
    quantities.
    """
    if not isinstance(value, dict):
        raise Unreadable('a reading must be an object: {"uid": "my-board", "temperature": 21.5}')
    fields = {name: field for name, field in value.items() if field is not None}
    uid, timestamp = fields.pop("uid", None), fields.pop("timestamp", None)
    if not isinstance(uid, str) or not 0 < len(uid) <= MAX_UID_LENGTH:
        raise Unreadable("uid must be a string of 1 to %d characters" % MAX_UID_LENGTH)
    timestamp, notes = _time_of(timestamp)
    measured = {name: field for name, field in fields.items() if is_name(name) and is_number(field)}
    stated = [name for name in BOUNDS if name in measured]
    signals = take_signals(measured, notes)
    empty = [name for name, field in fields.items() if is_name(name) and is_no_value(field)]
    units = _convert_units(measured, fields, notes)
    # Quantities come first. Names beyond the limit are reported as ignored.
    taken = sorted(measured, key=lambda name: name not in ENTITIES)[:MAX_MEASUREMENTS]
    measured = {name: number for name, number in measured.items() if name in taken}
    names = sorted(single_line(name, 20) for name in fields
                   if name not in measured and name not in units and name not in empty
                   and name not in stated)
    others = ", ".join(names[:5])
    if others and not measured:
        raise Unreadable("no measurement in %s: send numbers; %s" % (others, NAMES))
    if empty and not measured:
        raise Unreadable("no value in %s" % ", ".join(sorted(empty)[:5]))
    if empty:
        notes.append("without a value: " + ", ".join(sorted(empty)[:5]))
    lines = ["%s: %s" % (single_line(uid), "; ".join(notes))] if notes else []
    lines += ["ignored from %s: %s" % (single_line(uid), others)] if others else []
    ignored = "\n".join(lines) or None
    try:
        return reading_of(uid, timestamp, dict(measured, **signals), ignored)
    except (TypeError, ValueError) as error:
        raise Unreadable(single_line(error))


def _time_of(value):
    """Returns the time of a reading, or None for its arrival; and notes about a wrong time."""
    if value is None or value == "":
        return None, []
    time_ms, why = instant_of(value, None, MAX_TIME_MS)
    return time_ms, [] if why is None else [
        "the time of arrival counts: timestamp %s" % why]


def _convert_units(measured, fields, notes):
    """Converts values that come with a unit. Returns the names of the unit fields."""
    units = set()
    for name in list(measured):
        beside = field_of_unit(fields, name, name) if name in ENTITIES else None
        if beside is None:
            continue
        units.add(beside)
        try:
            measured[name] = round(convert(measured[name], check_unit(fields[beside], name)), 6)
        except ValueError as error:
            notes.append("%s is left out: it %s" % (name, single_line(error)))
            del measured[name]
            units.add(name)
    return units


def is_no_value(value):
    if isinstance(value, float):
        return value - value != 0
    return isinstance(value, str) and has_no_value(value)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and not is_no_value(value)
