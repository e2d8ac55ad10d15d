"""Sends the readings of sensors to the greenhouse backend. Runs on CPython and on MicroPython."""

from .client import SensorClient

__all__ = ["SensorClient"]
