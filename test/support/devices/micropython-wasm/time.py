"""MicroPython's time. In WebAssembly the original sleep keeps a processor busy."""

from utime import *

import machine_below


def sleep_ms(milliseconds):
    machine_below.sleep(milliseconds)


def sleep(seconds):
    machine_below.sleep(seconds * 1000)
