"""Takes readings from MQTT brokers, through the package paho-mqtt (1.6 or 2.x).

A message counts as delivered once its reading is on the disk. The broker's settings limit how many
messages it keeps until then. A client cannot see these settings.
"""

import hashlib
import json
import socket
import time

from greenhouse.answers import single_line

from .json_file import write_json
from .mapping import MAX_TOPIC_LENGTH, OWN, match, without_covered
from .quantities import ENTITIES
from .relay import Full, Hourly, NothingInIt, Unreadable, is_no_value, read_json, read_list

MAX_PAYLOAD_LENGTH = 4096
MAX_PAUSE_S = 60
FULL_PAUSE_S = 5
REFUSED = 128  # The code for a refused topic in MQTT 3.1.1.
# After this many short connections another client with the same name probably ends them.
SHORT_S = 5
MAX_SHORT = 3


class OwnTopics:
    """The gateway's own topics for readings.

    `topic`: has a + for the uid, such as greenhouse/+/readings. Its messages are JSON objects.
    Each quantity may have a topic beside it, such as greenhouse/+/co2, with bare numbers.
    """

    def __init__(self, topic):
        levels = topic.split("/")
        self._uid_at = levels.index("+")
        # The last level, which bare numbers replace by their name. It is None if the topic ends
        # with the uid: then there is no level for a measurement's name.
        self._name = levels[-1] if self._uid_at < len(levels) - 1 else None
        base = "/".join(levels[:-1]) + "/"
        self.topics = [topic if self._name is None else base + "+"]
        # Topics of earlier versions. The broker still has them, and would send messages twice.
        self.former = [] if self._name is None else [base + name for name in (
            self._name, "temperature", "humidity", "light", "battery")]

    def read(self, topic, payload):
        *_, name = levels = topic.split("/")
        if levels[0] == OWN or match(self.topics[0].split("/"), levels) is None:
            return None
        if self._name is not None and name != self._name and name not in ENTITIES:
            return None  # Another value, such as the board's state or its uptime.
        if len(payload) > MAX_PAYLOAD_LENGTH:
            raise Unreadable("a message may have at most %d bytes" % MAX_PAYLOAD_LENGTH)
        value = read_json(payload)
        if self._name is not None and name != self._name:
            value = {name: value}
            if is_no_value(value[name]) or value[name] is None:
                raise Unreadable("it has no value")
        if not isinstance(value, dict):
            raise Unreadable('send an object such as {"temperature": 21.5}')
        return read_list(dict(value, uid=self.subject(topic)))

    def subject(self, topic):
        """Returns the uid, for a report about a message that is not a reading."""
        return topic.split("/")[self._uid_at]

    def source(self, _topic):
        return "own"


class Broker:
    """The connection to one broker.

    `client`: not yet connected. `describe`: returns a text for one of its codes.
    `receivers`: have the `topics` to subscribe to. The first whose `read` is not None gets a
    message.
    `file`: keeps the topics. `name`: None for the broker of the environment.
    """

    def __init__(self, relay, report, client, describe, receivers, *, file, name=None):
        self._relay = relay
        self._report = report
        self._hourly = Hourly(report)
        # Separate, so that many messages of devices do not hide a lost connection.
        self._hourly_of_connection = Hourly(report)
        self._receivers = receivers
        self._file = file
        self._topics = without_covered(
            [topic for receiver in receivers for topic in receiver.topics])
        # The broker keeps subscriptions: without a rule, their messages would fill its queue.
        former = [topic for receiver in receivers for topic in receiver.former]
        # Without duplicates, because the file of an earlier start may contain the same topics.
        self._former = [topic for topic in dict.fromkeys(former + self._read_topics())
                        if topic not in self._topics]
        self._connected_at = None
        self._short = 0
        # For messages, after the words "the MQTT broker".
        self._name = " " + single_line(name) if name else ""
        self._client = client
        self._describe = describe
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_subscribe = self._on_subscribe
        client.on_unsubscribe = lambda *_: self._write_topics(self._topics)

    def run(self, host, port):
        """Connects again and again. Does not return."""
        self._report("the gateway cannot see how many messages the broker%s keeps while it is "
                     "off: see MQTT in README.md" % self._name)
        while True:
            self._client.connect_async(host, port)
            try:
                self._client.loop_forever(retry_first_connection=True)
            except Full:
                # The broker sends the message again only after a new connection.
                self._short = MAX_SHORT  # Reports no connection until there is space.
                self._hourly_of_connection.report("full", "the disk and the memory are full: "
                                    "messages stay with the MQTT broker")
                time.sleep(FULL_PAUSE_S)

    def _on_connect(self, client, _userdata, _flags, code, *_):
        if code == 0:
            self._connected_at = time.monotonic()
            # Written first: a gateway that is killed now must know the broker's subscriptions. The
            # former topics are removed when the broker has answered.
            self._write_topics(self._topics + self._former)
            client.subscribe([(topic, 1) for topic in self._topics])
            if self._former:
                client.unsubscribe(self._former)
            if self._short < MAX_SHORT:
                self._report_connected()
        else:
            self._hourly_of_connection.report(
                "refused", "the MQTT broker%s refuses the connection: %s"
                % (self._name, single_line(self._describe(code))))

    def _on_subscribe(self, _client, _userdata, _number, codes, *_):
        for topic, code in zip(self._topics, codes):
            # Version 1 gives a number, 2 an object.
            if getattr(code, "is_failure", code == REFUSED):
                self._hourly_of_connection.report(
                    topic, "the MQTT broker%s refuses the topic %s: no messages will come from it; "
                    "is the user allowed to read it?" % (self._name, topic))

    def _report_connected(self):
        self._report("connected to the MQTT broker%s: %s" % (self._name, ", ".join(self._topics)))

    def _on_connect_fail(self, _client, _userdata):
        self._hourly_of_connection.report(
            "no answer", "the MQTT broker%s cannot be reached, or its certificate cannot be "
            "verified: trying again" % self._name)

    def _on_disconnect(self, _client, _userdata, *details):
        # Version 1 gives only the code; version 2 gives flags, code and properties.
        code = details[1] if len(details) > 1 else details[0]
        lasted = time.monotonic() - (self._connected_at or 0)
        self._short = self._short + 1 if lasted < SHORT_S else 0
        if self._short < MAX_SHORT:
            self._hourly_of_connection.report("lost", "the connection to the MQTT broker%s is lost "
                                              "(%s): connecting again"
                                              % (self._name, single_line(code)))
        else:
            self._hourly_of_connection.report(
                "ended", "the MQTT broker%s ends each connection at once: another gateway of this "
                "farm may be running on this machine; only one is allowed" % self._name)

    def _read_topics(self):
        try:
            with open(self._file, encoding="utf-8") as file:
                return [topic for topic in json.load(file) if isinstance(topic, str)
                        and topic.isprintable() and 0 < len(topic) <= MAX_TOPIC_LENGTH]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, TypeError, RecursionError) as error:
            self._report("the topics of the last start cannot be read: %s" % single_line(error))
            return []

    def _write_topics(self, topics):
        try:
            write_json(self._file, topics)
        except OSError as error:
            self._hourly.report("topics", "the topics cannot be stored: %s" % single_line(error))

    def _on_message(self, _client, _userdata, message):
        """Takes a message. The client acknowledges it after this returns."""
        if message.retain:
            return  # An old value, which every new subscriber gets.
        try:
            topic = message.topic
        except UnicodeError as error:
            self._hourly.report("?", "a topic is not text: %s" % single_line(error))
            return
        self._take(topic, message.payload)
        if self._short >= MAX_SHORT and time.monotonic() - self._connected_at >= SHORT_S:
            self._short = 0
            self._report_connected()

    def _take(self, topic, payload):
        for receiver in self._receivers:
            try:
                readings = receiver.read(topic, payload)
            except NothingInIt as error:
                # Most messages of a rule for many topics may not be readings.
                self._hourly.report(
                    str(receiver.rule(topic)), "a message of %s is not a reading: %s; others of "
                    "this rule are not reported for an hour" % (
                        single_line(receiver.subject(topic)), single_line(error)))
                return
            except Unreadable as error:
                subject = single_line(receiver.subject(topic))
                self._hourly.report(subject, "a message of %s is not a reading: %s" % (
                    subject, single_line(error)))
                return
            if readings:
                self._relay.take(readings, receiver.source(topic))
            if readings is not None:
                return


def client_of(mqtt, names, *, user=None, password=None, tls=None, is_lasting=True):
    """Returns a client of paho-mqtt whose session id comes from these names.

    `is_lasting`: the broker keeps messages for the client while it is away. Raises OSError if the
    file of `tls` cannot be used.
    """
    # MQTT 3.1 allows 23 bytes.
    names = " ".join(names + [socket.gethostname()])
    client_id = "greenhouse-" + hashlib.sha256(names.encode()).hexdigest()[:12]
    versions = getattr(mqtt, "CallbackAPIVersion", None)
    client = mqtt.Client(*([versions.VERSION2] if versions else []), client_id=client_id,
                         clean_session=not is_lasting)
    client.reconnect_delay_set(1, MAX_PAUSE_S)
    if user:
        client.username_pw_set(user, password)
    if tls:
        client.tls_set(None if tls == "yes" else tls)
    return client
