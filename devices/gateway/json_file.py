"""Small files of JSON, which a program that is ended leaves whole or as they were."""

import json
import os


def write_json(path, value):
    """OSError where it cannot be written."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(value, file)
    os.replace(path + ".new", path)
