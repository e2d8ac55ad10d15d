/** Foreign devices at the gateway: their messages over MQTT and HTTP, by the rules of GREENHOUSE_MAP. */

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FOREIGN_PAYLOADS, fillIn } from "../../cases/foreign-payloads";
import { ROOT } from "../../support/backend/addresses";
import { NO_PYTHON, PYTHON } from "../../support/devices/commands";
import { NO_PAHO, send, useGateways } from "../../support/devices/gateway";
import type { Gateway, GatewayTrial } from "../../support/devices/gateway";
import { MqttBroker } from "../../support/devices/mqtt-broker";
import { UNKNOWN_CERTIFICATE } from "../../support/jobs/unknown-certificate";
import { expectSoon } from "rtdb-emulator/testing/polling";

const testGateway = useGateways(NO_PAHO);

/** Writes a map into the trial's folder, and returns its setting. */
function withMap({ folder }: GatewayTrial, map: unknown): Record<string, string> {
  const file = join(folder, "map.json");
  writeFileSync(file, typeof map === "string" ? map : JSON.stringify(map));
  return { GREENHOUSE_MAP: file };
}

function withBroker(port: number): Record<string, string> {
  return { GREENHOUSE_MQTT_HOST: "127.0.0.1", GREENHOUSE_MQTT_PORT: String(port) };
}

/** Returns all readings that were sent to the backend. */
function readingsOf({ server }: GatewayTrial): readonly Readonly<Record<string, unknown>>[] {
  return server.requests.flatMap(
    ({ text }) =>
      (JSON.parse(text) as { readonly readings: Readonly<Record<string, unknown>>[] }).readings,
  );
}

async function expectSaid(gateway: Gateway, words: string | RegExp): Promise<void> {
  const isReported = (): boolean => new RegExp(words, "m").test(gateway.output());
  await expectSoon(() => Promise.resolve(isReported()), true);
}

async function untilSent(gateway: Gateway): Promise<void> {
  await expectSoon(async () => (await gateway.state()).waiting, 0);
}

async function withBrokers(
  brokers: readonly MqttBroker[],
  scenario: (ports: readonly number[]) => Promise<void>,
): Promise<void> {
  try {
    await scenario(await Promise.all(brokers.map((broker) => broker.start())));
  } finally {
    await Promise.all(brokers.map((broker) => broker.stop()));
  }
}

testGateway("brings messages of foreign tools into the history", async (trial) => {
  const [{ uid }, otherSensor] = trial.sensors;
  // If an entity has its own rule, other topics of the same sensor are not guessed.
  const uidOf = ({ name }: (typeof FOREIGN_PAYLOADS)[number]): string =>
    name.startsWith("Home Assistant") ? otherSensor.uid : uid;
  // For each topic only the first rule counts.
  const keyOf = ({ rule }: (typeof FOREIGN_PAYLOADS)[number]): unknown =>
    rule["topic"] ?? rule["path"];
  const cases = FOREIGN_PAYLOADS.filter(
    (payload) =>
      FOREIGN_PAYLOADS.find((candidate) => keyOf(candidate) === keyOf(payload))?.rule ===
      payload.rule,
  );
  const atMs = Math.floor(Date.now() / 1000) * 1000 - 600_000;
  const rules = [
    ...new Set(cases.map((payload) => fillIn(JSON.stringify(payload.rule), uidOf(payload), atMs))),
  ];
  const broker = new MqttBroker();
  await withBrokers([broker], async ([port = 0]) => {
    const gateway = await trial.start({
      ...withBroker(port),
      ...withMap(trial, `[${rules.join()}]`),
    });
    await expectSoon(() => Promise.resolve(broker.topics.includes("zigbee2mqtt/+")), true);
    for (const payload of cases) {
      const target = fillIn(payload.target, uidOf(payload), atMs);
      if (target.startsWith("/")) {
        const { status } = await send(`${gateway.url}${target}`, {});
        expect([payload.name, status]).toEqual([payload.name, 202]);
      } else broker.publish(target, fillIn(payload.payload ?? "", uidOf(payload), atMs));
    }
    await expectSoon(() => Promise.resolve(broker.unacknowledged), 0);
    await untilSent(gateway);
    const sent = readingsOf(trial);
    for (const payload of cases) {
      const { name, measurements, isDated } = payload;
      const found = sent.find(({ timestamp, ...reading }) => {
        const isThen = Math.floor(Number(timestamp) / 1000) * 1000 === atMs;
        const wanted = { uid: uidOf(payload), ...measurements };
        return (
          isThen === (isDated === true) &&
          Object.keys(reading).length === Object.keys(wanted).length &&
          Object.entries(wanted).every(([key, value]) => reading[key] === value)
        );
      });
      expect([name, found]).toEqual([name, expect.anything()]);
    }
    expect(sent).toHaveLength(cases.length);
    const stored = new Set((await trial.history()).map(({ temperature }) => temperature));
    const temperatures = cases.map(({ measurements }) => measurements["temperature"]);
    expect(temperatures.filter((value) => value !== undefined && !stored.has(value))).toEqual([]);
  });
});

testGateway(
  "reads its own topics and those of a map, and never its own publications",
  async (trial) => {
    const [{ uid }] = trial.sensors;
    const broker = new MqttBroker();
    await withBrokers([broker], async ([port = 0]) => {
      const map = [{ topic: "#", uid, fields: { temperature: "value" } }];
      broker.retain("bench", "4");
      const gateway = await trial.start({ ...withBroker(port), ...withMap(trial, map) });
      // The topic # covers all others, and a single subscription brings each message once.
      await expectSoon(() => Promise.resolve(broker.topics), ["#"]);
      broker.publish(`greenhouse-gateway/${uid}/temperature`, "1");
      broker.publish("homeassistant/device/greenhouse-gateway-0123/config", "2");
      broker.publish("statestream/sensor/greenhouse_gateway_0123_temperature/state", "3");
      broker.publish("bench", "on");
      broker.publish("bench\nstopped: 9 stored, 0 waiting", "on");
      broker.publish("bench", '{"value":'.repeat(6000));
      broker.publish("bench", `${"[".repeat(6000)}1${"]".repeat(6000)}`);
      broker.publish("bench", "5");
      await expectSoon(() => Promise.resolve(broker.unacknowledged), 0);
      await untilSent(gateway);
      expect(readingsOf(trial).map(({ temperature }) => temperature)).toEqual([5]);
      await expectSaid(
        gateway,
        'a message of bench, .* is not a reading: .* is not a number: "on"$',
      );
      expect(gateway.output()).not.toMatch(/^stopped/m);
    });
  },
);

testGateway("does not mix two probes of one device in one series", async (trial) => {
  const [{ uid }, otherSensor] = trial.sensors;
  const topicOf = (node: string, name: string): string =>
    `${node}/sensor/${name}_temperature/state`;
  const broker = new MqttBroker();
  await withBrokers([broker], async ([port = 0]) => {
    const map = [
      {
        topic: topicOf(otherSensor.uid, "bench"),
        uid: otherSensor.uid,
        fields: { temperature: "value" },
      },
      { topic: "+/sensor/+/state", uid: "{1}", preset: "esphome" },
    ];
    const gateway = await trial.start({ ...withBroker(port), ...withMap(trial, map) });
    await expectSoon(() => Promise.resolve(broker.topics.length), 2);
    const publish = (...values: readonly (readonly [string, string, number])[]): void => {
      for (const [node, name, value] of values) broker.publish(topicOf(node, name), String(value));
    };
    publish([uid, "bench", 1], [uid, "esp32_internal", 50], [uid, "bench", 2], [uid, "door", 3]);
    publish([uid, "bench", 4], [uid, "door", 5]);
    publish([otherSensor.uid, "door", 5.5], [uid, "x".repeat(500), 5.6]);
    publish(
      [otherSensor.uid, "bench", 6],
      [otherSensor.uid, "door", 7],
      [otherSensor.uid, "bench", 8],
    );
    broker.publish(`${uid}/sensor/door_humidity/state`, "60");
    await expectSoon(() => Promise.resolve(broker.unacknowledged), 0);
    await untilSent(gateway);
    const valuesOf = (wanted: string): readonly unknown[] =>
      readingsOf(trial)
        .filter((reading) => reading["uid"] === wanted)
        .map(({ temperature, humidity }) => temperature ?? humidity);
    expect(valuesOf(uid)).toEqual([1, 2, 60]);
    expect(valuesOf(otherSensor.uid)).toEqual([6, 8]);
    await expectSaid(
      gateway,
      `^a message of ${topicOf(uid, "door")}, by rule 2 .* is not a reading: `,
    );
    await expectSaid(gateway, `also comes from ${topicOf(uid, "bench")}: write a rule`);
    expect(gateway.output()).not.toContain(otherSensor.uid);
  });
});

testGateway("unsubscribes topics that a changed map no longer has", async (trial) => {
  const broker = new MqttBroker();
  await withBrokers([broker], async ([port = 0]) => {
    for (const topic of ["old/+", "new/+"]) {
      const map = [{ topic, uid: "{1}", preset: "zigbee2mqtt" }];
      const gateway = await trial.start({ ...withBroker(port), ...withMap(trial, map) });
      const topics = (): readonly string[] => broker.topics.toSorted();
      await expectSoon(() => Promise.resolve(topics()), ["greenhouse/+/+", topic].toSorted());
      await gateway.kill();
    }
  });
});

testGateway("acknowledges a foreign message only after it is kept", async (trial) => {
  const [{ uid }] = trial.sensors;
  writeFileSync(join(trial.folder, "store"), "no folder");
  await trial.server.goOffline();
  const broker = new MqttBroker();
  await withBrokers([broker], async ([port = 0]) => {
    const map = [{ topic: "zigbee2mqtt/+", uid: "{1}", preset: "zigbee2mqtt" }];
    const gateway = await trial.start({
      ...withBroker(port),
      ...withMap(trial, map),
      GREENHOUSE_CAPACITY: "100",
      FULL_PAUSE_S: "0.2",
    });
    await gateway.post(Array.from({ length: 100 }, (_, temperature) => ({ uid, temperature })));
    await expectSoon(() => Promise.resolve(broker.topics.includes("zigbee2mqtt/+")), true);
    broker.publish(`zigbee2mqtt/${uid}`, '{"temperature":100}');
    await expectSaid(gateway, "messages stay with the MQTT broker");
    expect(broker.unacknowledged).toBe(1);
    await trial.server.goOnline();
    await expectSoon(() => Promise.resolve(broker.unacknowledged), 0);
    await expectSoon(async () => (await trial.history()).length, 101);
  });
});

testGateway("is a client of several brokers, also over TLS with a password", async (trial) => {
  const [{ uid }, otherSensor] = trial.sensors;
  const own = new MqttBroker();
  const ttn = new MqttBroker({ user: "app1@ttn", password: "NNSXS" }, UNKNOWN_CERTIFICATE);
  const wrong = new MqttBroker(undefined, UNKNOWN_CERTIFICATE);
  const file = (name: string, text: string): string => {
    writeFileSync(join(trial.folder, name), text);
    return join(trial.folder, name);
  };
  await withBrokers([own, ttn, wrong], async ([ownPort = 0, ttnPort = 0, wrongPort = 0]) => {
    const map = {
      brokers: {
        ttn: {
          host: "127.0.0.1",
          port: ttnPort,
          tls: file("authority", UNKNOWN_CERTIFICATE.cert),
          user: "app1@ttn",
          passwordFile: file("password", "NNSXS\n"),
        },
        wrong: { host: "127.0.0.1", port: wrongPort, tls: true },
      },
      rules: [
        { broker: "ttn", topic: "v3/+/devices/+/up", uid: "{2}", preset: "ttn" },
        { topic: "v3/+/devices/+/up", uid: otherSensor.uid, fields: { light: "lux" } },
        { broker: "wrong", topic: "+", uid: "{1}", preset: "zigbee2mqtt" },
      ],
    };
    const gateway = await trial.start({ ...withBroker(ownPort), ...withMap(trial, map) });
    await expectSoon(() => Promise.resolve(ttn.topics), ["v3/+/devices/+/up"]);
    const topics = (): readonly string[] => own.topics.toSorted();
    await expectSoon(() => Promise.resolve(topics()), ["greenhouse/+/+", "v3/+/devices/+/up"]);
    const topic = `v3/app1@ttn/devices/${uid}/up`;
    const gateways = Array.from({ length: 40 }, (_, at) => ({
      gateway_ids: { gateway_id: `gateway-${at}`, eui: "9C5C8E00001A05C4" },
      uplink_token: "ChIKEAoEZ3R3MRIInFyOAAAaBcQQ6L3Vlgk=",
    }));
    const uplink = { decoded_payload: { temperature: 17 }, rx_metadata: gateways };
    ttn.publish(topic, JSON.stringify({ uplink_message: uplink }));
    own.publish(topic, '{"lux": 700, "uplink_message": {"decoded_payload": {"temperature": 9}}}');
    await expectSoon(() => Promise.resolve(own.unacknowledged + ttn.unacknowledged), 0);
    await untilSent(gateway);
    const timestamp = expect.any(Number) as number;
    expect(
      readingsOf(trial).toSorted((a, b) => Number(a["light"] ?? 0) - Number(b["light"] ?? 0)),
    ).toEqual([
      { uid, temperature: 17, timestamp },
      { uid: otherSensor.uid, light: 700, timestamp },
    ]);
    await expectSaid(gateway, "the MQTT broker wrong cannot be reached, or its certificate cannot");
    expect(new Set([...own.clientIds, ...ttn.clientIds]).size).toBe(2);
    expect(gateway.output()).not.toContain("NNSXS");
  });
});

testGateway(
  "accepts requests at the paths of a map, and reports wrong requests",
  async (trial) => {
    const [{ uid }] = trial.sensors;
    const gateway = await trial.start(
      withMap(trial, [
        { path: "/shelly", uid: "{query.id}", preset: "shelly" },
        { path: "/node-red", uid: "{query.id}", fields: { co2: "air.co2" } },
      ]),
    );
    const answer = async (...[target, sent]: Parameters<typeof send>): Promise<unknown> =>
      await send(`${gateway.url}${target}`, sent);
    const taken = { status: 202, json: { taken: 1, isOnDisk: true } };
    const refused = (status: number, words: RegExp): unknown => ({
      status,
      json: { error: expect.stringMatching(words) as string },
    });
    expect(await answer(`/shelly?id=${uid}&temp=20.5&hum=60`, {})).toEqual(taken);
    expect(await answer(`/node-red?id=${uid}`, { body: '{"air":{"co2":700}}' })).toEqual(taken);
    expect(await answer("/shelly?temp=20", {})).toEqual(refused(400, /query has no id/));
    expect(await answer(`/shelly?id=${uid}`, {})).toEqual(
      refused(400, /it contains no measurement/),
    );
    expect(await answer(`/shelly?id=${uid}&temp=x`, {})).toEqual(
      refused(400, /temperature is left out: temp is not a number: "x"/),
    );
    expect(await answer(`/node-red?id=${uid}`, { body: "\uFFFD" })).toEqual(
      refused(400, /it contains no measurement/),
    );
    expect(await answer("/other?id=1", {})).toEqual(refused(404, /POST \/readings/));
    const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64)" };
    expect(await answer(`/shelly?id=${uid}&temp=99`, { headers })).toEqual(
      refused(403, /not from web pages/),
    );
    await untilSent(gateway);
    const timestamp = expect.any(Number) as number;
    expect(readingsOf(trial)).toHaveLength(2);
    expect(readingsOf(trial)).toContainEqual({ uid, timestamp, temperature: 20.5, humidity: 60 });
    expect(readingsOf(trial)).toContainEqual({ uid, timestamp, co2: 700 });
    expect((await trial.history()).map(({ temperature }) => temperature)).toContain(20.5);
  },
  NO_PYTHON,
);

testGateway("does not start with a wrong map", async (trial) => {
  const { folder, run } = trial;
  const rule = { topic: "a/+", uid: "{1}", preset: "tasmota" };
  const broker = { host: "127.0.0.1" };
  const mqtt = withBroker(1);
  for (const [map, env, code, message] of [
    ['[{"topic": "a"\n"uid": "b"}]', mqtt, 64, "line 2, column 1 is not JSON: "],
    [[rule, { ...rule, preset: "x" }], mqtt, 64, 'rule 2: there is no preset "x"; there are '],
    [[rule], {}, 64, "rule 1 (a/+): it names no broker: set GREENHOUSE_MQTT_HOST"],
    [
      [{ path: "/shelly", uid: "a", preset: "shelly" }],
      { ...mqtt, GREENHOUSE_PORT: "off" },
      64,
      "rule 1 (/shelly): GREENHOUSE_PORT is off",
    ],
    [
      {
        brokers: { ttn: { ...broker, user: "a", passwordFile: join(folder, "missing") } },
        rules: [{ ...rule, broker: "ttn" }],
      },
      {},
      66,
      'GREENHOUSE_MAP: broker ttn: "passwordFile": the file cannot be used: [Errno 2] No such file',
    ],
    [
      {
        brokers: { ttn: { ...broker, tls: join(folder, "missing") } },
        rules: [{ ...rule, broker: "ttn" }],
      },
      {},
      66,
      'GREENHOUSE_MAP: broker ttn: "tls": [Errno 2]',
    ],
  ] as const) {
    const running = run({ ...env, ...withMap(trial, map) });
    expect([message, await running.ended]).toEqual([message, code]);
    expect(running.output()).toMatch(/^gateway: .*\n$/);
    expect(running.output()).toContain(message);
  }
  const missing = run({ GREENHOUSE_MAP: join(folder, "missing") });
  expect(await missing.ended).toBe(66);
  expect(missing.output()).toMatch(/^gateway: GREENHOUSE_MAP: the file cannot be used: .*missing/);
});

testGateway(
  "explains a message with GREENHOUSE_MAP as the only setting",
  (trial) => {
    const map = [
      { topic: "farm/+/soil", uid: "soil-{1}", fields: { soilMoisture: "vwc" } },
      { path: "/shelly", uid: "{query.id}", preset: "shelly" },
    ];
    const explain = (...args: readonly string[]): readonly [number | null, string] => {
      const program = [join(ROOT, "devices/gateway/gateway.py"), "--explain", ...args];
      const env = withMap(trial, map);
      const { status, stdout, stderr } = spawnSync(PYTHON ?? "", ["-B", ...program], { env });
      return [status, `${stdout.toString()}${stderr.toString()}`];
    };
    expect(explain("farm/north/soil", '{"vwc": "31", "raw": 512}')).toEqual([
      0,
      "rule 1 (farm/+/soil) matches\nstored as soil-north; time: the time of arrival\n" +
        "  soilMoisture 31\nignored: raw\n",
    ]);
    expect(explain("/shelly?id=hut&temp=20")[1]).toContain("stored as hut;");
    expect(explain("farm/north", "1")).toEqual([
      1,
      "no rule matches farm/north. The rules are:\n  rule 1 (farm/+/soil)\n  rule 2 (/shelly)\n",
    ]);
    expect(explain("greenhouse/my-board/readings", '{"temperature": 21}')).toEqual([
      0,
      "it is one of the gateway's own topics, which need no rule\n",
    ]);
    expect(explain("greenhouse-gateway/a/temperature", "1")[1]).toContain("never reads them");
    expect(explain()).toEqual([64, expect.stringMatching(/^gateway: --explain needs a topic/)]);
    return Promise.resolve();
  },
  NO_PYTHON,
);
