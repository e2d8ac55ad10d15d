/** Parts of devices/gateway, with an MQTT client that only records its calls. */

import { writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { MEASUREMENTS, QUANTITY } from "@greenhouse/domain/quantities/measurements";
import { testPython, usePrograms } from "../../support/devices/python";
import type { Ended } from "../../support/devices/python";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const runPython = usePrograms();

const PARTS = `
import json, os, tempfile, threading
from greenhouse_gateway import broker
from greenhouse_gateway.broker import Broker
from greenhouse_gateway.discovery import MAX_PENDING, SILENT_MS, Discovery

class Message:
    def __init__(self, number):
        self.mid = number

class Client:
    def __init__(self):
        self.published = []
    def publish(self, topic, *_):
        self.published.append(topic)
        return Message(len(self.published))
    def subscribe(self, *_):
        pass

client = Client()
lines = []
# Deleted at the end.
folder = tempfile.TemporaryDirectory()
file = os.path.join(folder.name, "file")

def connect(code=0):
    client.on_connect(client, None, {}, code)

def make_broker(receivers=()):
    return Broker(None, lines.append, client, str, receivers, file="/dev/null/topics")

def make_discovery(client=client, file="/dev/null/record", now=lambda: 0, is_unregistered=lambda uid: False):
    return Discovery(client, lines.append, file=file, sources={"own"}, now=now, is_unregistered=is_unregistered)

def reading(uid, name):
    return [(None, ',"uid":"%s","%s":1}' % (uid, name), None)]

def announce(discovery, uid="a", name="temperature"):
    discovery.taken(reading(uid, name), "own")
    discovery.stored([uid], {})
`;

/** Returns the lines that a program prints after PARTS. */
async function outputOf(program: string): Promise<readonly string[]> {
  const { output } = await runPython({ program: PARTS + program });
  return output.trimEnd().split("\n");
}

testPython("takes the broker's acknowledgement without waiting for a publish", async () => {
  // The MQTT client calls on_publish under its own lock. A publish waits for that lock under Discovery's lock.
  const [found] = await outputOf(`
discovery = make_discovery()
with discovery._lock:
    thread = threading.Thread(target=client.on_publish, args=(client, None, 1), daemon=True)
    thread.start()
    thread.join(30)
    print("waits" if thread.is_alive() else "returned")`);
  expect(found).toBe("returned");
});

testPython(
  "stores a sensor before its announcement, so that it can always be withdrawn",
  async () => {
    const seen = await outputOf(`
class Looking(Client):
    def publish(self, topic, *_):
        with open(file) as record:
            print(topic.split("/")[0], *json.load(record)["a"]["names"])
        return super().publish(topic)
discovery = make_discovery(Looking(), file)
announce(discovery)
discovery.taken(reading("a", "humidity"), "own")`);
    expect(seen.slice(0, 2)).toEqual([
      "homeassistant temperature",
      "homeassistant temperature humidity",
    ]);
  },
);

testPython(
  "stores a topic before subscribing, and until the broker has unsubscribed it",
  async () => {
    const seen = await outputOf(`
def show(*words):
    with open(file) as topics:
        print(*words, *json.load(topics))
with open(file, "w") as written:
    written.write('["old/+"]')
class Receiver:
    topics, former = ["new/+"], ()
class Looking(Client):
    def subscribe(self, *_):
        show("subscribes:")
    def unsubscribe(self, topics):
        show("unsubscribes", *topics)
client = Looking()
made = Broker(None, lines.append, client, str, [Receiver()], file=file)
connect()
client.on_unsubscribe(client, None, 1)
show("at the end:")`);
    expect(seen).toEqual([
      "subscribes: new/+ old/+",
      "unsubscribes old/+ new/+ old/+",
      "at the end: new/+",
    ]);
  },
);

testPython("reports topics that a broker refuses, with either version of paho-mqtt", async () => {
  const lines = await outputOf(`
class Receiver:
    topics, former = ["a/+", "b/+", "c/+"], ()
class Code:
    def __init__(self, is_failure):
        self.is_failure = is_failure
make_broker([Receiver()])
client.on_subscribe(client, None, 1, [1, 128, 1])
client.on_subscribe(client, None, 1, [Code(False), Code(False), Code(True)], None)
print("\\n".join(lines))`);
  expect(lines.filter((line) => line.includes("refuses"))).toEqual([
    expect.stringContaining("refuses the topic b/+: no messages will come from it"),
    expect.stringContaining("refuses the topic c/+: no messages will come from it"),
  ]);
});

testPython("does not repeat an announcement before the broker has acknowledged it", async () => {
  const counts = await outputOf(`
announce(make_discovery())
print(len(client.published))
connect()
connect()
print(len(client.published))
client.on_publish(client, None, 1)
connect()
print(len(client.published))`);
  expect(counts).toEqual(["1", "1", "2"]);
});

testPython("announces a sensor again if its reading is stored during its withdrawal", async () => {
  const published = await outputOf(`
now, is_unregistered = [0], [True]
discovery = make_discovery(now=lambda: now[0], is_unregistered=lambda uid: is_unregistered[0])
announce(discovery)
discovery.check()
now[0] += 3600000
discovery.check()
print(*lines[1:])
is_unregistered[0] = False
discovery.stored(["a"], {})
for number in range(1, len(client.published) + 1):
    client.on_publish(client, None, number)
discovery.check()
client.published.clear()
discovery.taken(reading("a", "temperature"), "own")
print(*client.published)`);
  expect(published[0]).toContain("withdrew a from Home Assistant");
  expect(published[1]).toBe("greenhouse-gateway/a/temperature");
});

testPython(
  "keeps a sensor that goes on sending, and withdraws it after a week of silence",
  async () => {
    const found = await outputOf(`
now, ages = [0], []
discovery = make_discovery(file=file, now=lambda: now[0])
announce(discovery)
# Every 11 minutes for more than a week.
for _ in range(1000):
    now[0] += 660000
    discovery.check()
    discovery.taken(reading("a", "temperature"), "own")
    with open(file) as record:
        ages.append(now[0] - json.load(record)["a"]["atMs"])
print(len(lines), max(ages) < 3600000)
now[0] += SILENT_MS + 3600000
discovery.check()
print(*lines)`);
    expect(found).toEqual(["0 True", "withdrew a from Home Assistant"]);
  },
);

testPython("withdraws a sensor whose last rule is gone", async () => {
  const found = await outputOf(`
names = {"names": ["light"], "atMs": 0}
with open(file, "w") as record:
    json.dump({"kept": dict(names, sources=["old", "own"]), "gone": dict(names, sources=["old"])}, record)
discovery = make_discovery(file=file)
discovery.check()
client.on_publish(client, None, 1)
discovery.check()
with open(file) as record:
    print(*lines, *json.load(record))`);
  expect(found).toEqual(["withdrew gone from Home Assistant kept"]);
});

testPython("limits the names of a sensor, and the sensors that are not announced yet", async () => {
  const found = await outputOf(`
class Naming(Client):
    def publish(self, topic, payload=None, *_):
        if topic.startswith("homeassistant/"):
            print(*json.loads(payload)["components"])
        return super().publish(topic)
discovery = make_discovery(Naming(), file)
def take(uid, names):
    pairs = "".join(',"%s":1' % name for name in names)
    discovery.taken([(None, ',"uid":"%s"%s}' % (uid, pairs), None)], "own")
take("a", ["reserve%d" % number for number in range(40)])
discovery.stored(["a"], {})
# A quantity is always announced, a signal never.
take("a", ["temperature", "reserve39", "rssi"])
take("b", ["light"])
for number in range(MAX_PENDING):
    take("stranger%d" % number, ["light"])
discovery.stored(["b"], {})`);
  const names = Array.from({ length: 20 }, (_, at) => `reserve${at}`).join(" ");
  expect(found).toEqual([names, `${names} temperature`]);
});

testPython("names a sensor by its last registered name, or by its uid", async () => {
  const names = await outputOf(`
class Naming(Client):
    def publish(self, topic, payload=None, *_):
        if topic.startswith("homeassistant/"):
            print(json.loads(payload)["device"]["name"])
        return super().publish(topic)
def make():
    return make_discovery(Naming(), file)
# The record of an earlier version.
with open(file, "w") as record:
    json.dump({"old": {"names": ["light"], "sources": ["own"], "atMs": 0}}, record)
discovery = make()
discovery.stored(["old"], {})
discovery.taken(reading("a", "temperature"), "own")
# An older backend sends no names.
for sensor_names in ({}, {"a": "Bench"}, {"a": "Bench"}, {}, {"a": "Bed", "other": "x"}):
    discovery.stored(["a"], sensor_names)
    print("-")
discovery.stored(["old"], {"old": "Old"})
print("again")
discovery = make()
discovery._client.on_connect(discovery._client, None, {}, 0)`);
  expect(names.join(" ")).toBe("a - Bench - - - Bed - Old again Old Bed");
});

testPython("gives a measurement to the rule for its topic, and only that measurement", async () => {
  const taken = await outputOf(`
import json
from greenhouse_gateway.foreign import ForeignTopics
from greenhouse_gateway.map_file import read_map
def show(rules, *messages):
    topics = ForeignTopics(read_map(json.dumps(rules)).rules, None, lambda: 0)
    print(*["".join(pairs for _, pairs, _ in topics.read(topic, payload)) for topic, payload in messages])
general = {"topic": "+/sensor/+/state", "uid": "{1}", "preset": "esphome"}
def rule(topic, **more):
    return dict(general, topic=topic, uid="b", **more)
show([rule("b/sensor/co2_ppm/state", fields={"co2": "value"}), general],
     ("b/sensor/air_temperature/state", b"21"), ("b/sensor/x_co2/state", b"400"))
show([rule("b/sensor/door_temperature/state", fields={"temperature": {"path": "value", "unit": "F"}}), general],
     ("b/sensor/door_humidity/state", b"60"), ("b/sensor/x_temperature/state", b"21"))
show([rule("b/json"), general], ("b/sensor/air_temperature/state", b"21"))
show([rule("b/sensor/esp32_temperature/state")], ("b/sensor/esp32_temperature/state", b"21"))
show([general], ("b/sensor/esp32_bench_humidity/state", b"60"))`);
  expect(taken).toEqual([
    ',"uid":"b","temperature":21.0} ',
    ',"uid":"b","humidity":60.0} ',
    ',"uid":"b","temperature":21.0}',
    ',"uid":"b","temperature":21.0}',
    ',"uid":"b","humidity":60.0}',
  ]);
});

testPython("knows the quantities of the table and their units", async () => {
  const [found = ""] = await outputOf(`
from greenhouse_gateway.quantities import ENTITIES
print(json.dumps({name: unit or "" for name, (_, unit) in ENTITIES.items()}))`);
  expect(Object.entries(JSON.parse(found) as object)).toEqual(
    MEASUREMENTS.map((name) => [name, QUANTITY[name].unit]),
  );
});

testPython("reads boards' texts as the functions do", async () => {
  const time = (text: string): string => `{"uid":"a","light":5,"timestamp":${text}}`;
  const bodies: readonly (readonly [string, number | null, object, (RegExp | undefined)?])[] = [
    ['\uFEFF{"uid":"a","temperature":1}\n\0', null, { temperature: 1 }],
    [
      "uid=0042&light=5\0&temperature=\x0121.5%00&humidity=\uFEFF60\x7F&timestamp=1793534400",
      1_793_534_400_000,
      { light: 5, temperature: 21.5, humidity: 60 },
    ],
    ["uid=a&light=5&temperature=--%00", null, { light: 5 }, /^a: without a value: temperature/],
    ['{"uid":"a","temperature":"--","light":5}', null, { light: 5 }, /value: temperature/],
    ['{"uid":"a","temperature":null,"light":5}', null, { light: 5 }],
    ['{"uid":"a","temperature":75.2,"temperature_unit":"fahrenheit"}', null, { temperature: 24 }],
    [
      '{"uid":"a","temperature":75.2,"humidity":60,"temperatureUnit":"reaumur"}',
      null,
      { humidity: 60 },
      /^a: temperature is left out: it has the unknown unit "reaumur"/,
    ],
    [
      '{"uid":"a","light":5,"rssi":-60,"snr":7.5,"linkquality":300}',
      null,
      { light: 5, rssi: -60, snr: 7.5 },
      /^a: linkquality is left out: 300 is not from 0 to 255$/,
    ],
    [time('"1793534400"'), 1_793_534_400_000, { light: 5 }],
    [time('"2026-11-01T08:00:00Z"'), Date.UTC(2026, 10, 1, 8), { light: 5 }],
    [time('""'), null, { light: 5 }],
    [time("946684800"), null, { light: 5 }, /the time of arrival counts: timestamp is before 2020/],
    [time('"soon"'), null, { light: 5 }, /the time of arrival counts: timestamp is not a time/],
  ];
  const lines = await outputOf(`
from greenhouse_gateway.relay import read_json, read_list
for body in json.loads(${JSON.stringify(JSON.stringify(bodies.map(([body]) => body)))}):
    timestamp, pairs, report = read_list(read_json(body.encode()))[0]
    values = json.loads("{" + pairs[1:])
    values.pop("uid")
    print(json.dumps([timestamp, values, report]))`);
  const found = lines.map((line) => JSON.parse(line) as unknown);
  expect(found).toEqual(
    bodies.map(([, time, values, report]) => [
      time,
      values,
      report === undefined ? null : (expect.stringMatching(report) as unknown),
    ]),
  );
});

testPython("reads a quantity and the first 40 other numbers of a reading", async () => {
  const names = Array.from({ length: 41 }, (_, at) => `m${at}`);
  const others = { ...Object.fromEntries(names.map((name) => [name, 1])), mód: {}, Open: true };
  const [found = "", ignored] = await outputOf(`
from greenhouse_gateway.relay import read_list
reading = json.loads(${JSON.stringify(JSON.stringify({ uid: "a", ...others, temperature: 7 }))})
_, pairs, report = read_list(reading)[0]
print(pairs)
print(report)`);
  expect(Object.keys(JSON.parse(`{${found.slice(1)}`) as object)).toEqual([
    "uid",
    ...names.slice(0, 39),
    "temperature",
  ]);
  expect(ignored).toBe("ignored from a: Open, m39, m40, mód");
});

testPython("takes readings only from machines of the local network", async () => {
  const addresses = ["192.168.1.7", "10.0.0.1", "127.0.0.1", "8.8.8.8", "2001:4860::1", "?"];
  const [found = ""] = await outputOf(`
from greenhouse_gateway.local_server import is_of_local_network
print(json.dumps([is_of_local_network(address) for address in ${JSON.stringify(addresses)}]))
`);
  expect(JSON.parse(found)).toEqual([true, true, true, false, false, false]);
});

testPython("shows the newest value of each name, and the boards heard last", async () => {
  const found = await outputOf(`
from greenhouse_gateway.newest import MAX_BOARDS, Newest
now = [1000000]
newest = Newest(lambda: now[0], lambda: now[0])
def take(timestamp, fields):
    newest.taken([(timestamp, "," + json.dumps(fields)[1:], None)], "own")
def show():
    for board in newest.boards():
        print(board.uid, board.name, board.age_ms, json.dumps(board.values))
take(None, {"uid": "bench 10", "light": 1, "ph": 6})
take(900000, {"uid": "bench 10", "light": 2, "ec": 3})
take(None, {"uid": "Bench 2"})
newest.stored(["bench 10"], {"bench 10": "North", "never heard": "x"})
now[0] += 5000
take(2000000, {"uid": "bench 10", "light": 4})
show()
for number in range(MAX_BOARDS - 1):
    take(None, {"uid": "%d" % number})
print([board.uid for board in newest.boards() if not board.uid.isdigit()])`);
  const values = { light: [4, 0], ph: [6, 5000], ec: [3, 105_000] };
  expect(found.map((line) => line.replaceAll(/\s/g, ""))).toEqual([
    "Bench2None5000{}",
    `bench10North0${JSON.stringify(values)}`,
    "['bench10']",
  ]);
});

testPython("writes ages, numbers and names as people do", async () => {
  const [found = ""] = await outputOf(`
from greenhouse_gateway.page import duration, number_text, words_of
print(json.dumps([[duration(ms) for ms in (0, 59999, 60000, 7500000, 7200000, 90000000)],
                  [number_text(value) for value in (21.0, -3.256, 0.004, 9999.5, 54321.7)],
                  [words_of(name) for name in ("soilMoisture", "co2", "ph", "linkquality")]]))`);
  expect(JSON.parse(found.replaceAll("\\u00a0", " "))).toEqual([
    ["0 s", "59 s", "1 min", "2 h 5 min", "2 h", "1 d 1 h"],
    ["21", "−3.26", "0", "9999.5", "54,322"],
    ["Soil moisture", "CO₂", "pH", "Link quality"],
  ]);
});

testPython("reads a posted form, which also names the sensor", async () => {
  const [found] = await outputOf(`
from greenhouse_gateway.foreign import ForeignPaths
from greenhouse_gateway.map_file import read_map
rules = read_map(json.dumps([{"path": "/ecowitt", "uid": "{query.PASSKEY}", "fields": {
    "temperature": {"path": "tempf", "unit": "F"}, "soilMoisture": "soilmoisture1"}}])).rules
body = b"PASSKEY=ABC&dateutc=2026-11-01+08:00:00&tempf=68.0&soilmoisture1=41"
print(ForeignPaths(rules, lambda: 1793534400000).read("/ecowitt", "", body)[0][:2])`);
  expect(found).toBe('(1793520000000, \',"uid":"ABC","temperature":20.0,"soilMoisture":41.0}\')');
});

testPython("no longer counts a topic as a second source after a silent week", async () => {
  const lines = await outputOf(`
from greenhouse_gateway.foreign import ForeignTopics, MIXED_MS, Unreadable
from greenhouse_gateway.map_file import read_map
now = [0]
rules = read_map('[{"topic": "+/sensor/+/state", "uid": "{1}", "preset": "esphome"}]').rules
topics = ForeignTopics(rules, None, lambda: now[0])
topics.read("b/sensor/old_temperature/state", b"20")
for at in (MIXED_MS - 1, MIXED_MS):
    now[0] = at
    try:
        print(topics.read("b/sensor/new_temperature/state", b"21")[0][1])
    except Unreadable as error:
        print(error)`);
  expect(lines).toEqual([
    expect.stringMatching(/^temperature also comes from b\/sensor\/old_temperature\/state: /),
    ',"uid":"b","temperature":21.0}',
  ]);
});

testPython("tries one reading of a sensor that was accepted and is refused again", async () => {
  const sent = await outputOf(`
import time
from greenhouse import system
from greenhouse_gateway.relay import PROBE_MS, Relay
class Backend:
    def __init__(self, status):
        self.status, self.refuses, self.sent = status, True, []
    def exchange(self, method, headers, body, *_):
        date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime())
        if method == "GET":
            return 405, {"date": date}, b""
        count = len(json.loads(body.decode())["readings"])
        self.sent.append(count)
        refused = [{"index": index, "status": self.status, "error": "not found"}
                   for index in range(count if self.refuses else 0)]
        answer = {"success": True, "stored": count - len(refused), "refused": refused}
        return 200, {"date": date}, json.dumps(answer).encode()
for status in (404, 503):
    passed, backend = [0], Backend(status)
    relay = Relay("https://example.com/", "farm", "key", read_key=None, capacity=100,
                  store=os.path.join(folder.name, str(status)), report=lines.append)
    relay._server = backend
    relay._uptime = lambda: system.uptime_ms() + passed[0]
    def take(*temperatures, after=0):
        relay.take([(None, ',"uid":"a","temperature":%d}' % each, None) for each in temperatures])
        passed[0] += after
        with relay._changed:
            for _ in range(3):
                relay.poll()
    take(1, 2, 3)
    backend.refuses = False
    take(after=PROBE_MS)
    stored = relay.counts["stored"]
    backend.refuses = True
    take(4, 5, 6)
    backend.sent.clear()
    take(after=PROBE_MS)
    print(stored, *backend.sent)`);
  expect(sent).toEqual(["3 1", "3 1"]);
});

testPython("ignores a broken file of topics", async () => {
  const lines = await outputOf(`
for text in ("", "{", "5", "[" * 100000, '["", 7, "\\\\ud800", "old/+"]'):
    with open(file, "w") as written:
        written.write(text)
    print(Broker(None, lines.append, client, str, (), file=file)._former)`);
  expect(lines).toEqual(["[]", "[]", "[]", "[]", "['old/+']"]);
});

testPython(
  "reports the address towards the backend, of the default route, or of an interface",
  async () => {
    const found = await outputOf(`
import socket
from greenhouse_gateway import report_ip
real = report_ip.interface_addresses()
def find(sources, interfaces=()):
    def source(target):
        if target not in sources:
            raise OSError(101, "Network is unreachable")
        return sources[target]
    report_ip.source_address, report_ip.interface_addresses = source, lambda: interfaces
    print(report_ip.find_address("backend"))
find({"backend": "10.9.0.5", "192.0.2.1": "192.168.7.20"})
find({"backend": "127.0.0.1", "192.0.2.1": "192.168.7.20"})
find({"192.0.2.1": "169.254.3.4"}, ["169.254.3.4", "10.9.0.5"])
find({}, ["169.254.3.4"])
print(*real)`);
    expect(found.slice(0, 4)).toEqual(["10.9.0.5", "192.168.7.20", "10.9.0.5", "None"]);
    const own = Object.values(networkInterfaces()).flatMap((all = []) =>
      all.flatMap(({ family, internal, address }) =>
        family === "IPv4" && !internal ? [address] : [],
      ),
    );
    // Tunnels and unconnected interfaces are left out.
    const listed = (found[4] ?? "").split(" ").filter((address) => address !== "");
    expect(listed.filter((address) => !own.includes(address))).toEqual([]);
    if (process.platform === "linux") expect(listed.length > 0).toBe(own.length > 0);
  },
);

const MAIN = "from greenhouse_gateway import program; program.main()";
const NEEDED = { URL: "https://example.com/", FARM_ID: "farm", KEY_FILE: "key" };
const RULE = { topic: "farm/+/soil", uid: "soil-{1}", fields: { soilMoisture: "vwc" } };

describe("the program", () => {
  const folder = useTemporaryFolder();

  /** Runs it with these settings and files. */
  function runMain(
    settings: Readonly<Record<string, string>>,
    files: Readonly<Record<string, string>> = {},
    args: readonly string[] = [],
  ): Promise<Ended> {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder(), name), text);
    const env: Record<string, string> = {};
    for (const [name, value] of Object.entries({ STORE: "store", ...settings })) {
      const isFile = ["STORE", "KEY_FILE", "MAP"].includes(name);
      env[`GREENHOUSE_${name}`] = isFile ? join(folder(), value) : value;
    }
    return runPython({ program: MAIN, arguments: args, env });
  }

  testPython("ends with a wrong setting, a code and one line", async () => {
    const map = JSON.stringify([RULE]);
    for (const [settings, code, message] of [
      [{ URL: "http://example.com" }, 64, "the URL must begin with https://"],
      [{ PORT: "65536" }, 64, "GREENHOUSE_PORT must be a number from 0 to 65535"],
      [{ PORT: "off" }, 64, "nothing to do"],
      [{ KEY_FILE: "two-lines" }, 66, "in one line"],
      [{ REPORT_IP_URL: "http://example.com" }, 64, "must begin with https://"],
      [{ MQTT_DISCOVERY: "homeassistant" }, 64, "needs GREENHOUSE_MQTT_HOST"],
      [{ MAP: "map" }, 64, "rule 1 (farm/+/soil): it names no broker: set GREENHOUSE_MQTT_HOST"],
      [{ MAP: "missing" }, 66, "GREENHOUSE_MAP: the file cannot be used: "],
      [{ MQTT_HOST: "127.0.0.1", MQTT_TOPIC: "+/+" }, 64, "GREENHOUSE_MQTT_TOPIC"],
    ] as const) {
      const files = { key: "key\n", "two-lines": "one\ntwo\n", map };
      const ended = await runMain({ ...NEEDED, ...settings }, files);
      expect(ended).toEqual({ code, output: expect.stringMatching(/^gateway: .*\n$/) as string });
      expect(ended.output).toContain(message);
    }
  });

  testPython("explains a message with GREENHOUSE_MAP as the only setting", async () => {
    const args = ["--explain", "farm/north/soil", '{"vwc": "31", "raw": 512}'];
    const files = { map: JSON.stringify([RULE]) };
    expect(await runMain({ MAP: "map" }, files, args)).toEqual({
      code: 0,
      output:
        "rule 1 (farm/+/soil) matches\nstored as soil-north; time: the time of arrival\n" +
        "  soilMoisture 31\nignored: raw\n",
    });
  });
});
