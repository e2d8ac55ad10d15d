"""Sends the readings of one sensor to the greenhouse backend, signed.

MicroPython 1.20 or newer, with HTTPS 1.23: copy this file, exchange.py, signing.py, and for
HTTPS roots.py to the board. Readings wait in a bounded buffer until the backend confirms them;
whatever is given up is counted and reported, never hidden.
"""

import binascii
import json
import os
import random
import time

from exchange import Deadline, exchange
from signing import sign

WINDOW_MS = 300000  # The backend takes no reading that is older than this.
ATTEMPT_S = 20  # One attempt: connection, request and the whole answer.
FIRST_WAIT_MS = 1000
LONGEST_WAIT_MS = 60000
LONGEST_RETRY_AFTER_S = 600
DEEPEST_ANSWER = 8  # Levels of lists and objects in the JSON of an answer.
LONGEST_TEXT = 200  # Characters of an answer's error, or of an exception, in a report.
STALE = "Timestamp is more than 5 minutes"
MEASUREMENTS = ("temperature", "humidity", "light", "battery")
MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"


def unix_ms():
    """The board's clock, whichever year it counts from."""
    epoch = 946684800 if time.gmtime(0)[0] == 2000 else 0
    return (int(time.time()) + epoch) * 1000


def is_local(host):
    """Whether plain HTTP may be spoken with this host: this machine or one of its network."""
    if host == "localhost" or host.endswith(".local"):
        return True
    parts = host.split(".")
    if len(parts) != 4 or not all(part.isdigit() for part in parts):
        return False
    first, second = int(parts[0]), int(parts[1])
    return (first in (10, 127) or (first == 192 and second == 168)
            or (first == 172 and 16 <= second <= 31))


class SensorClient:
    """Sends the readings of one sensor: `add` them, and call `poll` again and again.

    counts tells what became of the readings:
      stored       confirmed by the backend
      refused      the backend will never take them (a wrong key, an unknown sensor, ...)
      expired      older than five minutes before they could be sent
      overflowed   pushed out of the full buffer by newer ones
      unconfirmed  sent, but given up before an answer came: stored perhaps, perhaps not
    The sum of these and of len(waiting) is the number of readings added.
    """

    def __init__(self, url, uid, api_key, capacity=32, timeout=ATTEMPT_S, report=print,
                 clock=unix_ms, uptime=time.ticks_ms, idle=None):
        """url is that of /sensorData; report takes a line of text for a person.

        timeout is for one whole attempt, in seconds. clock gives Unix milliseconds, uptime
        milliseconds as time.ticks_ms does. idle is called again and again during a wait.
        """
        self.secure, self.host, self.port, self.path = _parse_url(url)
        self.context = _verifying_context() if self.secure else None
        self.uid = uid
        self._api_key = api_key
        self.capacity = capacity
        self.timeout = timeout
        self.report = report
        self.clock = clock
        self.uptime = uptime
        self.idle = idle
        self.counts = {"stored": 0, "refused": 0, "expired": 0, "overflowed": 0, "unconfirmed": 0}
        self.waiting = []
        self.correction = 0
        self.failures = 0
        self.wait = 0
        self.failed_at = uptime()

    def add(self, *, sign_of_life=False, **measurements):
        """Takes a reading of this moment: temperature (°C), humidity (%), light (lux), battery (%).

        TypeError for a value that is no number, ValueError for one that is not finite, as broken
        sensors give it, and for a reading without values; with sign_of_life that one is sent.
        """
        for name, value in measurements.items():
            _check_measurement(name, value)
        if not measurements and not sign_of_life:
            raise ValueError("a reading without values is sent with sign_of_life=True only")
        if len(self.waiting) == self.capacity:
            self._give_up(self.waiting[0], "overflowed", "the buffer is full")
        self.waiting.append(_Reading(measurements, self.uptime()))

    def poll(self):
        """Sends at most one reading, the oldest, if it is due.

        Returns after how many milliseconds to call again; None when nothing waits.
        """
        while self.waiting and self._since(self.waiting[0].taken_at) > WINDOW_MS:
            self._give_up(self.waiting[0], "expired", "older than 5 minutes")
        if not self.waiting:
            return None
        if self._still_quiet() == 0:
            self._send(self.waiting[0])
        return self._still_quiet() if self.waiting else None

    def _since(self, ticks):
        return time.ticks_diff(self.uptime(), ticks)

    def _still_quiet(self):
        # Once over, a wait stays over, however far the ticks go round.
        if self.wait > 0 and self._since(self.failed_at) >= self.wait:
            self.wait = 0
        return self.wait and self.wait - self._since(self.failed_at)

    def _send(self, reading):
        if reading.timestamp is None:
            age = self._since(reading.taken_at)
            reading.timestamp = str(self.clock() + self.correction - age)
        was_sent_before = reading.is_perhaps_stored
        try:
            status, headers, message = self._post(reading)
        except Exception as error:  # noqa: BLE001 - MemoryError too: no answer ends the loop
            # The text of an error of the network never holds what was sent.
            self._try_later("no answer (%s)" % _in_a_line(error), None)
            return
        if 300 <= status < 500:
            # This attempt stored nothing; an earlier one without an answer may have.
            reading.is_perhaps_stored = was_sent_before
        if status == 200 and message is None:
            self.counts["stored"] += 1
            self.waiting.remove(reading)
            self.failures = 0
        elif status == 401 and message and message.startswith(STALE):
            self._correct_clock(reading, headers.get("date"))
        elif status == 200 or status in (408, 429) or status >= 500:
            self._try_later("%d %s" % (status, message or "not the backend's answer"),
                            headers.get("retry-after"))
        else:
            self._give_up(reading, "refused", "%d %s" % (status, message or ""))
            self.failures = 0

    def _post(self, reading):
        body = dict(reading.values)
        body["uid"] = self.uid
        body["timestamp"] = reading.timestamp
        body["signature"] = sign(self._api_key, reading.timestamp, self.uid)
        body = json.dumps(body).encode()
        head = ("POST %s HTTP/1.1\r\nHost: %s:%d\r\nContent-Type: application/json\r\n"
                "Content-Length: %d\r\nIdempotency-Key: %s\r\nConnection: close\r\n\r\n"
                % (self.path, self.host, self.port, len(body), reading.key))

        def mark_as_sent():
            reading.is_perhaps_stored = True

        status, headers, text = exchange(
            self.host, self.port, self.context, head.encode() + body,
            Deadline(int(self.timeout * 1000), self.idle), mark_as_sent)
        return status, headers, _error_of(text)

    def _correct_clock(self, reading, date):
        now = parse_date(date)
        if now is None:
            self._give_up(reading, "refused", "stale, and the answer has no Date to go by")
            return
        if reading.is_corrected:
            self._give_up(reading, "refused", "stale by the corrected clock too")
            return
        error = now - (self.clock() + self.correction)
        self.correction += error
        self.report("the clock was %d s off: corrected by the backend's" % (-error // 1000))
        if reading.is_perhaps_stored and abs(error) < WINDOW_MS + 60000:
            # The attempt without an answer may have been within the window: under another
            # timestamp the reading could be stored twice.
            self._give_up(reading, "refused", "stale after an attempt without an answer")
            return
        reading.timestamp = None
        reading.is_corrected = True
        reading.is_perhaps_stored = False

    def _try_later(self, why, retry_after):
        wait = min(LONGEST_WAIT_MS, FIRST_WAIT_MS << min(self.failures, 16))
        wait = wait // 2 + random.getrandbits(16) * (wait // 2) // 65536
        if retry_after and retry_after.isdigit():
            wait = max(wait, min(int(retry_after), LONGEST_RETRY_AFTER_S) * 1000)
        self.failures += 1
        self.wait = wait
        self.failed_at = self.uptime()
        self.report("%s: trying again in %d ms, %d waiting" % (why, wait, len(self.waiting)))

    def _give_up(self, reading, outcome, why):
        if reading.is_perhaps_stored:
            outcome = "unconfirmed"
        self.waiting.remove(reading)
        self.counts[outcome] += 1
        self.report("a reading is given up as %s: %s" % (outcome, why))


class _Reading:
    """One reading on its way. It keeps its key, and its timestamp once that was sent."""

    def __init__(self, values, taken_at):
        self.values = values
        self.taken_at = taken_at
        self.key = binascii.hexlify(os.urandom(16)).decode()
        self.timestamp = None
        self.is_perhaps_stored = False
        self.is_corrected = False


def _parse_url(url):
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    host, _, port = host.partition(":")
    port = port or ("443" if scheme == "https" else "80")
    is_allowed = scheme == "https" or (scheme == "http" and is_local(host))
    if not is_allowed or not host or not port.isdigit():
        raise ValueError("the URL must begin with https:// (http:// in the local network)")
    return scheme == "https", host, int(port), "/" + path


def _verifying_context():
    from roots import ROOTS
    from tls import CERT_REQUIRED, PROTOCOL_TLS_CLIENT, SSLContext

    context = SSLContext(PROTOCOL_TLS_CLIENT)
    context.verify_mode = CERT_REQUIRED
    for root in ROOTS:
        context.load_verify_locations(root)
    return context


def _check_measurement(name, value):
    if name not in MEASUREMENTS:
        raise TypeError("no such measurement: " + name)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("%s must be a number, not %r" % (name, value))
    # What is not finite minus itself is no number, and that equals nothing.
    if value - value != 0:
        raise ValueError("%s must be finite, not %r" % (name, value))


def _error_of(text):
    """The error that an answer tells; None for a success of the backend."""
    try:
        answer = None if _is_too_deep(text) else json.loads(text)
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


def _in_a_line(words):
    """A bounded text of what may hold anything, for a line of a report."""
    text = str(words) or type(words).__name__
    return "".join(char if char >= " " else " " for char in text[:LONGEST_TEXT])


def parse_date(text):
    """Unix milliseconds of "Tue, 14 Nov 2023 22:13:20 GMT"; None for anything else."""
    try:
        _, day, month, year, clock, _ = text.split()
        hour, minute, second = [int(part) for part in clock.split(":")]
        month = MONTHS.index(month) // 3 + 1
        day, year = int(day), int(year)
    except (AttributeError, ValueError):
        return None
    # Days since 1970 in the Gregorian calendar, counting years from March.
    if month <= 2:
        year -= 1
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    days = 365 * year + year // 4 - year // 100 + year // 400 + day_of_year - 719468
    return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + 500
