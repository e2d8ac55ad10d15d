"""The parts of MicroPython's file system that the client uses, on the machine's files (files.ts)."""

import machine_below


def _check(result):
    if isinstance(result, (int, float)) and result < 0:
        raise OSError(-int(result))
    return result


class Files:
    def __init__(self, root):
        self.root = root

    def mount(self, is_readonly, is_new):
        pass

    def open(self, path, mode):
        return _File(self.root + path, mode)

    def ilistdir(self, path):
        names = _check(machine_below.listNames(self.root + path))
        return iter([(name, 0x8000, 0) for name in names.split("\n") if name])

    def mkdir(self, path):
        _check(machine_below.makeFolder(self.root + path))

    def remove(self, path):
        _check(machine_below.removeFile(self.root + path))

    def rename(self, old, new):
        _check(machine_below.renameFile(self.root + old, self.root + new))

    def stat(self, path):
        is_folder = _check(machine_below.isFolder(self.root + path))
        return (0x4000 if is_folder else 0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)


class _File:
    def __init__(self, path, mode):
        self.path = path
        self.text = ""
        if mode[0] == "r":
            self.text = _check(machine_below.readText(path))
        elif mode[0] == "w":
            _check(machine_below.writeText(path, ""))
        else:
            _check(machine_below.appendText(path, ""))

    def read(self):
        return self.text

    def write(self, text):
        _check(machine_below.appendText(self.path, text))

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        pass
