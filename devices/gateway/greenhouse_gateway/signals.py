"""Finds how well a device is heard, in the messages of all tools: rssi, snr and linkquality.

A signal is not a measurement. It goes with a reading of its device, and is never one of its own.
"""

import re

from .paths import find, parent_of
from .values import number_of

# The values that the backend accepts: dBm, dB, and a number without a unit.
BOUNDS = {"rssi": (-150, 0), "snr": (-50, 50), "linkquality": (0, 255)}
# Places of the device that sends the message. Several antennas may have heard it: the best counts.
PATHS = [
    ("linkquality", "linkquality"),  # Zigbee2MQTT
    ("rssi", "uplink_message.rx_metadata.*.rssi"),  # The Things Stack
    ("snr", "uplink_message.rx_metadata.*.snr"),
    ("rssi", "rxInfo.*.rssi"),  # ChirpStack, which named it loRaSNR before version 4
    ("snr", "rxInfo.*.snr"),
    ("snr", "rxInfo.*.loRaSNR"),
    ("rssi", "params.wifi.rssi"),  # Shelly Gen2 and later
    ("rssi", "rssi"),  # rtl_433, OpenMQTTGateway, Theengs and others
    ("snr", "snr"),
]
# Beside this field, rtl_433 gives an rssi relative to the receiver's full scale, not in dBm.
FULL_SCALE = "noise"
# Tasmota's Bluetooth devices, each with its own name in the message.
PART_PATHS = [("rssi", "*.RSSI")]


def is_signal(name, number):
    """Returns whether the backend accepts a signal of this name and number."""
    low, high = BOUNDS[name]
    return low <= number <= high


def take_signals(measurements, notes):
    """Removes the signals from measurements, and returns those that the backend accepts.

    Adds a note about each other one.
    """
    signals = {name: measurements.pop(name) for name in BOUNDS if name in measurements}
    for name in [name for name, number in signals.items() if not is_signal(name, number)]:
        notes.append("%s is left out: %.10g is not from %d to %d" % (
            (name, signals.pop(name)) + BOUNDS[name]))
    return signals


def find_signals(message):
    """Returns the best value of each signal in a message, and the places that were read."""
    signals, used = {}, set()
    for name, path in PATHS:
        for where, value in find(message, path):
            siblings, field = parent_of(message, where)
            if field == "rssi" and FULL_SCALE in siblings:
                continue
            used.add(where)
            _take_best(signals, name, value)
    return signals, used


def find_part_signals(message, pattern):
    """Returns the signals of each part of a device, by the suffix that the pattern finds."""
    parts, used = {}, set()
    for name, path in PART_PATHS:
        for where, value in find(message, path):
            suffix = re.search(pattern, where)
            if suffix:
                used.add(where)
                _take_best(parts.setdefault(suffix.group(1), {}), name, value)
    return parts, used


def _take_best(signals, name, value):
    try:
        number = number_of(value)
    except ValueError:
        return  # Other tools may have another meaning for this name.
    if number is not None and is_signal(name, number):
        signals[name] = max(number, signals.get(name, number))
