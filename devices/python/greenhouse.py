"""Sends the readings of one sensor to the greenhouse backend, signed.

Standard library only, Python 3.8 or newer: copy this file and exchange.py. Readings wait in a bounded buffer
until the backend confirms them; whatever is given up is counted and reported, never hidden.
Not thread-safe: use one client in one thread.
"""

import hashlib
import json
import math
import random
import secrets
import sys
import time
from collections import deque
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from numbers import Real
from urllib.parse import urlsplit

from exchange import in_a_line, parse_json, post

WINDOW_SECONDS = 300
"""The backend takes no reading that is older than this."""

ATTEMPT_SECONDS = 15
"""How long one attempt may take: connection, request and the whole answer."""

FIRST_WAIT_SECONDS = 1
LONGEST_WAIT_SECONDS = 60
LONGEST_RETRY_AFTER_SECONDS = 600
STALE = "Timestamp is more than 5 minutes"
MEASUREMENTS = ("temperature", "humidity", "light", "battery")


def sign(api_key, timestamp, uid):
    """The signature: MD5 of the key, the timestamp's text and the uid, in hexadecimal."""
    return hashlib.md5((api_key + timestamp + uid).encode()).hexdigest()


def is_local(host):
    """Whether plain HTTP may be spoken with this host: this machine or one of its network."""
    if host == "localhost" or host.endswith(".local"):
        return True
    try:
        return ip_address(host).is_private
    except ValueError:
        return False


class SensorClient:
    """Sends the readings of one sensor: `add` them, then call `poll` again and again, or `flush`.

    counts tells what became of the readings:
      stored       confirmed by the backend
      refused      the backend will never take them (a wrong key, an unknown sensor, ...)
      expired      older than five minutes before they could be sent
      overflowed   pushed out of the full buffer by newer ones
      unconfirmed  sent, but given up before an answer came: stored perhaps, perhaps not
    The sum of these and of `waiting` is the number of readings added.
    """

    def __init__(self, url, uid, api_key, *, capacity=64, timeout=ATTEMPT_SECONDS, report=None,
                 clock=time.time, uptime=time.monotonic, jitter=random.random):
        """url is that of /sensorData; report takes a line of text for a person (standard error).

        timeout is for one whole attempt, in seconds.
        clock gives Unix seconds, uptime seconds that never jump, jitter numbers from 0 to 1.
        """
        parts = urlsplit(url)
        is_allowed = parts.scheme == "https" or (
            parts.scheme == "http" and is_local(parts.hostname or ""))
        if not is_allowed or not parts.hostname:
            raise ValueError("the URL must begin with https:// (http:// in the local network)")
        self.counts = dict.fromkeys(
            ("stored", "refused", "expired", "overflowed", "unconfirmed"), 0)
        self._url = parts
        self._uid = uid
        self._api_key = api_key
        self._capacity = capacity
        self._timeout = timeout
        self._report = report or (lambda line: print(line, file=sys.stderr))
        self._clock = clock
        self._uptime = uptime
        self._jitter = jitter
        self._waiting = deque()
        self._correction = 0.0
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
            self._give_up(self._waiting[0], "overflowed", "the buffer is full")
        self._waiting.append(_Reading(values, self._uptime()))

    def poll(self):
        """Sends at most one reading, the oldest, if it is due.

        Returns after how many seconds to call again; None when nothing waits.
        """
        now = self._uptime()
        while self._waiting and now - self._waiting[0].taken_at > WINDOW_SECONDS:
            self._give_up(self._waiting[0], "expired", "older than 5 minutes")
        if not self._waiting:
            return None
        if now >= self._quiet_until:
            self._send(self._waiting[0])
        if not self._waiting:
            return None
        # What becomes too old in the meantime is to be said in time.
        until = min(self._quiet_until, self._waiting[0].taken_at + WINDOW_SECONDS + 0.001)
        return max(0.0, until - self._uptime())

    def flush(self, sleep=time.sleep):
        """Polls until nothing waits any more: after five minutes and a bit at the latest."""
        wait = self.poll()
        while wait is not None:
            sleep(wait)
            wait = self.poll()

    def _send(self, reading):
        if reading.timestamp is None:
            age = self._uptime() - reading.taken_at
            reading.timestamp = str(round((self._clock() + self._correction - age) * 1000))
        was_sent_before = reading.is_perhaps_stored
        try:
            status, date, wait, message = self._post(reading)
        except Exception as error:  # noqa: BLE001 - no answer, whatever it is, ends the loop
            # The text of an error of the network names hosts and numbers, never what was sent.
            self._try_later("no answer ({})".format(in_a_line(error)), 0)
            return
        if 300 <= status < 500:
            # This attempt stored nothing; an earlier one without an answer may have.
            reading.is_perhaps_stored = was_sent_before
        if status == 200 and message is None:
            self.counts["stored"] += 1
            self._waiting.popleft()
            self._failures = 0
        elif status == 401 and message and message.startswith(STALE):
            self._correct_clock(reading, date)
        elif status == 200 or status in (408, 429) or status >= 500:
            self._try_later("{} {}".format(status, message or "not the backend's answer"), wait)
        else:
            self._give_up(reading, "refused", "{} {}".format(status, message or "").strip())
            self._failures = 0

    def _post(self, reading):
        """Status, Unix seconds of the answer's date or None, seconds to wait, and its error."""
        body = json.dumps(dict(
            reading.values, uid=self._uid, timestamp=reading.timestamp,
            signature=sign(self._api_key, reading.timestamp, self._uid)))

        def mark_as_sent():
            reading.is_perhaps_stored = True

        headers = {"Content-Type": "application/json", "Idempotency-Key": reading.key}
        status, headers, text = post(self._url, headers, body.encode(), self._timeout, mark_as_sent)
        return (status, _date_of(headers.get("Date")),
                self._seconds_of(headers.get("Retry-After")), _error_of(text))

    def _correct_clock(self, reading, date):
        if date is None:
            self._give_up(reading, "refused", "stale, and the answer has no Date to go by")
            return
        now = date + 0.5
        error = now - (self._clock() + self._correction)
        if reading.is_corrected:
            self._give_up(reading, "refused", "stale by the corrected clock too")
            return
        self._correction += error
        self._report("the clock was {:+.0f} s off: corrected by the backend's".format(-error))
        if reading.is_perhaps_stored and abs(error) < WINDOW_SECONDS + 60:
            # The attempt without an answer may have been within the window: under another
            # timestamp the reading could be stored twice.
            self._give_up(reading, "refused", "stale after an attempt without an answer")
            return
        reading.timestamp = None
        reading.is_corrected = True
        reading.is_perhaps_stored = False

    def _try_later(self, why, least_wait):
        wait = min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** min(self._failures, 16))
        wait = max(wait * (0.5 + self._jitter() / 2), least_wait)
        self._failures += 1
        self._quiet_until = self._uptime() + wait
        self._report("{}: trying again in {:.1f} s, {} waiting".format(why, wait, self.waiting))

    def _seconds_of(self, retry_after):
        try:
            seconds = float(retry_after)
        except (TypeError, ValueError):
            date = _date_of(retry_after)
            seconds = 0 if date is None else date - self._clock() - self._correction
        return min(max(0, seconds), LONGEST_RETRY_AFTER_SECONDS)

    def _give_up(self, reading, outcome, why):
        if reading.is_perhaps_stored:
            outcome = "unconfirmed"
        self._waiting.remove(reading)
        self.counts[outcome] += 1
        self._report("a reading is given up as {}: {}".format(outcome, why))


class _Reading:
    """One reading on its way. It keeps its key, and its timestamp once that was sent."""

    def __init__(self, values, taken_at):
        self.values = values
        self.taken_at = taken_at
        self.key = secrets.token_hex(16)
        self.timestamp = None
        self.is_perhaps_stored = False
        self.is_corrected = False


def _check_measurement(name, value):
    if name not in MEASUREMENTS:
        raise TypeError("no such measurement: " + name)
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError("{} must be a number, not {!r}".format(name, value))
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError("{} must be finite, not {!r}".format(name, value))
    return number


def _date_of(header):
    """Unix seconds; None for what is no date."""
    try:
        return parsedate_to_datetime(header).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def _error_of(text):
    """The error that an answer tells; None for a success of the backend."""
    answer = parse_json(text)
    if not isinstance(answer, dict):
        return ""
    if answer.get("success") is True:
        return None
    error = answer.get("error")
    return in_a_line(error) if isinstance(error, str) else ""
