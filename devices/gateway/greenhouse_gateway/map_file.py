"""Reads GREENHOUSE_MAP. Errors say where it is wrong, why, and what to do."""

import json
from collections import namedtuple

from greenhouse.measurements import NAMES, is_name

from .mapping import MESSAGE, PLACE, Field, Part, Rule, covers, is_own, is_position
from .paths import split_path
from .presets import PRESETS
from .quantities import ENTITIES
from .units import UNITS, is_unit_of, unit_of

try:
    from zoneinfo import ZoneInfo
except ImportError:  # Before Python 3.9.
    ZoneInfo = None

KEYS = ("broker", "topic", "path", "uid", "preset", "fields", "readings", "zone", "unit")
READING_KEYS = ("uid", "fields")
BROKER_KEYS = ("host", "port", "tls", "user", "passwordFile")
OWN_PATHS = ("/", "/readings")

Map = namedtuple("Map", "brokers rules")
BrokerSettings = namedtuple("BrokerSettings", "name host port tls user password_file")


class BadMap(ValueError):
    """The map cannot be used. The text says where, why, and what to do."""


def read_map(text):
    """Returns the Map of a text. Raises BadMap."""
    try:
        value = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise BadMap("line %d, column %d is not JSON: %s%s" % (
            error.lineno, error.colno, error.msg, _advice(error)))
    except RecursionError:
        raise BadMap("it nests too deep")
    brokers = {}
    if isinstance(value, dict):
        _check_keys("the map", value, ("brokers", "rules"))
        brokers = value.get("brokers", {})
        _check(isinstance(brokers, dict), '"brokers" must be an object: a name for each broker')
        brokers = {name: _read_broker(name, broker) for name, broker in brokers.items()}
        value = value.get("rules")
    _check(isinstance(value, list) and value, 'write a list of rules, such as [{"topic": '
           '"zigbee2mqtt/+", "uid": "{1}", "preset": "zigbee2mqtt"}]')
    rules = [_read_rule(index + 1, rule, brokers) for index, rule in enumerate(value)]
    for index, rule in enumerate(rules):
        for earlier in rules[:index]:
            if _hides(earlier, rule):
                raise BadMap("%s never counts, because %s matches all of its messages before it: %s" % (
                    rule, earlier, _advice_for(rule, earlier)))
    return Map(brokers, rules)


def _hides(earlier, rule):
    if rule.path is not None or earlier.path is not None:
        return rule.path == earlier.path
    return rule.broker == earlier.broker and covers(earlier.topic, rule.topic)


def _advice_for(rule, earlier):
    if not _hides(rule, earlier):
        return "put it first, or remove it"
    if not rule.is_for_many:
        return "combine the two rules"
    return ("remove one; if they are for different devices, write a device's name instead of the "
            "+, and put that rule first")


def _check(condition, text):
    if not condition:
        raise BadMap(text)


def _advice(error):
    """Returns advice about two frequent errors in JSON."""
    before, rest = error.doc[:error.pos].rstrip(), error.doc[error.pos:].lstrip()
    if before.endswith(",") and rest[:1] in ("]", "}"):
        return ": remove the comma before %s" % rest[0]
    if error.msg == "Extra data" and before.lstrip().startswith("{"):
        return ": put [ before the first rule, commas between the rules, and ] after the last"
    return ""


def _check_keys(where, value, known):
    _check(isinstance(value, dict), "%s must be an object" % where)
    for key in value:
        _check(key in known, "%s: unknown key %s; there are %s" % (
            where, json.dumps(key), ", ".join(known)))


def _check_text(where, value):
    _check(isinstance(value, str) and value, "%s must be a string" % where)
    return value


def _object(pairs):
    value = dict(pairs)
    for key in value:
        _check(sum(name == key for name, _ in pairs) == 1,
               "%s appears twice in one object: remove one" % json.dumps(key))
    return value


def _read_broker(name, value):
    where = "broker %s" % name
    _check_keys(where, value, BROKER_KEYS)
    tls = value.get("tls", False)
    _check(isinstance(tls, bool) or (isinstance(tls, str) and tls),
           '%s: "tls" must be true, false, or the file of a certificate authority' % where)
    port = value.get("port", 8883 if tls else 1883)
    _check(isinstance(port, int) and not isinstance(port, bool) and 1 <= port <= 65535,
           '%s: "port" must be a number from 1 to 65535' % where)
    for key in ("user", "passwordFile"):
        if key in value:
            _check_text('%s: "%s"' % (where, key), value[key])
    host = _check_text('%s: "host"' % where, value.get("host"))
    return BrokerSettings(name, host, port, "yes" if tls is True else tls or None, value.get("user"),
                          value.get("passwordFile"))


def _read_rule(number, value, brokers):
    where = "rule %d" % number
    _check_keys(where, value, KEYS)
    topic, path = value.get("topic"), value.get("path")
    _check((topic is None) != (path is None), '%s needs either "topic" or "path"' % where)
    broker = value.get("broker")
    if path is None:
        _check_topic(where, topic)
        _check(broker is None or str(broker) in brokers, '%s: there is no broker %s in "brokers"' % (
            where, json.dumps(broker)))
    else:
        _check(isinstance(path, str) and path.startswith("/") and "?" not in path
               and path not in OWN_PATHS, '%s: "path" must be a path such as "/shelly", not "/" '
               'or "/readings"' % where)
        _check(broker is None, '%s: "broker" belongs to a "topic"' % where)
    preset = value.get("preset")
    _check(preset is None or str(preset) in PRESETS, "%s: there is no preset %s; there are %s" % (
        where, json.dumps(preset), ", ".join(sorted(PRESETS))))
    _check("fields" in value or preset or "readings" in value,
           '%s needs "preset", "fields" or "readings"' % where)
    parts = _read_parts(where, value, topic, preset)
    own_names = frozenset(field.name for part in parts for field in part.fields
                          if not field.is_preset)
    return Rule(number, broker, topic, path, parts, preset, own_names,
                _read_zone(where, value.get("zone")), _read_unit(where, value.get("unit")))


def _read_parts(where, value, topic, preset):
    """Returns the sensors of a rule. "readings" come first, so the preset skips their places."""
    readings = value.get("readings", [])
    _check(isinstance(readings, list) and ("readings" not in value or readings),
           '%s: "readings" must be a list such as [{"uid": "{1}-1", "fields": {"temperature": '
           '"DS18B20-1.Temperature"}}]' % where)
    parts = []
    for index, reading in enumerate(readings):
        place = "%s, reading %d" % (where, index + 1)
        _check_keys(place, reading, READING_KEYS)
        parts.append(Part(_read_uid(place, reading.get("uid"), topic),
                          _read_fields(place, reading.get("fields"), None)))
    if not readings or "uid" in value:
        parts.append(Part(_read_uid(where, value.get("uid"), topic),
                          _read_fields(where, value.get("fields", {}), preset)))
    else:
        _check("fields" not in value, '%s: "fields" beside "readings" need their own "uid"' % where)
    uids = [part.uid for part in parts]
    _check(len(set(uids)) == len(uids), '%s: two of its readings have the same uid: put their '
           'fields into one reading' % where)
    return tuple(parts)


def _check_topic(where, topic):
    levels = _check_text('%s: "topic"' % where, topic).split("/")
    for index, level in enumerate(levels):
        _check(level in ("+", "#") or not set("+#\0") & set(level),
               '%s: in "topic", + and # stand alone between slashes: %s' % (
                   where, json.dumps(topic)))
        _check(level != "#" or index == len(levels) - 1,
               '%s: in "topic", # is the last level: %s' % (where, json.dumps(topic)))
    _check(levels[0] != "$share", '%s: "topic" must not be shared' % where)
    _check(not is_own(topic), '%s: the gateway itself publishes at topics such as %s' % (
        where, json.dumps(topic)))


def _read_uid(where, uid, topic):
    _check(isinstance(uid, str) and uid, '%s: "uid" must be a string, such as "{1}" for the text '
           'that the first + in "topic" matches' % where)
    _check(not set("{}") & set(PLACE.sub("", uid)),
           '%s: a brace in "uid" is not closed: %s' % (where, json.dumps(uid)))
    places = topic.split("/").count("+") if topic is not None else 0
    for name in PLACE.findall(uid):
        if is_position(name):
            _check(1 <= int(name) <= places, '%s: there is no + number %s in "topic" for {%s} in '
                   '"uid"' % (where, name, name))
        elif name.startswith(MESSAGE):
            _read_path('%s: {%s} in "uid"' % (where, name), name[len(MESSAGE):])
        else:
            _check(topic is None and name.startswith("query.") and name != "query.",
                   '%s: {%s} in "uid" is not known; there are {1}, {2} … for a "topic", '
                   '{query.id} for a "path", and {message.id} for a field of the message' % (where, name))
    return uid


def _read_fields(where, fields, preset):
    _check(isinstance(fields, dict) and (fields or preset), '%s: "fields" must be an object such as '
           '{"temperature": "AM2301.Temperature"}' % where)
    own = [_read_field("%s, field %s" % (where, json.dumps(name)), name, place)
           for name, value in fields.items()
           for place in (value if isinstance(value, list) and value else [value])]
    rows = PRESETS[preset]["rows"] if preset else ()
    return own + [Field(name, path, ending, 1, None, True, part[0] if part else None)
                  for name, path, ending, *part in rows if name not in fields]


def _read_field(where, name, value):
    _check(is_name(name), "%s: invalid measurement name: %s" % (where, NAMES))
    if isinstance(value, str):
        value = {"path": value}
    _check_keys(where, value, ("path", "scale", "unit"))
    scale = value.get("scale", 1)
    _check(isinstance(scale, (int, float)) and not isinstance(scale, bool) and scale - scale == 0
           and scale != 0, '%s: "scale" must be a number other than 0' % where)
    unit = _read_unit(where, value.get("unit"))
    # An unknown quantity may have any unit.
    if unit is not None and name in ENTITIES and not is_unit_of(unit, name):
        raise BadMap("%s: %s is a unit of %s" % (where, unit, ", ".join(UNITS[unit][0])))
    path = _read_path(where, _check_text('%s: "path"' % where, value.get("path")))
    return Field(name, path, None, scale, unit, False, None)


def _read_path(where, path):
    try:
        split_path(path)
    except ValueError as error:
        raise BadMap('%s: the path %s cannot be read: %s' % (
            where, json.dumps(path, ensure_ascii=False), error))
    return path


def _read_unit(where, unit):
    _check(unit is None or unit_of(unit) is not None, "%s: the unit %s is not known; there are %s" % (
        where, json.dumps(unit, ensure_ascii=False), ", ".join(UNITS)))
    return unit_of(unit)


def _read_zone(where, zone):
    if zone is None:
        return None
    _check_text('%s: "zone"' % where, zone)
    _check(ZoneInfo is not None, '%s: "zone" needs Python 3.9 or newer' % where)
    try:
        return ZoneInfo(zone)
    except (OSError, ValueError, LookupError):
        raise BadMap('%s: there is no zone %s; write a zone such as "Europe/Berlin" (on a system '
                     'without zones install tzdata)' % (where, json.dumps(zone)))
