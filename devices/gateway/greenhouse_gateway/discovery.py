"""Announces the gateway's sensors to Home Assistant, and passes their values on.

A sensor is announced after the backend has stored a reading of it. From then on its values go to
Home Assistant without the backend. A record on the disk has the announced sensors, so that removed
sensors can also be withdrawn after a restart.
Source: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
"""

import json
import threading
from queue import SimpleQueue

from greenhouse.answers import single_line
from greenhouse.client import WINDOW_MS

from .announcement import EXPIRE_AFTER_S, config_of, config_topic, state_topic
from .json_file import write_json
from .quantities import ENTITIES
from .relay import Hourly, is_number
from .signals import BOUNDS

CHECK_S = 5
# Home Assistant announces its start before it has subscribed to all values, on a slow machine up to
# a minute before. So values are sent again at these checks. They are not retained, because a
# retained value would count as new at each start of Home Assistant.
REPEAT_CHECKS = (0, 3, 12)
UNREGISTERED_MS = 3600000  # A sensor that is unregistered for this time is withdrawn.
SILENT_MS = 7 * 24 * 3600000  # A sensor that is silent for this time is withdrawn.
RECORD_MS = 3600000  # Precision of the last reading's time in the record.
BIRTH = "homeassistant/status"
# A network may send readings of any number of sensors under any names, so both are limited.
MAX_PENDING = 1000
MAX_OTHER_NAMES = 20


def _new_names(values, known):
    """Returns the names to announce in addition: any quantity, and some others, but no signals."""
    others = MAX_OTHER_NAMES - sum(name not in ENTITIES for name in known)
    new = []
    for name in values:
        if name not in known and name not in BOUNDS and (name in ENTITIES or others > 0):
            new.append(name)
            others -= name not in ENTITIES
    return new


def _entry_in(stored):
    # An earlier version stored a single source.
    sources = stored["sources"] if "sources" in stored else [stored["source"]]
    sensor_name = stored.get("sensorName")
    return {"names": [str(name) for name in stored["names"]],
            "sources": [str(source) for source in sources], "atMs": int(stored["atMs"]),
            "sensorName": None if sensor_name is None else str(sensor_name)}


def _values_in(stored):
    """Returns the values and their times by name, as `close` has stored them."""
    return {name: (value, at) for name, (value, at) in stored.get("values", {}).items()
            if is_number(value) and is_number(at)}


class Discovery:
    """The sensors in Home Assistant.

    `client`: a separate client of the broker, not yet connected.
    `sources`: the sources from which readings can come now.
    `file`: the record.
    `is_unregistered`: returns whether nobody has registered a sensor.
    """

    def __init__(self, client, report, *, file, sources, now, is_unregistered):
        self._client = client
        self._report = report
        self._hourly = Hourly(report)
        self._file = file
        self._sources = sources
        self._now = now
        self._is_unregistered = is_unregistered
        self._lock = threading.RLock()
        self._is_closed = False
        # For each announced sensor: names, sources, the time of its last reading, and its
        # registered name. Newest values and their times, by uid and name.
        self._announced, self._values = self._read_record()
        if self._values:
            # Removes the values: after a kill they would replace newer values in Home Assistant.
            self._write_record()
        # The same data for sensors that are not announced yet.
        self._pending = {}
        # Sensors whose values are sent again, with the number of checks since their announcement.
        self._fresh = {}
        self._unknown_since = {}
        # Messages that the broker has not acknowledged yet: their numbers by uid.
        self._withdrawn = {}
        self._queued = {}
        # Numbers of acknowledged messages, until the next check.
        self._acknowledged = SimpleQueue()
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        client.on_message = self._on_message

    def run(self, host, port):
        """Connects again and again. Does not return."""
        self._client.connect_async(host, port)
        self._client.loop_start()
        wait = threading.Event()
        while not wait.wait(CHECK_S):
            self.check()

    def taken(self, readings, source):
        """Passes on readings that the relay has taken."""
        now = self._now()
        with self._lock:
            for timestamp, pairs, _ in readings:
                values = json.loads("{" + pairs[1:])
                uid = values.pop("uid")
                entry = self._entry_of(uid, source, now)
                is_noted = source in entry["sources"] and now - entry["atMs"] < RECORD_MS
                new = _new_names(values, entry["names"])
                entry["names"] += new
                values = {name: values[name] for name in values if name in entry["names"]}
                if source not in entry["sources"]:
                    entry["sources"].append(source)
                if new or not is_noted:
                    entry["atMs"] = now
                is_fresh = timestamp is None or abs(now - timestamp) <= WINDOW_MS
                if is_fresh:
                    self._values.setdefault(uid, {}).update(
                        {name: (value, now) for name, value in values.items()})
                if uid in self._announced:
                    if new or not is_noted:
                        self._write_record()
                    # A withdrawn sensor is announced again when the backend stores its reading.
                    if new and uid not in self._withdrawn:
                        self._announce(uid)
                    if is_fresh:
                        self._publish_values(uid, values)

    def _entry_of(self, uid, source, now):
        entry = self._announced.get(uid) or self._pending.get(uid)
        if entry is None:
            while len(self._pending) >= MAX_PENDING:
                # The next reading of the oldest sensor adds it again.
                oldest = next(iter(self._pending))
                del self._pending[oldest]
                self._values.pop(oldest, None)
            entry = self._pending[uid] = {
                "names": [], "sources": [source], "atMs": now, "sensorName": None}
        return entry

    def close(self):
        """Stores the values for the next start."""
        with self._lock:
            self._is_closed = True
            self._write_record()

    def stored(self, uids, sensor_names):
        """Announces sensors whose readings the backend has stored, with their registered names."""
        with self._lock:
            renamed = [uid for uid in dict.fromkeys(uids) if self._rename(uid, sensor_names)]
            for uid in self._withdrawn.keys() & set(uids):
                # The broker gets this message after the withdrawal.
                if self._has_source(self._announced[uid]):
                    del self._withdrawn[uid]
                    self._announce(uid)
            new = [uid for uid in dict.fromkeys(uids)
                   if uid in self._pending and self._has_source(self._pending[uid])]
            for uid in new:
                self._announced[uid] = self._pending.pop(uid)
            renamed = [uid for uid in renamed if uid in self._announced and uid not in new]
            if new or renamed:
                # Written first: a gateway that is killed now must know its announced sensors.
                self._write_record()
            for uid in new + renamed:
                if uid not in self._withdrawn:
                    self._announce(uid)

    def _rename(self, uid, sensor_names):
        """Notes a sensor's registered name. Returns whether it has changed."""
        entry = self._announced.get(uid) or self._pending.get(uid)
        sensor_name = sensor_names.get(uid)
        if entry is None or sensor_name is None or entry["sensorName"] == sensor_name:
            return False
        entry["sensorName"] = sensor_name
        return True

    def check(self):
        """Withdraws sensors that are gone, and sends values again."""
        with self._lock:
            self._note_acknowledged()
            uids = list(self._announced)
        # Without the lock: the relay calls `stored` under its own lock.
        unregistered = [uid for uid in uids if self._is_unregistered(uid)]
        now = self._now()
        with self._lock:
            self._unknown_since = {uid: self._unknown_since.get(uid, now) for uid in unregistered}
            for uid in uids:
                entry = self._announced.get(uid)
                if entry is None:
                    continue  # Withdrawn in between.
                is_unknown = now - self._unknown_since.get(uid, now) >= UNREGISTERED_MS
                is_silent = now - entry["atMs"] > SILENT_MS
                if is_unknown or is_silent or not self._has_source(entry):
                    self._withdraw(uid)
            for uid in [uid for uid, checks in self._fresh.items() if checks in REPEAT_CHECKS]:
                self._publish_values(uid, {
                    name: value for name, (value, at) in self._values.get(uid, {}).items()
                    if 0 <= now - at < EXPIRE_AFTER_S * 1000})
            self._fresh = {uid: checks + 1 for uid, checks in self._fresh.items()
                           if checks < REPEAT_CHECKS[-1]}

    def _has_source(self, entry):
        return not self._sources.isdisjoint(entry["sources"])

    def _withdraw(self, uid):
        """Withdraws a sensor. It stays in the record until the broker has acknowledged this."""
        if uid not in self._withdrawn:
            self._values.pop(uid, None)
            self._withdrawn[uid] = self._client.publish(config_topic(uid), b"", 1, True).mid
            self._report("withdrew %s from Home Assistant" % single_line(uid))

    def _on_publish(self, _client, _userdata, number, *_):
        # Without the lock: the client holds its own lock here, which `publish` needs.
        self._acknowledged.put(number)

    def _note_acknowledged(self):
        numbers = set()
        while not self._acknowledged.empty():
            numbers.add(self._acknowledged.get())
        self._queued = {uid: number for uid, number in self._queued.items()
                        if number not in numbers}
        gone = [uid for uid, number in self._withdrawn.items()
                if number in numbers and uid in self._announced]
        for uid in gone:
            del self._withdrawn[uid]
            # A reading may have come meanwhile. After it is stored, the sensor is announced again.
            self._pending[uid] = self._announced.pop(uid)
        if gone:
            self._write_record()

    def _announce(self, uid):
        entry = self._announced[uid]
        config = config_of(uid, entry["names"], entry["sensorName"])
        self._queued[uid] = self._client.publish(config_topic(uid), json.dumps(config), 1, True).mid
        self._fresh[uid] = 0

    def _publish_values(self, uid, values):
        for name, value in values.items() if uid not in self._withdrawn else ():
            self._client.publish(state_topic(uid, name), json.dumps(value))

    def _on_connect(self, client, _userdata, _flags, code, *_):
        if code != 0:
            return  # The other client to this broker reports it.
        client.subscribe(BIRTH, 1)
        with self._lock:
            self._note_acknowledged()
            for uid, entry in self._announced.items():
                # The client itself sends queued messages again.
                if uid not in self._withdrawn and uid not in self._queued and self._has_source(entry):
                    self._announce(uid)

    def _on_disconnect(self, *_):
        self._hourly.report("lost", "the connection for Home Assistant is lost: connecting again")

    def _on_message(self, _client, _userdata, message):
        if message.payload == b"online":  # Home Assistant has started.
            with self._lock:
                self._fresh.update(dict.fromkeys(self._announced, 0))

    def _read_record(self):
        try:
            with open(self._file, encoding="utf-8") as file:
                stored = json.load(file)
            return ({uid: _entry_in(entry) for uid, entry in stored.items()},
                    {uid: _values_in(entry) for uid, entry in stored.items() if "values" in entry})
        except FileNotFoundError:
            return {}, {}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError,
                RecursionError) as error:
            self._report("the list of announced sensors cannot be read: %s" % single_line(error))
            return {}, {}

    def _write_record(self):
        record = self._announced
        if self._is_closed:
            record = {uid: dict(entry, values=self._values.get(uid, {}))
                      for uid, entry in record.items()}
        try:
            write_json(self._file, record)
        except OSError as error:
            self._hourly.report("record", "the list of announced sensors cannot be stored: %s"
                                % single_line(error))
