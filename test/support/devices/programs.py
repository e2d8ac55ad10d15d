"""Runs programs. Each line is JSON: `program`, `arguments`, and `env` with more environment variables.

The answer has the program's `output` of both streams, and its exit `code`. Each program has names of its own.
"""

import contextlib
import io
import json
import os
import sys
import traceback

environment = dict(os.environ)


def run(program, arguments=(), env=None):
    os.environ.clear()
    os.environ.update(environment, **env or {})
    sys.argv = ["program", *arguments]
    code = 0
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        try:
            exec(program, {"__name__": "program"})
        except SystemExit as end:
            code = end.code
        except Exception:
            traceback.print_exc()
            code = 1
    return {"output": output.getvalue(), "code": code}


for line in sys.stdin:
    print(json.dumps(run(**json.loads(line))), flush=True)
