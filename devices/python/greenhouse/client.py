"""Sends the readings of one sensor to the greenhouse backend, signed.

Runs on CPython 3.8 and on MicroPython 1.20 or newer. system.py has what differs: time, network and
files. Readings wait in a bounded store until the backend has answered. Dropped readings are
counted and reported.
Not thread-safe: use one client in one thread.
"""

import json
import random

from . import system
from .answers import (
    early_of, error_of, may_be_stale, parse_date, read_object, refusals_of, single_line)
from .board_status import describe_board, version_pair
from .clock import RIGHT_MS, Clock, is_undated, timestamp_of
from .interval import Interval
from .measurements import describe_left_out, split
from .signing import sign
from .store import Store
from .version import VERSION

WINDOW_MS = 300000  # Readings of at most this age become the newest values. They go first.
FIRST_WAIT_MS = 1000
MAX_WAIT_MS = 60000
FIRST_REFUSED_WAIT_MS = 60000
MAX_REFUSED_WAIT_MS = 600000
MAX_RETRY_AFTER_MS = 600000


class SensorClient:
    """Sends the readings of one sensor: `add` them, then call `poll` again and again, or `flush`.

    `counts` has the results so far.
    `stored`: readings in the history.
    `refused`: rejected by the backend, or dropped because their time is unknown.
    `overflowed`: dropped from the full store for newer readings.
    These and `waiting` add up to all readings that were added, or found in the store at the start.
    The gateway's relay.py extends this class.
    """

    def __init__(self, url, uid, api_key, *, store=None, capacity=None, timeout=system.ATTEMPT_S,
                 report=system.report, clock=system.unix_ms, uptime=system.uptime_ms, boot=None,
                 idle=None, outputs=None, version=system.NAME + " " + VERSION, interval=None):
        """Makes a client. Raises ValueError for a URL that must not get readings.

        `url`: the URL of /sensorData.
        `store`: the path of a folder that only this client uses. Without it readings are kept in
        memory.
        `capacity`: in readings.
        `timeout`: for one request, in seconds.
        `report`: takes a line of text for people.
        `clock`: returns Unix milliseconds.
        `uptime`: returns milliseconds that never jump. `boot` names the start that they count from.
        `idle`: on MicroPython, called again and again during a wait.
        `outputs`: the outputs of this board (outputs.py). With them `poll` never returns None.
        `version`: name and number of your program, which requests state instead of this client's.
        Up to 32 ASCII characters; "" for none.
        `interval`: lets the sensor's owners change the interval. Three whole seconds: the
        program's own interval, and the least and the most that it obeys.
        """
        if capacity is None:
            capacity = system.CAPACITY if store else system.MEMORY_CAPACITY
        folder = system.Folder(store) if store else None
        self._server = system.Server(url)
        self._sender = '"uid":%s' % json.dumps(uid)
        self._api_key = api_key
        self._timeout = timeout
        self._report = report
        self._uptime = uptime
        self._idle = idle
        self._outputs = outputs
        self._version = version_pair(version)
        self._interval = Interval(*interval) if interval else None
        self._stored = self._refused = 0
        memory_capacity = system.MEMORY_CAPACITY if system.IS_FLASH else capacity
        self._store = Store(folder, capacity, memory_capacity, system.BATCH, system.IS_FLASH,
                            report, uptime, is_undated)
        self._clock = Clock(clock, uptime, boot or system.boot_id(), lambda: system.recall(folder),
                            lambda text: system.remember(folder, text))
        self._limit = system.BATCH
        # Readings added so far, and readings added until the newest were sent.
        self._added, self._sent = 1, 0
        self._was_stale = False
        self._failures = self._refusals = 0
        self._outage = None
        # Names of the values left out of the last reading.
        self._left_out = []
        self._reported_overflowed = self._store.overflowed
        self._quiet_until_ms = uptime()

    @property
    def counts(self):
        return {"stored": self._stored, "refused": self._refused,
                "overflowed": self._store.overflowed}

    @property
    def waiting(self):
        """The number of readings that wait for the backend's answer."""
        return self._store.count

    @property
    def is_safe(self):
        """Whether all waiting readings are in the store, and survive the end of this process."""
        return self._store.is_safe

    @property
    def interval(self):
        """The seconds between two readings that now count; None without the setting."""
        return self._interval.seconds if self._interval else None

    def add(self, *, sign_of_life=False, **measurements):
        """Takes a reading of this moment: numbers by any names, such as temperature=21.5, co2=612.

        Leaves out values that are not a finite number, as broken sensors give them. Returns their
        names, and reports them when they change. With sign_of_life a reading without values is
        sent. Raises ValueError if no value is left, TypeError for an invalid name.
        """
        pairs, left_out = split(measurements)
        if not pairs and not sign_of_life:
            raise ValueError("no value is left: " + describe_left_out(left_out) if left_out else
                             "a reading without values needs sign_of_life=True")
        self._keep(self._clock.stamp() + pairs + "}")
        names = sorted(left_out)
        if names and names != self._left_out:
            self._report("left out of a reading: " + describe_left_out(left_out))
        self._left_out = names
        return names

    def _keep(self, *lines):
        overflowed = self._store.overflowed
        self._store.add(*lines)
        if overflowed == self._reported_overflowed < self._store.overflowed:
            self._report("the store is full: the oldest readings are dropped")
        self._added += len(lines)

    def poll(self):
        """Sends at most one request, if it is due: new readings first, then the oldest.

        Returns the time until the next call, for `time.sleep` (on MicroPython `time.sleep_ms`);
        None if nothing waits.
        """
        if self._outputs:
            self._outputs.advance()
        if self._uptime() >= self._quiet_until_ms and (self.waiting or self._must_report()):
            try:
                if self._clock.is_sure():
                    self._send()
                else:
                    self._ask_time()
            except Exception as failure:  # noqa: BLE001 - also MemoryError: the loop must go on
                if isinstance(failure, MemoryError):
                    self._limit = max(1, self._limit // 2)
                # The text of a network error never contains the request.
                self._retry_later("no answer (%s)" % single_line(failure), None)
        wait = max(0, self._quiet_until_ms - self._uptime())
        if self._outputs:
            wait = wait if self.waiting else max(wait, self._outputs.due_in_ms())
            wait = min(wait, self._outputs.over_in_ms())
        elif not self.waiting:
            return None
        return system.for_sleep(wait)

    def _must_report(self):
        return self._outputs is not None and self._outputs.due_in_ms() == 0

    def flush(self, seconds=60, sleep=system.sleep):
        """Polls until nothing waits, for about `seconds`. Returns whether nothing waits.

        Readings that still wait are in the store then, also on flash.
        """
        end = self._uptime() + seconds * 1000
        wait = self.poll()
        while self.waiting and self._quiet_until_ms < end and self._uptime() < end:
            sleep(wait)
            wait = self.poll()
        if self.waiting:
            self._store.keep()
        return not self.waiting

    def _exchange(self, method, headers, body):
        idle = self._pass_time if self._outputs else self._idle
        return self._server.exchange(method, headers, body, self._timeout, idle)

    def _pass_time(self):
        self._outputs.advance()
        if self._idle:
            self._idle()

    def _ask_time(self):
        status, headers, _ = self._exchange("GET", {}, b"")
        date = parse_date(headers.get("date"))
        if status != 405 or date is None:
            self._retry_later("%d, not the backend's time" % status, headers.get("retry-after"))
            return
        self._learn(date)

    def _learn(self, date):
        error = self._clock.learn(date)
        if error:
            self._report("the clock was %d s off: corrected by the backend's time"
                         % ((abs(error) + 500) // 1000 * (1 if error > 0 else -1)))

    def _date(self):
        """Gives each reading its final time."""
        undatable = self._store.date(self._clock.date)
        if undatable:
            self._refused += undatable
            self._report("refused %s from before the restart: without a clock their time is "
                         "unknown" % _readings(undatable))

    def _send(self):
        if self._store.has_undated:
            self._date()
        batch = self._choose()
        if not batch and not self._must_report():
            return
        body = self._body(batch)
        headers = {"Content-Type": "application/json", "X-Signature": sign(self._api_key, body)}
        added = self._added
        sent_at_ms = self._uptime()
        asked_at_ms = self._outputs.sent() if self._outputs else None
        status, headers, text = self._exchange("POST", headers, body)
        content = read_object(text)
        if self._outputs and status == 200:
            self._outputs.hear(content, asked_at_ms)
        answer = content or {}
        refused = None
        if status == 200:
            refused = refusals_of(answer, len(batch)) if batch else _taken(answer)
        error = error_of(answer)
        if refused is not None:
            if self._interval:
                self._interval.hear(answer)
            self._sent = added
            if batch:
                self._settle(batch, refused, answer)
            else:
                self._settle_sign_of_life()
            self._keep_time(parse_date(headers.get("date")), self._uptime() - sent_at_ms)
        elif may_be_stale(status, headers.get("error-code")) and not self._was_stale:
            self._was_stale = True
            self._clock.forget()
        elif status == 413 and len(batch) > 1:
            self._limit = len(batch) // 2
        elif 400 <= status < 500 and status not in (408, 429):
            self._wait_for_correction(("%d %s" % (status, error)).strip())
        else:
            self._retry_later("%d %s" % (status, error or "not the backend's answer"),
                              headers.get("retry-after"))

    def _body(self, batch):
        """Returns the bytes of a request: fields about the board, then the readings."""
        # The state of outputs now: waiting readings do not contain it.
        reported = self._outputs.report_text() if self._outputs else None
        body = '{%s,"timestamp":%d' % (self._sender, self._clock.now()) + self._about()
        if reported:
            body += ',"outputs":' + reported
        if batch:
            body += ',"readings":[%s]' % ",".join([entry[2] for entry in batch])
        return (body + "}").encode()

    def _about(self):
        """Returns what a request says about the board itself now."""
        return describe_board(self._version, system.rssi(), self.interval)

    def _choose(self):
        batch = []
        now = self._clock.now()
        if self._sent != self._added:
            batch = self._store.newest(self._limit,
                                       lambda line: abs(now - timestamp_of(line)) <= WINDOW_MS)
        if not batch:
            self._sent = self._added
            # Readings ahead of the backend's time must not delay the others.
            batch = self._store.oldest(
                self._limit, lambda line: timestamp_of(line) <= now + WINDOW_MS
            ) or self._store.oldest(self._limit)
        return sorted(batch, key=lambda entry: timestamp_of(entry[2]))

    def _kept_of(self, batch, refused):
        """Returns the indices of refused readings to keep: those ahead of the backend's time."""
        return early_of(refused, len(batch))

    def _settle(self, batch, refused, _answer):
        oldest = timestamp_of(batch[0][2])
        kept = {index: refused.pop(index) for index in self._kept_of(batch, refused)}
        stored = len(batch) - len(refused) - len(kept)
        self._store.settle([entry for index, entry in enumerate(batch) if index not in kept])
        self._stored += stored
        self._refused += len(refused)
        self._succeed()
        self._report_refused(batch, refused)
        overflowed = self._store.overflowed - self._reported_overflowed
        if overflowed:
            self._reported_overflowed += overflowed
            self._report("the store was full: the %s dropped" % (
                "oldest reading was" if overflowed == 1 else
                "%d oldest readings were" % overflowed))
        if self._outage is not None:
            self._outage = (self._outage[0] + stored,
                            min(self._outage[1] or oldest, oldest))
            if not self.waiting:
                self._report("stored %s, the oldest from %s (UTC)"
                             % (_readings(self._outage[0]), _time_of_day(self._outage[1])))
                self._outage = None
        if kept:
            self._keep_refused(batch, kept)

    def _settle_sign_of_life(self):
        self._succeed()
        if self._outage is not None:
            self._outage = None
            self._report("the backend answers again")

    def _succeed(self):
        self._was_stale = False
        self._failures = self._refusals = 0

    def _keep_refused(self, _batch, kept):
        _, _, why = list(kept.values())[0]
        self._pause(why, FIRST_REFUSED_WAIT_MS)

    def _report_refused(self, _batch, refused):
        reasons = [why for _, _, why in refused.values()]
        for why in sorted(set(reasons)):
            self._report("refused %s: %s" % (_readings(reasons.count(why)), why))

    def _keep_time(self, date, elapsed):
        """Checks the time with each answer, because boards without a clock run slow or fast."""
        if date is not None and abs(self._clock.now() - date) > RIGHT_MS + elapsed:
            self._learn(date)

    def _retry_later(self, why, retry_after):
        wait = min(MAX_WAIT_MS, FIRST_WAIT_MS << min(self._failures, 16))
        wait = wait // 2 + random.getrandbits(16) * (wait // 2) // 65536
        wait = max(wait, min(self._read_retry_after(retry_after), MAX_RETRY_AFTER_MS))
        self._failures += 1
        self._pause(why, wait)

    def _wait_for_correction(self, why):
        """Waits after the whole request was refused. Drops nothing: a person may fix the cause."""
        wait = min(MAX_REFUSED_WAIT_MS, FIRST_REFUSED_WAIT_MS << min(self._refusals, 16))
        self._refusals += 1
        self._was_stale = False
        self._pause(why, wait)

    def _pause(self, why, wait):
        self._outage = self._outage or (0, None)
        self._quiet_until_ms = self._uptime() + wait
        self._store.keep()
        self._report("%s: trying again in %d s, %d waiting"
                     % (why, (wait + 999) // 1000, self.waiting))

    def _read_retry_after(self, header):
        """Returns the milliseconds of a header with seconds or a date; 0 for anything else."""
        try:
            # isdigit() also accepts characters that int() does not, such as "²".
            return int(header[:9] if header.isdigit() else "") * 1000
        except (AttributeError, ValueError):
            date = parse_date(header)
            return 0 if date is None else date - self._clock.now()


def _taken(answer):
    """Returns no refusals for an accepted request without readings; None if it failed."""
    return {} if answer.get("success") is True else None


def _readings(count):
    return "%d reading%s" % (count, "" if count == 1 else "s")


def _time_of_day(milliseconds):
    minutes = milliseconds // 60000
    return "%02d:%02d" % (minutes // 60 % 24, minutes % 60)
