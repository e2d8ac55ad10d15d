"""Prints what a folder of the Python clients puts on the disk: a new file, more of it, and it replaced.

The folder with the clients' system.py is the argument.
"""

import os
import stat
import sys
import tempfile

sys.path.insert(0, sys.argv[1])
import system  # noqa: E402

done = []
fsync, replace = os.fsync, os.replace


def noted_fsync(number):
    done.append("folder" if stat.S_ISDIR(os.fstat(number).st_mode) else "file")
    fsync(number)


def noted_replace(old, new):
    done.append("rename")
    replace(old, new)


os.fsync, os.replace = noted_fsync, noted_replace
with tempfile.TemporaryDirectory() as path:
    folder = system.Folder(path)
    for change in (folder.append, folder.append, folder.write):
        change("a", "b\n")
        done.append(";")
print(*done)
