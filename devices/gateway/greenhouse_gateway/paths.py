"""Finds the places in a message to which a path of the map leads.

A path has dots between names and numbers: `air.0.co2`. A * matches any letters of a name.
`data[measurementId=4097].value` chooses the element of a list whose field has that value.
"""

import re
from collections import namedtuple
from fnmatch import fnmatchcase

MAX_DEPTH = 8  # Deeper ignored fields of a message are not reported.
STEP = re.compile(r"((?:[^.\[\]]|\[[^\[\]]*\])*)(\.|$)")
CHOICE = re.compile(r"([^\[\]]+)\[([^\[\]=]+)=([^\[\]]*)\]")
ADVICE = ('write names with dots between them, as in "air.0.co2", and choose from a list as in '
          '"data[measurementId=4097].value"')

# key and value choose an element of a list; key is None without a choice.
Step = namedtuple("Step", "name key value")


def split_path(path):
    """Returns the steps of a path. Raises ValueError for a path that cannot be read."""
    steps, at = [], 0
    while at <= len(path):
        found = STEP.match(path, at)
        if found is None or not found.group(1):
            raise ValueError(ADVICE)
        steps.append(_read_step(found.group(1)))
        if not found.group(2):
            return steps
        at = found.end()
    raise ValueError(ADVICE)


def _read_step(text):
    if "[" not in text:
        return Step(text, None, None)
    choice = CHOICE.fullmatch(text)
    if choice is None:
        raise ValueError(ADVICE)
    return Step(choice.group(1), choice.group(2).strip(), choice.group(3).strip().strip("'\""))


def find(message, path, skip=()):
    """Yields each place to which a path leads, and its value.

    `skip`: names that a * does not match.
    """
    return _find(message, split_path(path), skip, "")


def _find(value, steps, skip, where):
    if not steps:
        yield where, value
        return
    step = steps[0]
    for name, child in children(value):
        if name == step.name or ("*" in step.name and name not in skip
                                 and fnmatchcase(name, step.name)):
            place = where + "." + name if where else name
            for chosen, element in [(place, child)] if step.key is None else _choose(
                    child, step, place):
                yield from _find(element, steps[1:], skip, chosen)


def _choose(value, step, where):
    for name, child in children(value):
        if isinstance(child, dict) and step.key in child and text_of(
                child[step.key]) == step.value:
            yield where + "." + name, child


def text_of(value):
    """Returns a value as people write it: 7 for 7.0."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def parent_of(message, where):
    """Returns the object that holds the field at this place, and the field's name."""
    *parents, name = where.split(".")
    value = message
    for parent in parents:
        value = dict(children(value)).get(parent)
    return (value if isinstance(value, dict) else {}), name


def children(value):
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, list):
        return [(str(index), child) for index, child in enumerate(value)]
    return []


def leaves(value, where="", depth=0):
    """Yields each place of a message without children, and its value."""
    below = children(value) if depth < MAX_DEPTH else []
    if not below and where:
        yield where, value
    for name, child in below:
        yield from leaves(child, where + "." + name if where else name, depth + 1)


def ignored_of(message, used):
    """Returns the fields of a message that no rule names."""
    return [where for where, _ in leaves(message) if where not in used]


def differing_names(places):
    """Returns for each place the name that differs between the places."""
    split = [place.split(".") for place in places]
    at = next((index for index, names in enumerate(zip(*split)) if len(set(names)) > 1), 0)
    return [names[at] for names in split]
