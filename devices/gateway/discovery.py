"""Announces the sensors that the gateway relays to Home Assistant, and passes their values on.

A sensor is announced once the backend has stored a reading of it; from then on its values go to
Home Assistant without the backend. A record on the disk says which were announced, so that those
that are gone can be withdrawn after a restart too.
Source: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
"""

import json
import threading
from queue import SimpleQueue

from announcement import EXPIRE_AFTER_S, config_of, config_topic, state_topic
from answers import single_line
from greenhouse import WINDOW_MS
from json_file import write_json
from quantities import ENTITIES
from relay import Hourly, is_number

LOOK_S = 5
# Home Assistant says that it is there before it has subscribed to all values, on a slow machine by
# a minute: they are sent at these looks. They are not retained, because a retained value would pass
# for a new one at each start of Home Assistant.
REPEAT_LOOKS = (0, 3, 12)
UNREGISTERED_MS = 3600000  # A sensor that the backend does not know for so long is withdrawn,
SILENT_MS = 7 * 24 * 3600000  # and so is one that is silent for so long.
RECORD_MS = 3600000  # The record notes each sensor's last reading as exactly as that.
BIRTH = "homeassistant/status"
# A network may send readings of any number of sensors, and under any names: so many that are no
# quantities are announced of a sensor.
MAX_PENDING = 1000
MAX_OTHER_NAMES = 20


def _new_names(values, known):
    """Those that are to be announced too: any quantity, and some others."""
    others = MAX_OTHER_NAMES - sum(name not in ENTITIES for name in known)
    new = []
    for name in values:
        if name not in known and (name in ENTITIES or others > 0):
            new.append(name)
            others -= name not in ENTITIES
    return new


def _entry_in(stored):
    # The version before noted one source.
    sources = stored["sources"] if "sources" in stored else [stored["source"]]
    sensor_name = stored.get("sensorName")
    return {"names": [str(name) for name in stored["names"]],
            "sources": [str(source) for source in sources], "atMs": int(stored["atMs"]),
            "sensorName": None if sensor_name is None else str(sensor_name)}


def _values_in(stored):
    """What an orderly end noted: values and when they came, by name."""
    return {name: (value, at) for name, (value, at) in stored.get("values", {}).items()
            if is_number(value) and is_number(at)}


class Discovery:
    """client is a client of the broker of its own, not yet connected.

    sources are those from which readings can come now; file is that of the record; is_unregistered
    says whether the backend does not know a sensor.
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
        # Of each announced sensor: names, sources, the time of its last reading, and the name under
        # which it is registered. Newest values and when they came, by uid and name.
        self._announced, self._values = self._read_record()
        if self._values:
            # After a kill they would replace newer ones in Home Assistant.
            self._write_record()
        # What is known of the others.
        self._pending = {}
        # Those whose values are sent again, and the number of looks since they were announced.
        self._fresh = {}
        self._unknown_since = {}
        # Until the broker has acknowledged it: the number of the message.
        self._withdrawn = {}
        self._queued = {}
        # Numbers of messages that the broker has acknowledged, until the next look.
        self._acknowledged = SimpleQueue()
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        client.on_message = self._on_message

    def run(self, host, port):
        """Connects, again and again, and does not return."""
        self._client.connect_async(host, port)
        self._client.loop_start()
        wait = threading.Event()
        while not wait.wait(LOOK_S):
            self.look()

    def taken(self, readings, source):
        """Passes on what the relay has taken."""
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
                    # One that is withdrawn comes back when it is stored, with all its names.
                    if new and uid not in self._withdrawn:
                        self._announce(uid)
                    if is_fresh:
                        self._publish_values(uid, values)

    def _entry_of(self, uid, source, now):
        entry = self._announced.get(uid) or self._pending.get(uid)
        if entry is None:
            while len(self._pending) >= MAX_PENDING:
                # Its next reading brings it back.
                oldest = next(iter(self._pending))
                del self._pending[oldest]
                self._values.pop(oldest, None)
            entry = self._pending[uid] = {
                "names": [], "sources": [source], "atMs": now, "sensorName": None}
        return entry

    def close(self):
        """Notes the values for the next start."""
        with self._lock:
            self._is_closed = True
            self._write_record()

    def stored(self, uids, sensor_names):
        """The backend knows these sensors, and some of them under these names."""
        with self._lock:
            renamed = [uid for uid in dict.fromkeys(uids) if self._rename(uid, sensor_names)]
            for uid in self._withdrawn.keys() & set(uids):
                # The broker gets one message after the other.
                if self._has_source(self._announced[uid]):
                    del self._withdrawn[uid]
                    self._announce(uid)
            new = [uid for uid in dict.fromkeys(uids)
                   if uid in self._pending and self._has_source(self._pending[uid])]
            for uid in new:
                self._announced[uid] = self._pending.pop(uid)
            renamed = [uid for uid in renamed if uid in self._announced and uid not in new]
            if new or renamed:
                # First: a gateway that is ended in between must know what it has announced.
                self._write_record()
            for uid in new + renamed:
                if uid not in self._withdrawn:
                    self._announce(uid)

    def _rename(self, uid, sensor_names):
        """Notes a sensor's registered name. Returns whether it is another one."""
        entry = self._announced.get(uid) or self._pending.get(uid)
        sensor_name = sensor_names.get(uid)
        if entry is None or sensor_name is None or entry["sensorName"] == sensor_name:
            return False
        entry["sensorName"] = sensor_name
        return True

    def look(self):
        """Withdraws sensors that are gone."""
        with self._lock:
            self._note_acknowledged()
            uids = list(self._announced)
        # Not under the lock: the relay calls `stored` under its own.
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
            for uid in [uid for uid, looks in self._fresh.items() if looks in REPEAT_LOOKS]:
                self._publish_values(uid, {
                    name: value for name, (value, at) in self._values.get(uid, {}).items()
                    if 0 <= now - at < EXPIRE_AFTER_S * 1000})
            self._fresh = {uid: looks + 1 for uid, looks in self._fresh.items()
                           if looks < REPEAT_LOOKS[-1]}

    def _has_source(self, entry):
        return not self._sources.isdisjoint(entry["sources"])

    def _withdraw(self, uid):
        """It stays in the record until the broker knows."""
        if uid not in self._withdrawn:
            self._values.pop(uid, None)
            self._withdrawn[uid] = self._client.publish(config_topic(uid), b"", 1, True).mid
            self._report("withdrew %s from Home Assistant" % single_line(uid))

    def _on_publish(self, _client, _userdata, number, *_):
        # Without the lock: the client holds one of its own here, which `publish` needs.
        self._acknowledged.put(number)

    def _note_acknowledged(self):
        numbers = set()
        while not self._acknowledged.empty():
            numbers.add(self._acknowledged.get())
        self._queued = {uid: each for uid, each in self._queued.items() if each not in numbers}
        gone = [uid for uid, each in self._withdrawn.items()
                if each in numbers and uid in self._announced]
        for uid in gone:
            del self._withdrawn[uid]
            # A reading may have come meanwhile: once that is stored, it is announced again.
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
                # The client itself sends again what it has queued.
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
            return ({uid: _entry_in(each) for uid, each in stored.items()},
                    {uid: _values_in(each) for uid, each in stored.items() if "values" in each})
        except FileNotFoundError:
            return {}, {}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError,
                RecursionError) as error:
            self._report("which sensors Home Assistant knows cannot be read: %s" % single_line(error))
            return {}, {}

    def _write_record(self):
        record = self._announced
        if self._is_closed:
            record = {uid: dict(entry, values=self._values.get(uid, {}))
                      for uid, entry in record.items()}
        try:
            write_json(self._file, record)
        except OSError as error:
            self._hourly.report("record", "which sensors Home Assistant knows cannot be noted: %s"
                                % single_line(error))
