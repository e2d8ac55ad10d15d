"""Runs a command in a terminal of its own, as its session's leader: types what comes in, and prints what it shows.

At the end of its input the terminal is closed as a window is.
"""

import os
import pty
import select
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])

streams = [terminal, 0]
while terminal in streams:
    for stream in select.select(streams, [], [])[0]:
        try:
            data = os.read(stream, 65536)
        except OSError:
            data = b""  # Linux says so when the last process has let go of the terminal.
        if stream == 0 and data:
            os.write(terminal, data)
        elif stream == 0:
            os.close(terminal)
            streams = []
            break
        elif data:
            os.write(1, data)
        else:
            streams = []
_, status = os.waitpid(pid, 0)
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else 128 - code)
