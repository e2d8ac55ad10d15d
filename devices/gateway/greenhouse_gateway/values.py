"""Reads the numbers and times of foreign messages, as tools write them."""

import json
import re
from datetime import datetime, timedelta, timezone

FIRST_BELIEVED_MS = 1577836800000  # 2020
MAX_AHEAD_MS = 300000
FIRST_MS = 10 ** 11  # Smaller times are in seconds.
MAX_NUMBER_LENGTH = 40  # Characters.
# The functions have the same words (domain/quantities/no-value.ts).
NO_VALUES = ("", "unavailable", "unknown", "none", "null", "nil", "undefined", "nan", "+nan", "-nan",
             "n/a", "na", "#n/a", "n.a.")
# Blanks, control characters such as the NUL that ends a string in C, and the byte order mark.
AROUND = "\ufeff" + "".join(char for char in map(chr, range(0x3001))
                           if char.isspace() or char < " " or "\x7f" <= char <= "\x9f")
DASHES = re.compile("[-\u2012-\u2015\u2212]+")
DATE = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?",
                  re.ASCII)
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def number_of(value):
    """Returns a number; None for a word that means "no value".

    Raises ValueError for a value that is not a number.
    """
    if isinstance(value, str):
        text = value.strip(AROUND)
        if text.lower() in NO_VALUES or DASHES.fullmatch(text):
            return None
        # float() also accepts 1_000.
        if len(text) > MAX_NUMBER_LENGTH or "_" in text:
            raise ValueError("is not a number")
        try:
            number = float(text)
        except ValueError:
            raise ValueError("is not a number: %s" % json.dumps(text))
    elif isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError("is not a number")
    else:
        try:
            number = float(value)
        except OverflowError:
            raise ValueError("is not finite")
    if number != number:
        return None
    if number - number != 0:
        raise ValueError("is not finite")
    return number


def has_no_value(text):
    """Returns whether a text means "no value"."""
    try:
        return number_of(text) is None
    except ValueError:
        return False


def instant_of(value, zone, now_ms):
    """Returns Unix milliseconds, or None and the reason. `zone` is for a time without a zone.

    Distinguishes seconds and milliseconds as the functions do (functions/src/request/timestamp.ts).
    """
    try:
        number = number_of(value)
        if number is None:
            return None, "is empty"
        return _believed(round(number if abs(number) >= FIRST_MS else number * 1000), now_ms)
    except ValueError:
        pass  # It may be a date.
    found = DATE.fullmatch(value) if isinstance(value, str) else None
    if not found:
        return None, "is not a time"
    date, clock, fraction, offset = found.groups()
    try:
        local = datetime.strptime(date + " " + clock, "%Y-%m-%d %H:%M:%S")
        milliseconds = int(((fraction or "") + "000")[:3])
        if offset is None:
            return _in_zone(local, zone, now_ms, milliseconds)
        if offset != "Z":
            minutes = int(offset[1:3]) * 60 + int(offset[-2:])
            local -= timedelta(minutes=minutes if offset[0] == "+" else -minutes)
        return _believed(_unix_ms(local.replace(tzinfo=timezone.utc)) + milliseconds, now_ms)
    except (ValueError, OverflowError):
        return None, "is not a time"


def _in_zone(local, zone, now_ms, milliseconds):
    if zone is None:
        return None, 'has no zone: the rule may have "zone"'
    # One hour comes twice when summer time ends. The closer time counts: the message is new.
    times = [_unix_ms(local.replace(tzinfo=zone, fold=fold)) + milliseconds for fold in (0, 1)]
    return _believed(min(times, key=lambda time_ms: abs(time_ms - now_ms)), now_ms)


def _believed(time_ms, now_ms):
    if FIRST_BELIEVED_MS <= time_ms <= now_ms + MAX_AHEAD_MS:
        return time_ms, None
    return None, "is before 2020, or ahead"


def _unix_ms(time):
    return (time - EPOCH) // timedelta(milliseconds=1)


def utc(time_ms):
    return datetime.fromtimestamp(time_ms // 1000, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
