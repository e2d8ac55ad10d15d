"""Readings of foreign devices: what they send goes by the rules of GREENHOUSE_MAP to the relay."""

from urllib.parse import parse_qsl

from answers import single_line
from map_file import read_map
from mapping import MAX_TOPIC_LENGTH, NoReading, find, is_own, read_message
from messages import is_form
from paths import ignored_of
from quantities import ENTITIES, UNKNOWN
from relay import NothingInIt, Unreadable, reading_of

# A message of The Things Stack names each antenna that heard it.
MAX_NOTE_LENGTH = 300
MAX_PAYLOAD_LENGTH = 65536
MAX_SHOWN = 20  # Ignored fields.
MIXED_MS = 7 * 24 * 3600000  # A topic that was silent for so long is gone.
MAX_ORIGINS = 5000


def load_map(path):
    """OSError, or ValueError (BadMap among them) for a file that is no map."""
    with open(path, encoding="utf-8-sig") as file:
        return read_map(file.read())


class Origins:
    """The topics from which each measurement of a sensor comes, where a topic's name alone tells what it is."""

    def __init__(self):
        # By uid and measurement: up to two topics, and when each came.
        self._topics = {}

    def others(self, uid, name, topic, now_ms):
        """Notes a value, and returns the other topics for it."""
        others = [(each, at) for each, at in self._topics.pop((uid, name), {}).items()
                  if each != topic and abs(now_ms - at) < MIXED_MS]
        self._topics[uid, name] = dict(others[-1:] + [(topic, now_ms)])
        if len(self._topics) > MAX_ORIGINS:
            del self._topics[next(iter(self._topics))]
        return [each for each, _ in others]


class ForeignTopics:
    """The rules for the topics of one broker; name is None for that of the environment."""

    former = ()

    def __init__(self, rules, name, now):
        self._rules = rules
        self._name = name
        self._now = now
        self._origins = Origins()
        # By uid and measurement: what a rule for one topic alone measures is not taken from others.
        self._named = {(part.uid, each) for rule in rules
                       if rule.topic is not None and rule.broker == name and not rule.is_for_many
                       for part in rule.parts for each in rule.names_of(part)}
        self.topics = [rule.topic for rule in rules
                       if rule.topic is not None and rule.broker == name]

    def read(self, topic, payload):
        """The readings of a message, for the relay; None when no rule is for its topic."""
        if is_own(topic) or len(topic) > MAX_TOPIC_LENGTH:
            return None
        rule, values = find(self._rules, self._name, topic)
        if rule is None:
            return None
        if rule.is_other(topic):
            return []
        now_ms = self._now()
        readings = [self._unmixed(reading, topic, now_ms)
                    for reading in _read(rule, topic, values, {}, payload, now_ms)]
        return _for_relay([reading for reading in readings if reading is not None])

    def _unmixed(self, reading, topic, now_ms):
        """Without what comes from another topic too: two probes would mix in one series. None if
        nothing is left, and that is in order."""
        if not reading.guessed:
            return reading
        measurements, notes = dict(reading.measurements), []
        for name in reading.guessed:
            others = self._origins.others(reading.uid, name, topic, now_ms)
            if (reading.uid, name) in self._named:
                del measurements[name]
            elif others:
                del measurements[name]
                notes.append("%s comes from %s too: give the one that counts a rule of its own "
                             "before this one; if the other is gone, start the gateway again" % (
                                 name, ", ".join(others)))
        if not measurements and not notes:
            return None
        return reading._replace(measurements=measurements, notes=reading.notes + notes)

    def subject(self, topic):
        """Of what a message that is no reading is reported."""
        return "%s, by %s" % (topic, self.rule(topic))

    def rule(self, topic):
        return find(self._rules, self._name, topic)[0]

    def source(self, topic):
        return find(self._rules, self._name, topic)[0].source


class ForeignPaths:
    """The rules for the paths of the local server."""

    def __init__(self, rules, now):
        self._now = now
        self._rules = {}
        for rule in rules:
            if rule.path is not None:
                self._rules.setdefault(rule.path, rule)

    def __contains__(self, path):
        return path in self._rules

    def read(self, path, query, body):
        """The readings of a request; the query is its message unless it has a body."""
        query = read_query(query)
        query = _with_form(query, body)
        rule = self._rules[path]
        return _for_relay(_read(rule, path, (), query, body or None, self._now()))

    def source(self, path):
        return self._rules[path].source


def _with_form(query, body):
    """A form that is posted names the sensor as a query does."""
    text = body.decode(errors="replace") if body else ""
    return dict(read_query(text), **query) if is_form(text) else query


def read_query(text):
    return dict(parse_qsl(text, keep_blank_values=True))


def _read(rule, topic, values, query, payload, now_ms):
    try:
        return rule.read_all(topic, values, query, _message_of(query, payload), now_ms)
    except NoReading as error:
        raise Unreadable(str(error))
    except RecursionError:
        raise Unreadable("it nests too deep")


def _for_relay(readings):
    taken = [reading for reading in readings if reading.measurements]
    if readings and not taken:
        notes = [note for reading in readings for note in _notes_of(reading)]
        if not notes:
            raise NothingInIt("nothing in it is a measurement of the rule")
        raise Unreadable("; ".join(notes))
    return [reading_of(reading.uid, reading.timestamp, reading.measurements, _said_of(reading))
            for reading in taken]


def _said_of(reading):
    # Whoever sends the message chooses the names in them.
    notes = _notes_of(reading)
    return "%s of %s" % (single_line("; ".join(notes), MAX_NOTE_LENGTH),
                         single_line(reading.uid)) if notes else None


def _notes_of(reading):
    return reading.notes + (["without a value: " + ", ".join(reading.empty)] if reading.empty else [])


def _message_of(query, payload):
    if payload is None:
        return query
    if len(payload) > MAX_PAYLOAD_LENGTH:
        raise NoReading("it may have %d bytes" % MAX_PAYLOAD_LENGTH)
    return read_message(payload)


def explain(rules, target, payload, now_ms):
    """Lines that say what would become of a message, and whether a reading.

    target is a topic, or a path with its query; payload is None without a body.
    """
    if is_own(target):
        return ["the gateway itself publishes such topics: they are never taken"], False
    lines, is_taken = [], False
    path, _, query_text = target.partition("?")
    query = _with_form(read_query(query_text), payload)
    found = [(rule, ()) for rule in rules if rule.path == path][:1]
    for name in dict.fromkeys(rule.broker for rule in rules if rule.topic is not None):
        rule, values = find(rules, name, target)
        if rule is not None:
            found.append((rule, values))
    for rule, values in found:
        topic = rule.path or target
        more, is_reading = _explain(rule, topic, values, query, payload, now_ms)
        lines += more
        is_taken = is_taken or is_reading
    if not found:
        lines = ["no rule matches %s. There are:" % target] + ["  " + str(rule) for rule in rules]
    return lines, is_taken


def _explain(rule, topic, values, query, payload, now_ms):
    lines = ["%s matches%s" % (rule, " at broker " + rule.broker if rule.broker else "")]
    if rule.is_other(topic):
        return lines + ["nothing is stored: such a topic has no readings"], False
    try:
        if payload is None and rule.path is None:
            raise NoReading("a topic needs a payload behind it")
        message = _message_of(query, payload)
        readings = rule.read_all(topic, values, query, message, now_ms)
    except NoReading as error:
        return lines + ["nothing is stored: %s" % error], False
    for reading in readings:
        if not reading.measurements:
            lines.append("nothing is stored of %s: no field is a measurement of this rule" % reading.uid)
            continue
        lines.append("stored as %s; time: %s" % (reading.uid, reading.time))
        for name, value in reading.measurements.items():
            unknown = "" if name in ENTITIES else ": " + UNKNOWN
            lines.append("  %s %.10g%s" % (name, value, unknown))
    for reading in readings:
        lines += _notes_of(reading)
    ignored = ignored_of(message, readings[0].used)
    if ignored:
        more = len(ignored) - MAX_SHOWN
        lines.append("ignored: " + ", ".join(ignored[:MAX_SHOWN])
                     + (" and %d more" % more if more > 0 else ""))
    return lines, any(reading.measurements for reading in readings)
