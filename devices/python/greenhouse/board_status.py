"""Writes what a request says about the board itself: its program, its signal and its interval."""

import json

MAX_VERSION_LENGTH = 32
MIN_RSSI, MAX_RSSI = -150, 0  # dBm. The backend ignores other values.


def version_pair(text):
    """Returns the JSON of a program's name and number; "" for "". Raises ValueError for others."""
    if len(text) > MAX_VERSION_LENGTH or text != text.strip() or not all(
            " " <= char <= "~" for char in text):
        raise ValueError("the version must have up to 32 ASCII characters")
    return ',"version":' + json.dumps(text) if text else ""


def describe_board(version, rssi, interval):
    """Returns the JSON of these fields. rssi and interval may be None."""
    fields = version
    if rssi is not None and MIN_RSSI <= rssi <= MAX_RSSI:
        fields += ',"rssi":%d' % rssi
    if interval is not None:
        fields += ',"intervalSeconds":%d' % interval
    return fields
