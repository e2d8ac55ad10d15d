"""Passes the messages of foreign devices to the relay, by the rules of GREENHOUSE_MAP."""

from urllib.parse import parse_qsl

from greenhouse.answers import single_line

from .map_file import read_map
from .mapping import MAX_TOPIC_LENGTH, NoReading, find, is_own, read_message
from .messages import is_form
from .paths import ignored_of
from .quantities import ENTITIES, UNKNOWN
from .relay import NothingInIt, Unreadable, reading_of

MAX_NOTE_LENGTH = 300
# A message of The Things Stack names each antenna that heard it.
MAX_PAYLOAD_LENGTH = 65536
MAX_SHOWN = 20  # Ignored fields.
MIXED_MS = 7 * 24 * 3600000  # A topic without messages for this time no longer counts.
MAX_ORIGINS = 5000


def load_map(path):
    """Reads a map. Raises OSError, or ValueError (also BadMap) for a file that is not a map."""
    with open(path, encoding="utf-8-sig") as file:
        return read_map(file.read())


class Origins:
    """The topics from which each guessed measurement of a sensor comes.

    Such a measurement is known only by the name of its topic.
    """

    def __init__(self):
        # By uid and measurement: up to two topics, with the time of their last message.
        self._topics = {}

    def others(self, uid, name, topic, now_ms):
        """Notes the topic of a value, and returns the other topics with this measurement."""
        others = [(other, at_ms) for other, at_ms in self._topics.pop((uid, name), {}).items()
                  if other != topic and abs(now_ms - at_ms) < MIXED_MS]
        self._topics[uid, name] = dict(others[-1:] + [(topic, now_ms)])
        if len(self._topics) > MAX_ORIGINS:
            del self._topics[next(iter(self._topics))]
        return [other for other, _ in others]


class ForeignTopics:
    """The rules for the topics of one broker. `name` is None for the broker of the environment."""

    former = ()

    def __init__(self, rules, name, now):
        self._rules = rules
        self._name = name
        self._now = now
        self._origins = Origins()
        # Uid and measurement of the rules for one topic. Other topics do not count for these.
        self._named = {(part.uid, measurement) for rule in rules
                       if rule.topic is not None and rule.broker == name and not rule.is_for_many
                       for part in rule.parts for measurement in rule.names_of(part)}
        self.topics = [rule.topic for rule in rules
                       if rule.topic is not None and rule.broker == name]

    def read(self, topic, payload):
        """Returns the readings of a message, for the relay; None if no rule is for its topic."""
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
        """Removes measurements that also come from another topic: two probes would mix in a series.

        Returns None if nothing is left and there is nothing to report.
        """
        if not reading.guessed:
            return reading
        measurements, notes = dict(reading.measurements), []
        for name in reading.guessed:
            others = self._origins.others(reading.uid, name, topic, now_ms)
            if (reading.uid, name) in self._named:
                del measurements[name]
            elif others:
                del measurements[name]
                notes.append("%s also comes from %s: write a rule for the topic that counts, "
                             "before this rule; if the other topic is gone, restart the gateway" % (
                                 name, ", ".join(others)))
        if not measurements and not notes:
            return None
        return reading._replace(measurements=measurements, notes=reading.notes + notes)

    def subject(self, topic):
        """Returns topic and rule, for a report about a message that is not a reading."""
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
        """Returns the readings of a request. Without a body its query is the message."""
        query = read_query(query)
        query = _with_form(query, body)
        rule = self._rules[path]
        return _for_relay(_read(rule, path, (), query, body or None, self._now()))

    def source(self, path):
        return self._rules[path].source


def _with_form(query, body):
    """Returns the query with the fields of a posted form, which may also name the sensor."""
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
            raise NothingInIt("it contains no measurement of the rule")
        raise Unreadable("; ".join(notes))
    return [reading_of(reading.uid, reading.timestamp,
                       dict(reading.measurements, **reading.signals), _report_of(reading))
            for reading in taken]


def _report_of(reading):
    # The sender of the message chooses the names in the notes, so they are bounded.
    notes = _notes_of(reading)
    return "%s: %s" % (single_line(reading.uid),
                       single_line("; ".join(notes), MAX_NOTE_LENGTH)) if notes else None


def _notes_of(reading):
    return reading.notes + (["without a value: " + ", ".join(reading.empty)] if reading.empty else [])


def _message_of(query, payload):
    if payload is None:
        return query
    if len(payload) > MAX_PAYLOAD_LENGTH:
        raise NoReading("it may have at most %d bytes" % MAX_PAYLOAD_LENGTH)
    return read_message(payload)


def explain(rules, target, payload, now_ms):
    """Returns lines that explain what the rules do with a message, and whether there is a reading.

    `target`: a topic, or a path with its query. `payload`: None without a body.
    """
    if is_own(target):
        return ["the gateway itself publishes such topics, and never reads them"], False
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
        lines = ["no rule matches %s. The rules are:" % target]
        lines += ["  " + str(rule) for rule in rules]
    return lines, is_taken


def _explain(rule, topic, values, query, payload, now_ms):
    lines = ["%s matches%s" % (rule, " at broker " + rule.broker if rule.broker else "")]
    if rule.is_other(topic):
        return lines + ["nothing is stored: such a topic has no readings"], False
    try:
        if payload is None and rule.path is None:
            raise NoReading("add the payload after the topic")
        message = _message_of(query, payload)
        readings = rule.read_all(topic, values, query, message, now_ms)
    except NoReading as error:
        return lines + ["nothing is stored: %s" % error], False
    for reading in readings:
        if not reading.measurements:
            lines.append("nothing is stored for %s: no field is a measurement of this rule"
                         % reading.uid)
            continue
        lines.append("stored as %s; time: %s" % (reading.uid, reading.time))
        for name, value in reading.measurements.items():
            unknown = "" if name in ENTITIES else ": " + UNKNOWN
            lines.append("  %s %.10g%s" % (name, value, unknown))
        lines += ["  %s %.10g" % signal for signal in reading.signals.items()]
    for reading in readings:
        lines += _notes_of(reading)
    ignored = ignored_of(message, readings[0].used)
    if ignored:
        more = len(ignored) - MAX_SHOWN
        lines.append("ignored: " + ", ".join(ignored[:MAX_SHOWN])
                     + (" and %d more" % more if more > 0 else ""))
    return lines, any(reading.measurements for reading in readings)
