"""Reads keys and passwords. Each is in its own file, which only its user can read."""


def secret_in(path):
    """Returns the key or password in a file. Raises OSError or ValueError with the reason.

    Editors on Windows add a byte order mark before it, and a carriage return after it.
    """
    with open(path, encoding="utf-8-sig") as file:
        text = file.read().strip()
    if not text or not text.isprintable():
        raise ValueError("it must contain only the key or password, in one line: " + path)
    return text
