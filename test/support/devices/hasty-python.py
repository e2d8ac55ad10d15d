"""Runs the script in its arguments unchanged. Each sleep takes a hundredth of a second."""

import runpy
import sys
import time

slept = 0.0
real_sleep, real_monotonic = time.sleep, time.monotonic


def sleep(seconds):
    global slept
    slept += seconds
    real_sleep(0.01)


time.sleep = sleep
time.monotonic = lambda: real_monotonic() + slept
sys.argv = sys.argv[1:]
sys.path.insert(0, sys.argv[0].rsplit("/", 1)[0])
runpy.run_path(sys.argv[0], run_name="__main__")
