"""Units as people and programs write them, and their conversion to the backend's units."""

import json

# For each unit: its quantities, the factor, and the offset to add then, for the backend's unit.
UNITS = {
    "C": (("temperature",), 1, 0),
    "F": (("temperature",), 5 / 9, -160 / 9),
    "K": (("temperature",), 1, -273.15),
    "hPa": (("pressure",), 1, 0),
    "mbar": (("pressure",), 1, 0),
    "Pa": (("pressure",), 0.01, 0),
    "kPa": (("pressure",), 10, 0),
    "mmHg": (("pressure",), 1.333224, 0),
    "inHg": (("pressure",), 33.86389, 0),
    "mS/cm": (("ec",), 1, 0),
    "dS/m": (("ec",), 1, 0),
    "uS/cm": (("ec",), 0.001, 0),
    "m/s": (("windSpeed",), 1, 0),
    "km/h": (("windSpeed",), 1 / 3.6, 0),
    "mph": (("windSpeed",), 0.44704, 0),
    "kn": (("windSpeed",), 1852 / 3600, 0),
    "lx": (("light",), 1, 0),
    "klx": (("light",), 1000, 0),
    "ppm": (("co2",), 1, 0),
    "umol/m2/s": (("ppfd",), 1, 0),
    "%": (("humidity", "soilMoisture", "battery"), 1, 0),
}

ALIASES = {
    "celsius": "C", "centigrade": "C", "degc": "C", "degreescelsius": "C",
    "fahrenheit": "F", "degf": "F", "degreesfahrenheit": "F", "kelvin": "K",
    "millibar": "mbar", "mb": "mbar", "hectopascal": "hPa", "pascal": "Pa", "kilopascal": "kPa",
    "torr": "mmHg", "ms": "mS/cm", "us": "uS/cm", "mps": "m/s", "kmh": "km/h", "kph": "km/h",
    "mi/h": "mph", "kt": "kn", "kts": "kn", "knots": "kn", "lux": "lx", "klux": "klx",
    "percent": "%", "%rh": "%", "rh%": "%", "pct": "%", "umol/s/m2": "umol/m2/s",
    "umolm-2s-1": "umol/m2/s", "umol/(m2s)": "umol/m2/s",
}
SIGNS = str.maketrans({
    "\u00b0": "", "\u00ba": "", "\u2103": "C", "\u2109": "F", "\u00b5": "u", "\u03bc": "u",
    "\u00b2": "2", "\u00b7": "", "\u22c5": "", "*": "", "^": "", " ": "", "\u00a0": "", "_": "", "\u207b": "-",
    "\u00b9": "1"})
PLAIN = dict({unit.lower(): unit for unit in UNITS}, **ALIASES)

# Names of values beside a unit, and names of units.
VALUE_NAMES = ("value", "val", "state", "reading")
UNIT_NAMES = ("unit", "units", "uom", "unit_of_measurement", "unitOfMeasurement")


def unit_of(text):
    """Returns the unit's name in UNITS; None for a unit that is not known."""
    return PLAIN.get(text.translate(SIGNS).lower()) if isinstance(text, str) else None


def is_unit_of(unit, quantity):
    return quantity in UNITS[unit][0]


def convert(number, unit):
    _, factor, offset = UNITS[unit]
    return number * factor + offset


def check_unit(text, quantity):
    """Returns the unit that a message names for a quantity. Raises ValueError if it is unknown."""
    unit = unit_of(text)
    if unit is None or not is_unit_of(unit, quantity):
        raise ValueError("has the unknown unit %s" % json.dumps(text, ensure_ascii=False))
    return unit


def field_of_unit(siblings, name, quantity):
    """Returns the name of the field that gives the unit of the value beside it, or None."""
    for field in (name + "_unit", name + "Unit", name + "_units", name + "Units",
                  name + "_unit_of_measurement"):
        if siblings.get(field) not in (None, ""):
            return field
    for field in UNIT_NAMES:
        if siblings.get(field) in (None, ""):
            continue
        unit = unit_of(siblings[field])
        # Beside several values, a unit counts for the quantities that can have it.
        if name in VALUE_NAMES or (unit is not None and is_unit_of(unit, quantity)):
            return field
    return None
