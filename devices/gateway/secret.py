"""Keys and passwords, each alone in a file that only its user can read."""


def secret_in(path):
    """The text alone: Windows' editors put a mark before it and a carriage return behind it.

    OSError or ValueError says why there is none.
    """
    with open(path, encoding="utf-8-sig") as file:
        text = file.read().strip()
    if not text or not text.isprintable():
        raise ValueError("it must hold the key or password alone, in one line: " + path)
    return text
