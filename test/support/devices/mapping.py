"""Answers each line, a JSON list of messages, with the readings that devices/gateway gets from them."""

import json
import sys

from greenhouse_gateway.foreign import explain, read_query
from greenhouse_gateway.messages import is_form
from greenhouse_gateway.map_file import BadMap, read_map
from greenhouse_gateway.mapping import NoReading, find, read_message


def reading_of(case):
    rules = read_map(case["map"]).rules
    target, payload = case["target"], case.get("payload")
    path, _, query = target.partition("?")
    query = read_query(query)
    rule, values = find(rules, case.get("broker"), target)
    if rule is None:
        rule, values = next(((rule, ()) for rule in rules if rule.path == path), (None, None))
    if rule is None:
        return {"says": "no rule"}
    if payload is not None and is_form(payload):
        query = dict(read_query(payload), **query)
    message = query if payload is None else read_message(payload.encode())
    readings = rule.read_all(path if rule.path else target, values, query, message, case["nowMs"])
    reading = readings[0]
    lines, _ = explain(rules, target, None if payload is None else payload.encode(), case["nowMs"])
    return {"rule": rule.number, "uid": reading.uid, "timestamp": reading.timestamp,
            "measurements": reading.measurements, "notes": reading.notes, "explanation": lines,
            "readings": {reading.uid: reading.measurements for reading in readings},
            "signals": {reading.uid: reading.signals for reading in readings}}


def answer(case):
    try:
        return reading_of(case)
    except (BadMap, NoReading) as error:
        return {"says": str(error)}


for line in sys.stdin:
    print(json.dumps([answer(case) for case in json.loads(line)]), flush=True)
