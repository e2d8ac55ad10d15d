"""Sends the readings of sensors to the greenhouse backend. Runs on CPython and on MicroPython."""

from .client import SensorClient
from .version import VERSION

__all__ = ["SensorClient", "VERSION"]
