"""Takes readings over plain HTTP or MQTT from boards of the local network, keeps them on the disk,
and sends them to the greenhouse backend, signed with the farm's key.

With `--explain <topic or path> [payload]` it explains what GREENHOUSE_MAP does with a message, and
sends nothing. It ends with 0 if a reading would be stored, else with 1.

Python 3.8 or newer; for MQTT also the package paho-mqtt, 1.6 or 2.x. Settings, in the environment:

  GREENHOUSE_URL                 the URL of /sensorData
  GREENHOUSE_FARM_ID             the farm
  GREENHOUSE_KEY_FILE            a file with only the farm's key, which only you can read
  GREENHOUSE_STORE               the folder for readings (~/.local/state/greenhouse-gateway)
  GREENHOUSE_CAPACITY            how many readings may wait (50000)
  GREENHOUSE_HOST                this machine's IPv4 address to listen at (0.0.0.0: all)
  GREENHOUSE_PORT                the port to listen at (8080; "off": only MQTT)
  GREENHOUSE_MQTT_HOST           an MQTT broker; without it there is no MQTT
  GREENHOUSE_MQTT_PORT           its port (1883, with TLS 8883)
  GREENHOUSE_MQTT_TOPIC          the topic of readings, with + for the uid (greenhouse/+/readings)
  GREENHOUSE_MQTT_USER           the user name, if the broker needs one
  GREENHOUSE_MQTT_PASSWORD_FILE  a file with only the password
  GREENHOUSE_MQTT_TLS            "yes", or the file of the authority that signed its certificate
  GREENHOUSE_MAP                 the file with the rules for foreign devices: see README.md
  GREENHOUSE_MQTT_DISCOVERY      "homeassistant": announces the sensors there, through that broker
  GREENHOUSE_REPORT_IP_URL       the URL of /reportIp: reports this address every ten minutes

Exit codes: 64 a wrong setting, 66 a file cannot be used, 69 the port cannot be used, 70 an error in
the program, 71 another gateway uses the folder for readings, 0 after SIGTERM or SIGINT.
"""

import asyncio
import hashlib
import os
import signal
import sys
import threading
import time
import traceback

from greenhouse.system import InUse, Server, lock_beside, unix_ms, uptime_ms
from greenhouse.version import VERSION

from . import report_ip
from .broker import Broker, OwnTopics, client_of
from .discovery import Discovery
from .foreign import ForeignPaths, ForeignTopics, explain, load_map
from .local_server import LocalServer
from .map_file import BrokerSettings, Map
from .mapping import OWN, find
from .newest import Newest
from .quantities import ENTITIES, UNKNOWN
from .relay import Relay, Unreadable
from .secret import secret_in
from .signals import BOUNDS

CAPACITY = 50000  # Ten sensors at a reading a minute need 43,200 for 72 hours.
REPORT_IP_S = 600
MAX_RESTORED = 2000  # Waiting readings whose values the page shows after a restart.
CHECK_S = 5
BAD_SETTING, NO_FILE, NO_PORT, BROKEN, RUNS_ALREADY = 64, 66, 69, 70, 71


def report(line):
    try:
        # Lines of several threads must not mix.
        sys.stderr.write(line + "\n")
        sys.stderr.flush()
    except OSError:
        pass  # Nobody reads standard error.


def fail(why, code):
    report("gateway: " + why)
    sys.exit(code)


def setting(name, default=""):
    return os.environ.get("GREENHOUSE_" + name) or default


def number_setting(name, default, minimum, maximum):
    text = setting(name, str(default))
    if not (text.isascii() and text.isdigit() and minimum <= int(text) <= maximum):
        fail("GREENHOUSE_{} must be a number from {} to {}".format(name, minimum, maximum),
             BAD_SETTING)
    return int(text)


def read_secret(path, where):
    try:
        return secret_in(path)
    except (OSError, ValueError) as error:
        fail("{}: the file cannot be used: {}".format(where, error), NO_FILE)


def store_folder():
    """Returns the farm's folder: another farm's readings must not be sent with this farm's key."""
    # systemd sets STATE_DIRECTORY for StateDirectory=.
    base = setting("STORE") or os.environ.get("STATE_DIRECTORY") or os.path.join(
        os.path.expanduser("~"), ".local/state/greenhouse-gateway")
    return os.path.join(base, hashlib.sha256(setting("FARM_ID").encode()).hexdigest()[:32])


def check_needed_settings():
    for name in ("URL", "FARM_ID", "KEY_FILE"):
        if not setting(name):
            fail("GREENHOUSE_{} is not set".format(name), BAD_SETTING)


def refuse_second_gateway():
    """Returns a lock, which must live as long as this process."""
    try:
        return lock_beside(store_folder())
    except InUse:
        fail("another gateway of this farm already uses the folder {}: stop one of the two"
             .format(store_folder()), RUNS_ALREADY)


def make_relay():
    capacity = number_setting("CAPACITY", CAPACITY, 100, 10000000)
    path = setting("KEY_FILE")
    key = read_secret(path, "GREENHOUSE_KEY_FILE")
    try:
        return Relay(setting("URL"), setting("FARM_ID"), key, read_key=lambda: secret_in(path),
                     store=store_folder(), capacity=capacity, report=report)
    except ValueError as error:
        fail(str(error), BAD_SETTING)


def read_map():
    path = setting("MAP")
    if not path:
        return Map({}, [])
    try:
        return load_map(path)
    except OSError as error:
        fail("GREENHOUSE_MAP: the file cannot be used: {}".format(error), NO_FILE)
    except ValueError as error:
        fail("GREENHOUSE_MAP: {}: {}".format(path, error), BAD_SETTING)


def check_map(rules, port):
    """Checks that messages can reach each rule, and reports unknown quantities."""
    for rule in rules:
        if rule.path is not None and port is None:
            fail("GREENHOUSE_MAP: {}: GREENHOUSE_PORT is off: set a port, or remove the rule"
                 .format(rule), BAD_SETTING)
        if rule.topic is not None and rule.broker is None and not setting("MQTT_HOST"):
            fail("GREENHOUSE_MAP: {}: it names no broker: set GREENHOUSE_MQTT_HOST, or name one of "
                 '"brokers"'.format(rule), BAD_SETTING)
        for name in dict.fromkeys(field.name for part in rule.parts for field in part.fields):
            if name not in ENTITIES and name not in BOUNDS:
                report("GREENHOUSE_MAP: {}: {} is {}".format(rule, name, UNKNOWN))


def own_topics():
    topic = setting("MQTT_TOPIC", "greenhouse/+/readings")
    if topic.split("/").count("+") != 1 or topic.count("+") != 1 or "#" in topic:
        fail("GREENHOUSE_MQTT_TOPIC must have exactly one + for the uid, and no #", BAD_SETTING)
    if topic.split("/")[0] == OWN:
        fail("GREENHOUSE_MQTT_TOPIC must not begin with {}: the gateway itself publishes "
             "there".format(OWN), BAD_SETTING)
    return OwnTopics(topic)


def own_broker():
    tls = setting("MQTT_TLS")
    port = number_setting("MQTT_PORT", 8883 if tls else 1883, 1, 65535)
    return BrokerSettings(None, setting("MQTT_HOST"), port, tls, setting("MQTT_USER"),
                          setting("MQTT_PASSWORD_FILE"))


def connecting(settings, names, **more):
    """Returns a client for a broker, not yet connected, and the package paho-mqtt."""
    try:
        import paho.mqtt.client as mqtt
    except ImportError:
        fail("MQTT needs the package paho-mqtt for this Python, {0}: {1}".format(
            sys.executable, "sudo apt install python3-paho-mqtt" if is_of_system(sys.executable)
            else "{} -m pip install paho-mqtt".format(sys.executable)), BAD_SETTING)
    password = None
    if settings.password_file:
        password = read_secret(settings.password_file, setting_of(settings, "passwordFile"))
    try:
        return client_of(mqtt, [setting("FARM_ID")] + names, user=settings.user,
                         password=password, tls=settings.tls, **more), mqtt
    except OSError as error:
        fail("{}: {}".format(setting_of(settings, "tls"), error), NO_FILE)


def is_of_system(executable):
    """Returns whether the system's packages are for this Python."""
    return os.path.dirname(os.path.realpath(executable)) in ("/usr/bin", "/bin") and (
        sys.prefix == sys.base_prefix)


def setting_of(settings, key):
    """Returns the name of a broker's setting, for messages."""
    if settings.name is not None:
        return 'GREENHOUSE_MAP: broker {}: "{}"'.format(settings.name, key)
    return {"tls": "GREENHOUSE_MQTT_TLS", "passwordFile": "GREENHOUSE_MQTT_PASSWORD_FILE"}[key]


def make_brokers(relay, device_map):
    """Returns a function for each broker's connection, and its arguments.

    The first broker is that of the environment. It also has the gateway's own topics.
    """
    brokers = dict(device_map.brokers)
    if setting("MQTT_HOST"):
        brokers = {None: own_broker(), **brokers}
    made = []
    for name, settings in brokers.items():
        receivers = [ForeignTopics(device_map.rules, name, relay.now)]
        if name is None:
            receivers.append(own_topics())
        client, mqtt = connecting(settings, [name] if name else [])
        broker = Broker(relay, report, client, mqtt.connack_string, receivers, name=name,
                        file=store_folder() + ".topics" + name_of_file(name))
        made.append((broker.run, (settings.host, settings.port)))
    return made


def name_of_file(broker):
    return "-" + hashlib.sha256(broker.encode()).hexdigest()[:12] if broker else ""


def make_discovery(relay, device_map):
    """Returns the connection to Home Assistant's broker; None if discovery is off."""
    if not setting("MQTT_DISCOVERY"):
        return None
    if setting("MQTT_DISCOVERY") != "homeassistant":
        fail("GREENHOUSE_MQTT_DISCOVERY must be homeassistant, or not set", BAD_SETTING)
    if not setting("MQTT_HOST"):
        fail("GREENHOUSE_MQTT_DISCOVERY needs GREENHOUSE_MQTT_HOST, the broker of Home Assistant",
             BAD_SETTING)
    client, _ = connecting(own_broker(), ["discovery"], is_lasting=False)
    sources = {"own"} | {rule.source for rule in device_map.rules}
    discovery = Discovery(client, report, file=store_folder() + ".announced", sources=sources,
                          now=relay.now, is_unregistered=relay.is_unregistered)
    relay.tell(discovery)
    relay.ask_names()
    return discovery


def report_address(server, farm_id, key_file, relay):
    """Reports the address and the unregistered devices, regularly and when these devices change."""
    while True:
        uids = relay.unregistered_uids()
        try:
            # Reads the key each time, because its file may have changed.
            report_ip.report(server, farm_id, secret_in(key_file),
                             unregistered=None if uids is None else relay.unregistered(uids))
        except (OSError, ValueError) as error:
            report("the address is not reported: the key's file cannot be used: {}".format(error))
        end = time.monotonic() + REPORT_IP_S
        while time.monotonic() < end and relay.unregistered_uids() == uids:
            time.sleep(CHECK_S)


def start(function, *arguments):
    threading.Thread(target=function, args=arguments, daemon=True).start()


def end_at_once(failure):
    """Ends the process. Without one of its threads the gateway would only seem to work."""
    traceback.print_exception(failure.exc_type, failure.exc_value, failure.exc_traceback)
    os._exit(BROKEN)


def make_newest(relay):
    newest = Newest(relay.now, uptime_ms)
    newest.restore(relay.newest_waiting(MAX_RESTORED))
    relay.tell(newest)
    return newest


async def serve(relay, host, port, foreign, others):
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    if port is not None:
        try:
            await LocalServer(relay, report, foreign, make_newest(relay)).start(host, port)
        except OSError as error:
            fail("cannot listen at {} port {}: {}".format(host, port, error), NO_PORT)
    start(relay.run)
    for function, arguments in others:
        start(function, *arguments)
    await ended.wait()


def explain_message(arguments):
    if not 1 <= len(arguments) <= 2:
        fail("--explain needs a topic and a payload, or a path such as '/shelly?id=x&temp=20'",
             BAD_SETTING)
    if not setting("MAP"):
        fail("GREENHOUSE_MAP is not set", BAD_SETTING)
    payload = arguments[1].encode(errors="surrogateescape") if len(arguments) > 1 else None
    rules = read_map().rules
    lines, is_taken = explain(rules, arguments[0], payload, unix_ms())
    is_own = not is_taken and payload is not None and is_own_reading(rules, arguments[0], payload)
    print("it is one of the gateway's own topics, which need no rule" if is_own else "\n".join(lines))
    sys.exit(0 if is_taken or is_own else 1)


def is_own_reading(rules, topic, payload):
    try:
        # The rules of a map come first.
        return find(rules, None, topic)[0] is None and own_topics().read(topic, payload) is not None
    except Unreadable:
        return False


def main():
    if "--help" in sys.argv[1:]:
        print(__doc__)
        return
    if sys.argv[1:] == ["--version"]:
        print("greenhouse-gateway " + VERSION)
        return
    if sys.argv[1:2] == ["--explain"]:
        explain_message(sys.argv[2:])
    threading.excepthook = end_at_once
    port = None if setting("PORT") == "off" else number_setting("PORT", 8080, 0, 65535)
    device_map = read_map()
    if port is None and not setting("MQTT_HOST") and not device_map.brokers:
        fail("GREENHOUSE_PORT is off and there is no GREENHOUSE_MQTT_HOST: nothing to do",
             BAD_SETTING)
    check_map(device_map.rules, port)
    check_needed_settings()
    _lock = refuse_second_gateway()
    relay = make_relay()
    others = make_brokers(relay, device_map)
    discovery = make_discovery(relay, device_map)
    if discovery is not None:
        broker = own_broker()
        others.append((discovery.run, (broker.host, broker.port)))
    if setting("REPORT_IP_URL"):
        try:
            server = Server(setting("REPORT_IP_URL"))
        except ValueError as error:
            fail("GREENHOUSE_REPORT_IP_URL: {}".format(error), BAD_SETTING)
        others.append((report_address, (server, setting("FARM_ID"), setting("KEY_FILE"),
                                        relay)))
    foreign = ForeignPaths(device_map.rules, relay.now)
    asyncio.run(serve(relay, setting("HOST", "0.0.0.0"), port, foreign, others))
    if discovery is not None:
        discovery.close()
    report("stopped: {stored} stored, {waiting} waiting".format(**relay.state()))


if __name__ == "__main__":
    main()
