"""Reads messages over HTTP and MQTT: JSON as boards write it, or a form."""

import json
import re
from urllib.parse import parse_qsl

from .values import number_of

# A string, or a word that JSON does not have. C and Python print such words for "no value".
WORDS = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![\w.+-])[+-]?(?:nan|inf|infinity|none|nil|undefined)(?:\(\w*\))?(?![\w.])',
                   re.IGNORECASE | re.ASCII)
FORM = re.compile(r"[\w.\-\[\]%+]+=")


def read_text(payload):
    """Returns the text of a payload. Raises UnicodeDecodeError for bytes that are not text.

    Boards send the NUL after their texts, and some programs begin with a byte order mark.
    """
    return payload.decode("utf-8-sig").rstrip("\0 \t\r\n")


def read_value(text):
    """Returns the value of a JSON text, or a form's fields. Raises ValueError or RecursionError."""
    try:
        return json.loads(text)
    except ValueError as error:
        if is_form(text):
            return read_form(text)
        words = WORDS.sub(lambda found: found.group() if found.group()[0] == '"' else "NaN", text)
        if words == text:
            raise
        try:
            return json.loads(words)
        except ValueError:
            raise error


def is_form(text):
    return FORM.match(text) is not None


def read_form(text):
    """Returns the fields of a form. Numbers are numbers, as in JSON."""
    return {name: value if name == "uid" else _number_in(value)
            for name, value in parse_qsl(text, keep_blank_values=True)}


def _number_in(text):
    try:
        number = number_of(text)
    except ValueError:
        return text
    return text if number is None else number
