"""What a reading may hold: numbers by any names, so that a new quantity needs no new client."""

import json

from answers import single_line

MAX_NAME_LENGTH = 32
SMALL_LETTERS = "abcdefghijklmnopqrstuvwxyz"
LETTERS_AND_DIGITS = SMALL_LETTERS + SMALL_LETTERS.upper() + "0123456789"
# What requests and stored readings have beside the measurements.
RESERVED = ("uid", "farmId", "timestamp", "signature", "apiKey", "readings", "outputs",
            "sensorName", "sensorType", "updatedAt")
NAMES = ("a measurement's name is a small letter, then up to 31 letters and digits, such as "
         "soilMoisture; uid, timestamp and the like are taken")


def is_name(text):
    """Whether a measurement may have this name: `^[a-z][A-Za-z0-9]{0,31}$`, and not reserved.

    Without regular expressions, because those of MicroPython cannot count.
    """
    return (0 < len(text) <= MAX_NAME_LENGTH and text[0] in SMALL_LETTERS
            and all(letter in LETTERS_AND_DIGITS for letter in text) and text not in RESERVED)


def pairs_of(measurements):
    """The measurements as they follow the time in a reading's JSON.

    TypeError for what is no name, ValueError for what is no finite number.
    """
    pairs, left_out = split(measurements)
    if left_out:
        raise ValueError(describe_left_out(left_out))
    return pairs


def split(measurements):
    """Those with a number, as they follow the time in a reading's JSON; the others, by their names.

    A sensor that is broken or not there gives None, nan or infinity. TypeError for what is no name.
    """
    pairs, left_out = "", {}
    for name, value in measurements.items():
        if not is_name(name):
            raise TypeError("no measurement can be named %r: %s" % (name, NAMES))
        number = _number_of(value)
        if number is None:
            left_out[name] = value
        else:
            pairs += ',"%s":%s' % (name, json.dumps(number))
    return pairs, left_out


def describe_left_out(left_out):
    """What is wrong with the values that are left out, for a person."""
    return "; ".join(["%s must be a finite number, not %s" % (name, single_line(repr(value)))
                      for name, value in left_out.items()])


def _number_of(value):
    """None for what is no finite number."""
    # float() reads texts too.
    if isinstance(value, (bool, str, bytes, bytearray)):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    # Infinity minus itself is not a number, and that equals nothing.
    return number if number - number == 0 else None
