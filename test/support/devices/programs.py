"""Answers each line, the JSON of a program, with what the program prints. Each program has names of its own."""

import contextlib
import io
import json
import sys
import traceback

for line in sys.stdin:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        try:
            exec(json.loads(line), {"__name__": "program"})
        except Exception:
            traceback.print_exc(file=output)
    print(json.dumps(output.getvalue()), flush=True)
