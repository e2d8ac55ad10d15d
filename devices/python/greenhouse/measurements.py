"""Checks the values of a reading: numbers by any names, so a new quantity needs no new client."""

import json

from .answers import single_line

MAX_NAME_LENGTH = 32
SMALL_LETTERS = "abcdefghijklmnopqrstuvwxyz"
LETTERS_AND_DIGITS = SMALL_LETTERS + SMALL_LETTERS.upper() + "0123456789"
# Other fields of requests and stored readings.
RESERVED = ("uid", "farmId", "timestamp", "signature", "apiKey", "readings", "outputs",
            "sensorName", "sensorType", "updatedAt")
NAMES = ("a name is a lower-case letter, then up to 31 letters and digits, such as soilMoisture; "
         "uid, timestamp and the like are reserved")


def is_name(text):
    """Returns whether a name is valid: `^[a-z][A-Za-z0-9]{0,31}$`, and not reserved.

    Uses no regular expression, because MicroPython's have no `{0,31}`.
    """
    return (0 < len(text) <= MAX_NAME_LENGTH and text[0] in SMALL_LETTERS
            and all(letter in LETTERS_AND_DIGITS for letter in text) and text not in RESERVED)


def pairs_of(measurements):
    """Returns the JSON of the measurements, which follows the time in a reading.

    Raises TypeError for an invalid name, ValueError for a value that is not a finite number.
    """
    pairs, left_out = split(measurements)
    if left_out:
        raise ValueError(describe_left_out(left_out))
    return pairs


def split(measurements):
    """Returns the JSON of the measurements with a number, and the other values by name.

    A broken or missing sensor gives None, nan or infinity. Raises TypeError for an invalid name.
    """
    pairs, left_out = "", {}
    for name, value in measurements.items():
        if not is_name(name):
            raise TypeError("invalid measurement name %r: %s" % (name, NAMES))
        number = number_of(value)
        if number is None:
            left_out[name] = value
        else:
            pairs += ',"%s":%s' % (name, json.dumps(number))
    return pairs, left_out


def describe_left_out(left_out):
    """Returns a text for people about the values that are left out."""
    return "; ".join(["%s must be a finite number, not %s" % (name, single_line(repr(value)))
                      for name, value in left_out.items()])


def number_of(value):
    """Returns a finite number; None for any other value."""
    # float() would also accept strings.
    if isinstance(value, (bool, str, bytes, bytearray)):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    # False for nan and infinity: infinity minus itself is nan, and nan equals nothing.
    return number if number - number == 0 else None
