"""Reads answers. Any server may have sent them, so nothing in them is trusted."""

import json

MAX_ANSWER_DEPTH = 8  # Levels of lists and objects in the JSON of an answer.
EARLY = 425  # The status of a reading that is ahead of the backend's time.
STALE = "timestamp-out-of-range"  # The code with status 401 if this machine's clock is wrong.
MAX_TEXT_LENGTH = 200  # Characters of an answer's error, or of an exception, in a report.
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
FIRST_YEAR, LAST_YEAR = 2020, 2100  # Dates of other years are ignored.


def read_object(body):
    """Returns the JSON object in the bytes; None for anything else."""
    try:
        answer = None if _is_too_deep(body) else json.loads(body.decode())
    except ValueError:
        answer = None
    return answer if isinstance(answer, dict) else None


def read_answer(body):
    """Returns the JSON object in the bytes; an empty object for anything else."""
    return read_object(body) or {}


def error_of(answer):
    error = answer.get("error")
    return single_line(error) if isinstance(error, str) else ""


def may_be_stale(status, code):
    """Returns whether a refusal may be about the clock. code: the Error-Code header, or None."""
    return status == 401 and code in (None, STALE)


def refusals_of(answer, count):
    """Returns the refusals in an answer to a batch of `count` readings, by index.

    A refusal is its status, its code (None from an older backend) and its text. Returns None if
    this is not the backend's answer to such a batch.
    """
    refused = answer.get("refused")
    stored = answer.get("stored")
    if answer.get("success") is not True or not isinstance(refused, list):
        return None
    refusals = {}
    for entry in refused:
        index = entry.get("index") if isinstance(entry, dict) else None
        if not is_whole(index) or not 0 <= index < count or index in refusals:
            return None
        status = entry.get("status")
        text = ("%s %s" % (single_line(status), error_of(entry))).strip()
        code = entry.get("code")
        refusals[index] = status, code if isinstance(code, str) else None, text
    return refusals if is_whole(stored) and stored + len(refusals) == count else None


def early_of(refusals, count):
    """Returns the indices of early readings to keep: the backend may correct its own clock later.

    An early reading before a stored reading has a wrong time, and is not kept.
    """
    stored = [index for index in range(count) if index not in refusals]
    first = stored[-1] + 1 if stored else 0
    return [index for index in range(first, count) if refusals[index][0] == EARLY]


def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _is_too_deep(text):
    """Returns whether the JSON nests too deep. Brackets in strings do not count."""
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
            if depth > MAX_ANSWER_DEPTH:
                return True
        elif byte in (0x5D, 0x7D):
            depth -= 1
    return False


# MicroPython has no isprintable.
_is_printable = getattr(str, "isprintable", lambda char: char >= " " and char != "\x7f")


def single_line(words, max_length=MAX_TEXT_LENGTH):
    """Returns a bounded text without control characters, for one line of a report.

    A longer text is cut after a whole word, and ends with dots.
    """
    text = str(words) or type(words).__name__
    line = "".join(char if _is_printable(char) else " " for char in text[:max_length])
    if len(text) <= max_length:
        return line
    line = line[:max_length - 3]
    end = line.rfind(" ")
    return (line[:end] if end > max_length // 2 else line).rstrip(" ,;:") + "..."


def parse_date(text):
    """Returns the Unix milliseconds of "Tue, 14 Nov 2023 22:13:20 GMT"; None for anything else.

    A server whose clock is not set sends a year such as 1 or 9999: also None.
    """
    try:
        _, day, month, year, clock, _ = text.split()
        hour, minute, second = [int(part) for part in clock.split(":")]
        month = MONTHS.index(month) + 1
        day, year = int(day), int(year)
    except (AttributeError, ValueError):
        return None
    if len(text) != 29 or not FIRST_YEAR <= year <= LAST_YEAR or not 1 <= day <= 31:
        return None
    if not (0 <= hour <= 23 and 0 <= minute <= 59 and 0 <= second <= 60):
        return None
    # Days since 1970 in the Gregorian calendar, counting years from March.
    if month <= 2:
        year -= 1
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    days = 365 * year + year // 4 - year // 100 + year // 400 + day_of_year - 719468
    # The middle of that second.
    return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + 500
