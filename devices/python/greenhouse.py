"""Sends the readings of one sensor to the greenhouse backend, signed.

Runs on CPython 3.8 and on MicroPython 1.20 or newer. It needs signing.py, and the system.py of
the platform, which has the time and the network. Readings wait in a bounded buffer until the
backend confirms them; each one that is dropped is counted and reported.
Not thread-safe: use one client in one thread.
"""

import binascii
import json
import os
import random

import system
from signing import sign

WINDOW_MS = 300000  # The backend takes no reading that is older than this.
FIRST_WAIT_MS = 1000
LONGEST_WAIT_MS = 60000
LONGEST_RETRY_AFTER_MS = 600000
DEEPEST_ANSWER = 8  # Levels of lists and objects in the JSON of an answer.
LONGEST_TEXT = 200  # Characters of an answer's error, or of an exception, in a report.
STALE = "Timestamp is more than 5 minutes"
MEASUREMENTS = ("temperature", "humidity", "light", "battery")
MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"


class SensorClient:
    """Sends the readings of one sensor: `add` them, then call `poll` again and again, or `flush`.

    counts tells what became of the readings:
      stored       confirmed by the backend
      refused      the backend will never take them (a wrong key, an unknown sensor, ...)
      expired      older than five minutes before they could be sent
      overflowed   pushed out of the full buffer by newer ones
      unconfirmed  sent, but dropped before an answer came: perhaps stored
    The sum of these and of `waiting` is the number of readings added.
    """

    def __init__(self, url, uid, api_key, *, capacity=system.CAPACITY, timeout=system.ATTEMPT_S,
                 report=system.report, clock=system.unix_ms, uptime=system.uptime_ms, idle=None):
        """url is that of /sensorData; report takes a line of text for a person.

        timeout is for one whole attempt, in seconds. clock gives Unix milliseconds, uptime
        milliseconds that never jump. On MicroPython idle is called again and again during a wait.
        """
        self.counts = {"stored": 0, "refused": 0, "expired": 0, "overflowed": 0, "unconfirmed": 0}
        self._server = system.Server(url)
        self._uid = uid
        self._api_key = api_key
        self._capacity = capacity
        self._timeout = timeout
        self._report = report
        self._clock = clock
        self._uptime = uptime
        self._idle = idle
        self._waiting = []
        self._correction = 0
        self._failures = 0
        self._quiet_until = uptime()

    @property
    def waiting(self):
        """How many readings wait for their confirmation."""
        return len(self._waiting)

    def add(self, *, sign_of_life=False, **measurements):
        """Takes a reading of this moment: temperature (°C), humidity (%), light (lux), battery (%).

        TypeError for a value that is no number, ValueError for one that is not finite, as broken
        sensors give it, and for a reading without values; with sign_of_life that one is sent.
        """
        values = {name: _check_measurement(name, value) for name, value in measurements.items()}
        if not values and not sign_of_life:
            raise ValueError("a reading without values is sent with sign_of_life=True only")
        if len(self._waiting) == self._capacity:
            self._drop(self._waiting[0], "overflowed", "the buffer is full")
        self._waiting.append(_Reading(values, self._uptime()))

    def poll(self):
        """Sends at most one reading, the oldest, if it is due.

        Returns after how long to call again, as `time.sleep` (on MicroPython `time.sleep_ms`)
        takes it; None when nothing waits.
        """
        now = self._uptime()
        while self._waiting and now - self._waiting[0].taken_at > WINDOW_MS:
            self._drop(self._waiting[0], "expired", "older than 5 minutes")
        if self._waiting and now >= self._quiet_until:
            self._send(self._waiting[0])
        if not self._waiting:
            return None
        # A reading that expires earlier is reported then.
        until = min(self._quiet_until, self._waiting[0].taken_at + WINDOW_MS + 1)
        return system.for_sleep(max(0, until - self._uptime()))

    def flush(self, sleep=system.sleep):
        """Polls until nothing waits any more: after five minutes and a bit at the latest."""
        wait = self.poll()
        while wait is not None:
            sleep(wait)
            wait = self.poll()

    def _send(self, reading):
        if reading.timestamp is None:
            age = self._uptime() - reading.taken_at
            reading.timestamp = str(self._clock() + self._correction - age)
        was_perhaps_stored = reading.is_perhaps_stored
        try:
            status, headers, error = self._post(reading)
        except Exception as failure:  # noqa: BLE001 - MemoryError too: no answer ends the loop
            # The text of an error of the network never holds what was sent.
            self._retry_later("no answer (%s)" % _in_a_line(failure), None)
            return
        if 300 <= status < 500:
            # This attempt stored nothing; an earlier one without an answer may have.
            reading.is_perhaps_stored = was_perhaps_stored
        if status == 200 and error is None:
            self.counts["stored"] += 1
            self._waiting.remove(reading)
            self._failures = 0
        elif status == 401 and error and error.startswith(STALE):
            self._correct_clock(reading, _parse_date(headers.get("date")))
        elif status == 200 or status in (408, 429) or status >= 500:
            self._retry_later("%d %s" % (status, error or "not the backend's answer"),
                              headers.get("retry-after"))
        else:
            self._drop(reading, "refused", ("%d %s" % (status, error or "")).strip())
            self._failures = 0

    def _post(self, reading):
        """Returns status, headers and the error of the answer."""
        body = dict(reading.values)
        body["uid"] = self._uid
        body["timestamp"] = reading.timestamp
        body["signature"] = sign(self._api_key, reading.timestamp, self._uid)
        headers = {"Content-Type": "application/json", "Idempotency-Key": reading.key}

        def mark_as_sent():
            reading.is_perhaps_stored = True

        status, headers, text = self._server.post(
            headers, json.dumps(body).encode(), self._timeout, mark_as_sent, self._idle)
        return status, headers, _error_of(text)

    def _correct_clock(self, reading, now):
        if now is None:
            self._drop(reading, "refused", "stale, and the answer has no Date to go by")
            return
        if reading.is_corrected:
            self._drop(reading, "refused", "stale by the corrected clock too")
            return
        error = now - (self._clock() + self._correction)
        self._correction += error
        self._report("the clock was %d s off: corrected by the backend's" % (-error // 1000))
        if reading.is_perhaps_stored and abs(error) < WINDOW_MS + 60000:
            # The attempt without an answer may have been within the window: under another
            # timestamp the reading could be stored twice.
            self._drop(reading, "refused", "stale after an attempt without an answer")
            return
        reading.timestamp = None
        reading.is_corrected = True
        reading.is_perhaps_stored = False

    def _retry_later(self, why, retry_after):
        wait = min(LONGEST_WAIT_MS, FIRST_WAIT_MS << min(self._failures, 16))
        wait = wait // 2 + random.getrandbits(16) * (wait // 2) // 65536
        wait = max(wait, min(self._read_retry_after(retry_after), LONGEST_RETRY_AFTER_MS))
        self._failures += 1
        self._quiet_until = self._uptime() + wait
        self._report("%s: trying again in %d ms, %d waiting" % (why, wait, self.waiting))

    def _read_retry_after(self, header):
        """Milliseconds, from seconds or a date; 0 for anything else."""
        try:
            # Some characters are digits, but no numbers.
            return int(header[:9] if header.isdigit() else "") * 1000
        except (AttributeError, ValueError):
            date = _parse_date(header)
            return 0 if date is None else date - self._clock() - self._correction

    def _drop(self, reading, outcome, why):
        if reading.is_perhaps_stored:
            outcome = "unconfirmed"
        self._waiting.remove(reading)
        self.counts[outcome] += 1
        self._report("a reading is dropped and counted as %s: %s" % (outcome, why))


class _Reading:
    """One reading on its way. It keeps its key, and its timestamp once that was sent."""

    def __init__(self, values, taken_at):
        self.values = values
        self.taken_at = taken_at
        self.key = binascii.hexlify(os.urandom(16)).decode()
        self.timestamp = None
        self.is_perhaps_stored = False
        self.is_corrected = False


def _check_measurement(name, value):
    if name not in MEASUREMENTS:
        raise TypeError("no such measurement: " + name)
    try:
        # float() reads texts too.
        number = None if isinstance(value, (bool, str, bytes, bytearray)) else float(value)
    except TypeError:
        number = None
    except OverflowError:
        number = float("inf")
    if number is None:
        raise TypeError("%s must be a number, not %r" % (name, value))
    # Infinity minus itself is no number, and that equals nothing.
    if number - number != 0:
        raise ValueError("%s must be finite, not %r" % (name, value))
    return number


def _error_of(text):
    """The error that an answer tells; None for a success of the backend."""
    try:
        answer = None if _is_too_deep(text) else json.loads(text.decode())
    except ValueError:
        return ""
    if not isinstance(answer, dict):
        return ""
    if answer.get("success") is True:
        return None
    error = answer.get("error")
    return _in_a_line(error) if isinstance(error, str) else ""


def _is_too_deep(text):
    """Whether the JSON nests deeper than the backend's; brackets in its strings do not count."""
    depth = 0
    is_string = is_escaped = False
    for byte in text:
        if is_string:
            is_string = is_escaped or byte != 0x22
            is_escaped = not is_escaped and byte == 0x5C
        elif byte == 0x22:
            is_string = True
        elif byte in (0x5B, 0x7B):
            depth += 1
            if depth > DEEPEST_ANSWER:
                return True
        elif byte in (0x5D, 0x7D):
            depth -= 1
    return False


# MicroPython has no isprintable.
_is_printable = getattr(str, "isprintable", lambda char: char >= " " and char != "\x7f")


def _in_a_line(words):
    """A bounded text without control characters, for a line of a report."""
    text = str(words) or type(words).__name__
    return "".join(char if _is_printable(char) else " " for char in text[:LONGEST_TEXT])


def _parse_date(text):
    """Unix milliseconds of "Tue, 14 Nov 2023 22:13:20 GMT"; None for anything else."""
    try:
        _, day, month, year, clock, _ = text.split()
        hour, minute, second = [int(part) for part in clock.split(":")]
        month = MONTHS.index(month) // 3 + 1
        day, year = int(day), int(year)
    except (AttributeError, ValueError):
        return None
    if len(text) != 29:
        return None
    # Days since 1970 in the Gregorian calendar, counting years from March.
    if month <= 2:
        year -= 1
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    days = 365 * year + year // 4 - year // 100 + year // 400 + day_of_year - 719468
    # The middle of that second.
    return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + 500
