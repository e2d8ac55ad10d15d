"""Writes small JSON files. A program that is killed leaves the old file or the new file."""

import json
import os


def write_json(path, value):
    """Replaces a file. Raises OSError if it cannot be written."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(value, file)
    os.replace(path + ".new", path)
