"""Turns messages of foreign devices into readings, by the rules of GREENHOUSE_MAP. Pure functions.

`find` returns the first rule for a topic. `Rule.read` returns the reading in a message, and notes
about the values that are left out.
"""

import re
from collections import namedtuple
from datetime import timezone
from fnmatch import fnmatchcase

from .messages import read_text, read_value
from .paths import differing_names, parent_of, text_of
from .paths import find as find_path
from .presets import NO_VALUES, PRESETS, REQUEST, TIMES
from .quantities import ENTITIES
from .signals import find_part_signals, find_signals, take_signals
from .units import check_unit, convert, field_of_unit, is_unit_of
from .values import instant_of, number_of, utc

MAX_UID_LENGTH = 100
MAX_TOPIC_LENGTH = 500
MAX_VOLTS = 5  # A battery's level below may be in volts instead of percent.
# Prefix of the gateway's own topics, and of the topics that Home Assistant makes from them.
OWN = "greenhouse-gateway"
# Prefix of a message's path in a uid.
MESSAGE = "message."
PLACE = re.compile(r"\{([^{}]*)\}")

# ending: the end of the topic, REQUEST, or None for any topic. part: a pattern that finds the
# suffix of the uid in the place, for a sensor that is a part of the device, or None.
Field = namedtuple("Field", "name path ending scale unit is_preset part")
# One sensor of a rule.
Part = namedtuple("Part", "uid fields")
# timestamp: None for the time of arrival. guessed: measurements known only by the end of the topic.
# used: the fields that were read. time and notes are for people. empty: the fields without a value.
# signals: how well the device is heard (signals.py).
Reading = namedtuple("Reading", "uid timestamp time measurements guessed used notes empty signals")


class NoReading(ValueError):
    """Nothing can be stored from a message. The text has the reason."""


class Found:
    """The measurements and guessed names in a message, by uid."""

    def __init__(self):
        self.measurements, self.guessed, self.used, self.notes = {}, {}, set(), []
        # Places without a value, by uid and name.
        self.empty = {}


class Rule(namedtuple("Rule", "number broker topic path parts preset own_names zone unit")):
    """A rule of the map: for a topic, or for a path of the local server."""

    def __str__(self):
        return "rule %d (%s)" % (self.number, self.topic or self.path)

    @property
    def source(self):
        """Identifies the rule's readings, also after a change of the map."""
        return " ".join([self.broker or "", self.topic or self.path])

    def read_all(self, topic, values, query, message, now_ms):
        """Returns the Readings of a message that this rule matches, at least one.

        `values`: the text that each + matched. `message`: an object from `read_message`. Readings
        without measurements are left out, unless there are no others. The first has the notes.
        """
        preset = PRESETS.get(self.preset, {})
        # A rule for one topic is a person's choice, so it is not checked.
        is_of_board = self.is_for_many and any(
            ends_with(topic, ending) for ending in preset.get("board_topics", ()))
        found = Found()
        for part in self.parts:
            self._read_part(part, self._uid(part.uid, values, query, message), topic, message,
                            is_of_board, found)
        signals = self._signals(message, preset, found)
        times = preset.get("times", () if self.preset else TIMES)
        timestamp, time = _time(message, times, self.zone, now_ms)
        found.used.update(times, preset.get("units", {}).values())
        if is_of_board and not any(found.measurements.values()):
            found.notes.append("it seems to be about the board itself; if not, write a rule for it")
        uids = [uid for uid, values_of_uid in found.measurements.items() if values_of_uid]
        uids = uids or list(found.measurements)[:1]
        notes = _unique(found.notes)
        empty = [where for (uid, name), where in found.empty.items()
                 if name not in found.measurements.get(uid, {})]
        return [Reading(uid, timestamp, time, found.measurements[uid], found.guessed.get(uid, set()),
                        found.used, notes if index == 0 else [], empty if index == 0 else [],
                        signals(uid))
                for index, uid in enumerate(uids)]

    def read(self, *message):
        """Returns the first Reading of `read_all`."""
        return self.read_all(*message)[0]

    def _signals(self, message, preset, found):
        """Returns a function that returns the signals of a uid, those of the rule's fields first.

        Removes these from the measurements.
        """
        common, used = find_signals(message)
        parts, used_by_parts = {}, set()
        if "signal_part" in preset:
            parts, used_by_parts = find_part_signals(message, preset["signal_part"])
        found.used.update(used, used_by_parts)
        own = {uid: take_signals(measurements, found.notes)
               for uid, measurements in found.measurements.items()}

        def signals_of(uid):
            of_part = [signals for suffix, signals in parts.items() if uid.endswith("-" + suffix)]
            return dict(common, **dict(of_part[0] if of_part else {}, **own[uid]))
        return signals_of

    def _read_part(self, part, uid, topic, message, is_of_board, found):
        preset = PRESETS.get(self.preset, {})
        # Places of other readings do not count again, for example through a *.
        taken = set(found.used)
        for field in part.fields:
            if not self._is_for(topic, field.ending) or (is_of_board and field.ending is not None):
                continue
            if field.is_preset and _is_void(message, field.name, preset):
                continue
            places = [(where, value) for where, value in find_path(
                message, field.path, preset.get("skip", ())) if where not in taken or
                not field.is_preset]
            found.used.update(where for where, _ in places)
            for where, value in places:
                if value is None:
                    found.empty.setdefault((uid, field.name), where)
            places = [(where, value) for where, value in places if value is not None]
            for owner, where, value in self._owners(uid, field, topic, places, found):
                if owner != uid:
                    taken.add(where)
                self._take(owner, field, where, value, preset, message, found)
        found.measurements.setdefault(uid, {})

    def _owners(self, uid, field, topic, places, found):
        """Returns for each value the uid of its sensor, the place and the value."""
        if field.part is not None:
            numbers = [re.search(field.part, where if field.ending is None else topic + " " + where)
                       for where, _ in places]
            return [(check_uid(uid + "-" + number.group(1)), where, value)
                    for number, (where, value) in zip(numbers, places) if number]
        if len(places) < 2 or field.name in found.measurements.get(uid, {}):
            return [(uid, where, value) for where, value in places]
        if field.is_preset:
            names = differing_names([where for where, _ in places])
            return [(check_uid(uid + "-" + name), where, value)
                    for name, (where, value) in zip(names, places)]
        found.notes.append('%s is found several times (%s): choose one in "fields"' % (
            field.name, ", ".join(where for where, _ in places)))
        return []

    def _take(self, uid, field, where, value, preset, message, found):
        measurements = found.measurements.setdefault(uid, {})
        if field.name in measurements:
            return
        try:
            number = number_of(value)
            if number in NO_VALUES.get(field.name, ()):
                found.notes.append("%s is left out: %s is %.10g, which means no value" % (
                    field.name, where, number))
            elif number is None:
                found.empty.setdefault((uid, field.name), where)
            elif where in preset.get("volts", ()) and (
                    0 < number < MAX_VOLTS and number % 1):
                found.notes.append("%s is left out: %s seems to be in volts" % (field.name, where))
            else:
                measurements[field.name] = self._convert(
                    number, field, where, preset, message, found.used)
                if field.ending is not None and self.is_for_many and "board_topics" in preset:
                    found.guessed.setdefault(uid, set()).add(field.name)
        except ValueError as error:
            found.notes.append("%s is left out: %s %s" % (field.name, where, error))

    def _is_for(self, topic, ending):
        """Returns whether a row of this ending counts. A request has no topic."""
        if self.path is not None:
            return ending is None or ending == REQUEST
        return ending != REQUEST and ends_with(topic, ending)

    def is_other(self, topic):
        """Returns whether the rule's tool never sends readings at this topic."""
        return self.is_for_many and not self.own_names and any(
            ends_with(topic, ending) for ending in PRESETS.get(self.preset, {}).get("others", ()))

    @property
    def is_for_many(self):
        return self.topic is not None and bool({"+", "#"} & set(self.topic.split("/")))

    def names_of(self, part):
        """Returns the measurements of a rule for one topic: the person's fields, and those known by
        the end of the topic."""
        return {field.name for field in part.fields if not field.is_preset or (
            field.ending is not None and self._is_for(self.topic, field.ending))}

    def _uid(self, template, values, query, message):
        def replace(match):
            name = match.group(1)
            if is_position(name):
                return values[int(name) - 1]
            if name.startswith(MESSAGE):
                return _name_in(message, name[len(MESSAGE):])
            text = query.get(name[len("query."):])
            if not text:
                raise NoReading("the query has no %s, which the uid needs"
                                % name[len("query."):])
            return text
        return check_uid(PLACE.sub(replace, template))

    def _convert(self, number, field, where, preset, message, used):
        number *= field.scale
        unit = field.unit
        if unit is None and self.unit is not None and is_unit_of(self.unit, field.name):
            unit = self.unit
        if unit is None:
            unit = _unit_in(message, field, where, preset, used)
        if unit is not None:
            number = convert(number, unit)
        if number - number != 0:
            raise ValueError("is not finite")
        # Removes rounding errors.
        return round(number, 6)


def _unit_in(message, field, where, preset, used):
    """Returns the unit that the message itself names for a value, or None."""
    text = message.get(preset.get("units", {}).get(field.name))
    if text is None:
        siblings, name = parent_of(message, where)
        beside = field_of_unit(siblings, name, field.name) if field.name in ENTITIES else None
        if beside is None:
            return None
        used.add(".".join(where.split(".")[:-1] + [beside]))
        text = siblings[beside]
    return check_unit(text, field.name)


def _name_in(message, path):
    """Returns the text or number at a path of a message, for a uid."""
    for _, value in find_path(message, path):
        if isinstance(value, (str, int, float)) and not isinstance(value, bool) and value != "":
            return text_of(value)
    raise NoReading("the message has no %s, which the uid needs" % path)


def check_uid(uid):
    if not 0 < len(uid) <= MAX_UID_LENGTH:
        raise NoReading("the uid must have 1 to %d characters" % MAX_UID_LENGTH)
    return uid


def _is_void(message, name, preset):
    """Returns whether another field says that this measurement has no value."""
    def values(path):
        return [value for _, value in find_path(message, path)]
    return any(value is True for path in preset.get("unless", {}).get(name, ())
               for value in values(path)) or any(
        isinstance(value, (int, float)) and value < bound
        for path, bound in preset.get("below", {}).get(name, ()) for value in values(path))


def is_position(name):
    """Returns whether a name in a uid is the number of a + in the topic."""
    return name.isascii() and name.isdigit()


def find(rules, broker, topic):
    """Returns the broker's first rule for a topic and the text that each + matched.

    Returns (None, None) without such a rule.
    """
    levels = topic.split("/")
    for rule in rules:
        if rule.topic is not None and rule.broker == broker:
            values = match(rule.topic.split("/"), levels)
            if values is not None:
                return rule, values
    return None, None


def match(pattern, levels):
    """Returns the text that each + of a topic filter matches; None if the topic does not match.

    Source: https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/mqtt-v3.1.1.html#_Toc398718106
    """
    if levels[0].startswith("$") and pattern[0] in ("+", "#"):
        return None
    values = []
    for index, level in enumerate(pattern):
        if level == "#":
            return values
        if index == len(levels) or level not in ("+", levels[index]):
            return None
        if level == "+":
            values.append(levels[index])
    return values if len(pattern) == len(levels) else None


def is_own(topic):
    """Returns whether the gateway published at the topic, or Home Assistant repeated its values."""
    return any(level.replace("_", "-").startswith(OWN) for level in topic.split("/"))


def covers(wide, narrow):
    """Returns whether a topic filter matches every topic of another filter."""
    wide, narrow = wide.split("/"), narrow.split("/")
    if narrow[-1] == "#" and (wide[-1] != "#" or len(wide) > len(narrow)):
        return False
    return match(wide, narrow) is not None


def without_covered(topics):
    """Removes filters that others cover: a broker may send a message once for each filter."""
    topics = list(dict.fromkeys(topics))
    return [topic for topic in topics
            if not any(other != topic and covers(other, topic) for other in topics)]


def read_message(payload):
    """Returns the JSON object of a payload. Any other value becomes the field "value" of an object.

    Raises NoReading for bytes that are not text, and for broken JSON.
    """
    try:
        text = read_text(payload)
        value = read_value(text)
    except UnicodeDecodeError:
        raise NoReading("it is not text")
    except RecursionError:
        raise NoReading("it nests too deep")
    except ValueError as error:
        if text.lstrip()[:1] in ("{", "["):
            raise NoReading("it is not JSON: %s" % error)
        value = text
    return value if isinstance(value, dict) else {"value": value}


def ends_with(topic, ending):
    if ending is None:
        return True
    levels = topic.split("/")[-(ending.count("/") + 1):]
    return fnmatchcase("/".join(levels), ending)


def _time(message, paths, zone, now_ms):
    """Returns the time of a message, or None for its time of arrival; and a text about it."""
    text = "the time of arrival"
    for path in paths:
        for _, value in find_path(message, path):
            # The name `dateutc` says the zone.
            time_ms, why = instant_of(value, timezone.utc if path == "dateutc" else zone, now_ms)
            if time_ms is not None:
                return time_ms, "%s (%s)" % (utc(time_ms), path)
            text = "the time of arrival (%s %s)" % (path, why)
    return None, text


def _unique(texts):
    return list(dict.fromkeys(texts))
