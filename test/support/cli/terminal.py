"""Runs a command in a terminal of its own, as its session's leader: types what comes in, and prints what it shows."""

import os
import pty
import sys

status = pty.spawn(sys.argv[1:])
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else 128 - code)
