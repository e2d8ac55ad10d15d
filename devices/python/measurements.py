"""What a reading may hold: numbers by any names, so that a new quantity needs no new client."""

import json

LONGEST_NAME = 32
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
    return (0 < len(text) <= LONGEST_NAME and text[0] in SMALL_LETTERS
            and all(letter in LETTERS_AND_DIGITS for letter in text) and text not in RESERVED)


def pairs_of(measurements):
    """The measurements as they follow the time in a reading's JSON.

    TypeError for what is no name or no number, ValueError for a number that is not finite.
    """
    return "".join(',"%s":%s' % (name, json.dumps(_check(name, value)))
                   for name, value in measurements.items())


def _check(name, value):
    if not is_name(name):
        raise TypeError("no measurement can be named %r: %s" % (name, NAMES))
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
