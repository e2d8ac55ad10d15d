/** Foreign devices at the gateway: their messages over MQTT and HTTP, by the rules of GREENHOUSE_MAP. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseClient } from "../../support/backend/database-client";
import { send, useMqttGateways } from "../../support/devices/gateway";
import type { Gateway, GatewayTrial } from "../../support/devices/gateway";
import { MqttBroker } from "../../support/devices/mqtt-broker";
import { UNKNOWN_CERTIFICATE } from "../../support/jobs/unknown-certificate";
import { expectSoon } from "rtdb-emulator/testing/polling";

const testGateway = useMqttGateways();

/** Writes a map into the trial's folder, and returns its setting. */
function withMap({ folder }: GatewayTrial, map: unknown): Record<string, string> {
  const file = join(folder, "map.json");
  writeFileSync(file, typeof map === "string" ? map : JSON.stringify(map));
  return { GREENHOUSE_MAP: file };
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

testGateway("brings messages of foreign tools into the history", async (trial, broker, address) => {
  const [{ uid }, otherSensor] = trial.sensors;
  const atMs = Math.floor(Date.now() / 1000) * 1000 - 600_000;
  const map = [
    { topic: "zigbee2mqtt/+", uid: "{1}", preset: "zigbee2mqtt" },
    { path: "/shelly", uid: "{query.id}", preset: "shelly" },
  ];
  const gateway = await trial.start({ ...address, ...withMap(trial, map) });
  await expectSoon(() => Promise.resolve(broker.topics.includes("zigbee2mqtt/+")), true);
  broker.publish(`zigbee2mqtt/${uid}`, `{"temperature":20.5,"last_seen":${atMs}}`);
  broker.publish(`zigbee2mqtt/${uid}`, '{"linkquality":50}');
  broker.publish(`zigbee2mqtt/${uid}`, '{"humidity":61,"linkquality":96}');
  await expectSoon(() => Promise.resolve(broker.unacknowledged), 0);
  const shelly = `${gateway.url}/shelly`;
  const { status } = await send(`${shelly}?id=${otherSensor.uid}&hum=71&temp=19.38`, {});
  expect(status).toBe(202);
  const error = expect.stringMatching(/query has no id/) as string;
  expect(await send(`${shelly}?temp=20`, {})).toEqual({ status: 400, json: { error } });
  const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64)" };
  expect((await send(`${shelly}?id=a&temp=99`, { headers })).status).toBe(403);
  await untilSent(gateway);
  expect(await trial.history()).toMatchObject([
    { uid, temperature: 20.5, updatedAt: atMs },
    { uid, humidity: 61 },
    { uid: otherSensor.uid, temperature: 19.38, humidity: 71 },
  ]);
  // A message with nothing but a signal is not a reading.
  expect(readingsOf(trial)).toHaveLength(3);
  const board = await databaseClient().get(`boards/${trial.farm.id}/${uid}`);
  expect(board).toEqual({ linkquality: 96, heard: expect.any(Number) as number });
});

testGateway(
  "reads its own topics and those of a map, and never its own publications",
  async (trial, broker, address) => {
    const [{ uid }] = trial.sensors;
    const map = [{ topic: "#", uid, fields: { temperature: "value" } }];
    broker.retain("bench", "4");
    const gateway = await trial.start({ ...address, ...withMap(trial, map) });
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
    await expectSaid(gateway, 'a message of bench, .* is not a reading: .* is not a number: "on"$');
    expect(gateway.output()).not.toMatch(/^stopped/m);
  },
);

testGateway(
  "is a client of several brokers, also over TLS with a password",
  async (trial, own, address) => {
    const [{ uid }, otherSensor] = trial.sensors;
    const ttn = new MqttBroker({ user: "app1@ttn", password: "NNSXS" }, UNKNOWN_CERTIFICATE);
    const wrong = new MqttBroker(undefined, UNKNOWN_CERTIFICATE);
    const file = (name: string, text: string): string => {
      writeFileSync(join(trial.folder, name), text);
      return join(trial.folder, name);
    };
    const [ttnPort, wrongPort] = [await ttn.start(), await wrong.start()];
    try {
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
      const gateway = await trial.start({ ...address, ...withMap(trial, map) });
      await expectSoon(() => Promise.resolve(ttn.topics), ["v3/+/devices/+/up"]);
      const topics = (): readonly string[] => own.topics.toSorted();
      await expectSoon(() => Promise.resolve(topics()), ["greenhouse/+/+", "v3/+/devices/+/up"]);
      const topic = `v3/app1@ttn/devices/${uid}/up`;
      // As long as an uplink that many gateways of the network have heard.
      const uplink = { decoded_payload: { temperature: 17 }, rx_metadata: "x".repeat(5_000) };
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
      await expectSaid(
        gateway,
        "the MQTT broker wrong cannot be reached, or its certificate cannot",
      );
      expect(new Set([...own.clientIds, ...ttn.clientIds]).size).toBe(2);
      expect(gateway.output()).not.toContain("NNSXS");
    } finally {
      await Promise.all([ttn.stop(), wrong.stop()]);
    }
  },
);
