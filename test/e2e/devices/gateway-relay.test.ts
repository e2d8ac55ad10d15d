/** The gateway for boards that cannot speak HTTPS: what it accepts, keeps and sends. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { fieldOf } from "@greenhouse/domain/stored";
import { databaseClient } from "../../support/backend/database-client";
import { addSensor, inventSensor, register } from "../../support/backend/farm";
import type { Farm } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { inventKey } from "../../support/backend/secrets";
import { NO_PYTHON } from "../../support/devices/commands";
import type { DeviceRequest } from "../../support/devices/fault-server";
import { send, useGateways, useMqttGateways } from "../../support/devices/gateway";
import type { Gateway, GatewayTrial } from "../../support/devices/gateway";
import { OLDER_BACKEND } from "../../support/devices/rewrites";
import { expectSoon } from "rtdb-emulator/testing/polling";

const TAKEN = { status: 202, json: { taken: 1, isOnDisk: true } };
const database = databaseClient();
/** Without a network, the gateway has no address to report. */
const NO_NETWORK =
  NO_PYTHON ??
  (Object.values(networkInterfaces()).some((all) =>
    all?.some(({ family, internal }) => family === "IPv4" && !internal),
  )
    ? undefined
    : "this machine is in no network");

const testGateway = useGateways(NO_PYTHON);

async function expectStored(
  { history }: Pick<GatewayTrial, "history">,
  temperatures: readonly number[],
): Promise<void> {
  await expectSoon(
    async () =>
      (await history()).map(({ temperature }) => Number(temperature)).toSorted((a, b) => a - b),
    [...temperatures],
  );
}

interface FarmBatch {
  readonly readings: readonly { readonly uid: string; readonly temperature?: number }[];
}

/** Returns the body of a request, which must be signed with the farm's key. */
function readBatch({ text, signature }: DeviceRequest, farm: Farm): FarmBatch {
  const expected = createHmac("sha256", farm.apiKey).update(text).digest("hex");
  expect(signature).toBe(`sha256=${expected}`);
  const batch = JSON.parse(text) as FarmBatch;
  const timestamp = expect.any(Number) as number;
  expect(batch).toEqual({ farmId: farm.id, timestamp, readings: expect.any(Array) as [] });
  return batch;
}

testGateway("brings readings of several boards into the history", async (trial) => {
  const { farm, sensors, server, start, history } = trial;
  const [{ uid }, otherSensor] = sensors;
  const gateway = await start();
  expect(await gateway.post({ uid, temperature: 20, humidity: null })).toEqual(TAKEN);
  const earlier = Date.now() - 60 * MINUTE_MS;
  const list = [
    { uid, timestamp: earlier, temperature: 21, humidity: 60 },
    { uid: otherSensor.uid, temperature: 22.5, light: 100, battery: 80, sapFlow: 3.25 },
  ];
  expect(await gateway.post(list)).toEqual({ status: 202, json: { taken: 2, isOnDisk: true } });
  await expectStored(trial, [20, 21, 22.5]);
  expect(await history()).toMatchObject([
    { uid, humidity: 60, updatedAt: earlier },
    { uid },
    { uid: otherSensor.uid, light: 100, battery: 80 },
  ]);
  const sent = server.requests.flatMap((request) => readBatch(request, farm).readings);
  expect(sent.find(({ temperature }) => temperature === 22.5)).toMatchObject({ sapFlow: 3.25 });
  const counts = { stored: 3, refused: 0, overflowed: 0, waiting: 0 };
  const isWell = { isOnDisk: true, failingSince: null, error: null, kept: {} };
  await expectSoon(gateway.state, { ...counts, ...isWell });
  expect(await gateway.kill("SIGTERM")).toBe(0);
  expect(gateway.output()).toContain("stopped: 3 stored, 0 waiting\n");
});

testGateway(
  "keeps readings through an outage and kill -9, and sends new ones first",
  async (trial) => {
    const { farm, sensors, server, start } = trial;
    const [{ uid }, otherSensor] = sensors;
    await server.goOffline();
    const first = await start();
    const earlier = Date.now() - 60 * MINUTE_MS;
    const old = Array.from({ length: 100 }, (_, at) => ({
      uid: at % 2 === 0 ? uid : otherSensor.uid,
      timestamp: earlier + at,
      temperature: at,
    }));
    expect((await first.post(old)).status).toBe(202);
    await expectSoon(async () => (await first.state()).failingSince !== null, true);
    expect((await first.post({ uid, temperature: 200 })).status).toBe(202);
    await first.kill();
    const second = await start();
    expect((await second.post({ uid: otherSensor.uid, temperature: 201 })).status).toBe(202);
    expect((await second.state()).waiting).toBe(102);
    // Otherwise a busy machine may start to send only when the server is back, without an outage.
    await expectSoon(async () => (await second.state()).failingSince !== null, true);
    await server.goOnline();
    await expectStored(trial, [...Array.from({ length: 100 }, (_, at) => at), 200, 201]);
    const isReported = (): boolean =>
      /^stored 102 readings, the oldest from /m.test(second.output());
    await expectSoon(() => Promise.resolve(isReported()), true);
    const [newest, oldest] = server.requests.map((request) => readBatch(request, farm).readings);
    expect(newest?.map(({ temperature }) => temperature)).toEqual([200, 201]);
    expect(oldest).toHaveLength(100);
  },
);

testGateway(
  "counts each reading once, even if a full store drops it while it is being sent",
  async (trial) => {
    const { sensors, server, start } = trial;
    const [{ uid }] = sensors;
    await server.goOffline();
    const gateway = await start({ GREENHOUSE_CAPACITY: "100" });
    const list = (from: number, to: number): object[] =>
      Array.from({ length: to - from }, (_, at) => ({ uid, temperature: from + at }));
    await gateway.post(list(0, 100));
    const body = '{"success":true,"stored":100,"refused":[]}';
    server.plan({ parts: ["HTTP/1.1 200 OK\r\n", "\r\n", body], pauseMs: 500 });
    await server.goOnline();
    await server.untilRequests(1);
    expect((await gateway.post(list(100, 150))).status).toBe(202);
    await expectSoon(async () => (await gateway.state()).waiting, 0);
    expect(await gateway.state()).toMatchObject({ stored: 150, refused: 0, overflowed: 0 });
    await expectStored(
      trial,
      Array.from({ length: 50 }, (_, at) => 100 + at),
    );
  },
);

testGateway(
  "keeps readings of sensors that are registered and linked later, as an older backend answers",
  async (trial) => {
    const { farm, sensors, server, start } = trial;
    const [linked, unlinked] = sensors;
    server.rewriteWith(OLDER_BACKEND.rewrite);
    const owning = await addSensor(database, farm);
    const ownKey = `sensorKeys/${owning.uid}`;
    await database.put(ownKey, { farmId: farm.id, key: inventKey() });
    await database.remove(`registeredSensors/${unlinked.uid}/greenhouse`);
    const unknown = inventSensor(farm);
    const ahead = await addSensor(database, farm);
    const first = await start();
    const { uid } = linked;
    const all = [linked, unlinked, owning, unknown];
    await first.post([
      { uid, timestamp: Date.now() - 31 * DAY_MS, temperature: 1 },
      { uid, timestamp: Date.now() + 31 * DAY_MS, temperature: 2 },
      { uid: ahead.uid, timestamp: Date.now() + HOUR_MS, temperature: 3 },
      ...all.map((sensor) => ({ uid: sensor.uid, temperature: 20 })),
    ]);
    const countsOf = async (gateway: Gateway): Promise<readonly number[]> => {
      const { stored, refused, waiting } = await gateway.state();
      return [stored, refused, waiting];
    };
    await expectSoon(() => countsOf(first), [1, 2, 4]);
    expect(Object.entries((await first.state()).kept).toSorted()).toEqual(
      [
        [unlinked.uid, expect.stringMatching(/^400/)],
        [owning.uid, expect.stringMatching(/^401/)],
        [unknown.uid, expect.stringMatching(/^404/)],
        [ahead.uid, expect.stringMatching(/^425/)],
      ].toSorted(),
    );
    // Kept readings do not delay other sensors. Each cause is reported once.
    await first.post(all.map((sensor) => ({ uid: sensor.uid, temperature: 21 })));
    await expectSoon(() => countsOf(first), [2, 2, 7]);
    const lines = first.output().split("\n");
    for (const [sensor, advice] of [
      [unlinked, "link it to a greenhouse"],
      [owning, "remove that key"],
      [unknown, "register it"],
      [ahead, "it is kept"],
    ] as const) {
      expect(lines.filter((line) => line.includes(sensor.uid))).toEqual([
        expect.stringContaining(advice),
      ]);
    }
    await first.kill();
    const second = await start({ PROBE_MS: "200" });
    await database.put(`registeredSensors/${unlinked.uid}/greenhouse`, unlinked.greenhouse);
    await database.remove(ownKey);
    await register(database, unknown);
    await expectSoon(async () => {
      const { waiting, kept } = await second.state();
      return [waiting, Object.keys(kept)];
    }, [1, [ahead.uid]]);
    for (const { greenhouse } of [owning, unknown]) {
      const history = async () => (await readRecords(database, greenhouse)).history;
      await expectStored({ history }, [20, 21]);
    }
  },
);

testGateway("takes a new key from its file without a restart", async (trial) => {
  const { farm, sensors, folder, start } = trial;
  const [{ uid }] = sensors;
  const key = inventKey();
  await database.put(`farms/${farm.id}/apiKey`, key);
  const gateway = await start({ KEY_S: "0.2" });
  expect(await gateway.post({ uid, temperature: 1 })).toEqual(TAKEN);
  await expectSoon(async () => (await gateway.state()).error, "401 Invalid signature.");
  // Half-way through an exchange the file is empty.
  writeFileSync(join(folder, "key"), "");
  const isReported = (): boolean => gateway.output().includes("the key's file cannot be used: ");
  await expectSoon(() => Promise.resolve(isReported()), true);
  writeFileSync(join(folder, "key"), `${key}\n`);
  await expectStored(trial, [1]);
});

testGateway("goes on in memory without a disk, and reports it", async (trial) => {
  const { sensors, server, folder, start } = trial;
  const [{ uid }] = sensors;
  writeFileSync(join(folder, "store"), "no folder");
  await server.goOffline();
  const gateway = await start({ GREENHOUSE_CAPACITY: "100" });
  const list = Array.from({ length: 100 }, (_, temperature) => ({ uid, temperature }));
  expect(await gateway.post(list)).toEqual({ status: 200, json: { taken: 100, isOnDisk: false } });
  expect((await gateway.post({ uid, temperature: 200 })).status).toBe(503);
  await server.goOnline();
  await expectStored(
    trial,
    list.map(({ temperature }) => temperature),
  );
  expect(gateway.output()).toMatch(/cannot be used .*: readings are kept in memory/);
});

testGateway("answers a malformed request with its status and the reason", async ({ start }) => {
  const gateway = await start();
  const readings = `${gateway.url}/readings`;
  for (const [body, says] of [
    ["x", /a reading must be an object/],
    [Array.from({ length: 101 }, () => ({})), /send 1 to 100 readings/],
    [{ uid: "x".repeat(101) }, /uid must be a string/],
    [
      [{ uid: "a" }, { uid: "a", Temp: 1, state: "on" }],
      /reading 1: no measurement in Temp, state/,
    ],
    [{ uid: "a", temperature: "unavailable" }, /no value in temperature/],
  ] as const) {
    const error = expect.stringMatching(says) as string;
    expect(await gateway.post(body)).toEqual({ status: 400, json: { error } });
  }
  const statusOf = async (...sent: Parameters<typeof send>): Promise<number> =>
    (await send(...sent)).status;
  for (const body of ["", "{", '{"uid":"a","light":1e999}', "[".repeat(60_000), "\uFFFD"]) {
    expect(await statusOf(readings, { body })).toBe(400);
  }
  expect((await gateway.state()).waiting).toBe(0);
  // Reported once an hour.
  expect(gateway.output().match(/a request from 127\.0\.0\.1 /g)).toHaveLength(1);
  expect(await statusOf(`${gateway.url}/other`, { body: "{}" })).toBe(404);
  expect(await statusOf(readings, {})).toBe(405);
  expect(await statusOf(readings, { body: " ".repeat(70_000) })).toBe(413);
  expect(await statusOf(readings, { body: "{}", headers: { Origin: "http://x" } })).toBe(403);
  for (const [bytes, status] of [
    ["POST /readings HTTP/1.1\r\n\r\n", 411],
    [`GET / HTTP/1.1\r\nX: ${"x".repeat(9_000)}\r\n\r\n`, 431],
    ["\u0016\u0003\u0001 hello\r\n\r\n", 400],
  ] as const) {
    expect(await rawAnswer(gateway.url, bytes)).toContain(`HTTP/1.1 ${status} `);
  }
});

testGateway("serves a board while others hold all their connections", async (trial) => {
  const { sensors, start } = trial;
  const [{ uid }] = sensors;
  const gateway = await start();
  const slow = Array.from({ length: 60 }, () => open(gateway, "127.0.0.2"));
  for (const socket of slow)
    socket.write("POST /readings HTTP/1.1\r\nContent-Length: 100\r\n\r\n{");
  await Promise.all(slow.map((socket) => once(socket, "connect")));
  expect(await gateway.post({ uid, temperature: 1 })).toEqual(TAKEN);
  const more = await gateway.post({ uid, temperature: 2 }, "127.0.0.2").catch(() => undefined);
  expect(more?.status ?? 503).toBe(503);
  await expectStored(trial, [1]);
  for (const socket of slow) socket.destroy();
  await expectSoon(
    async () =>
      (await gateway.post({ uid, temperature: 3 }, "127.0.0.2").catch(() => undefined))?.status,
    202,
  );
});

function open({ url }: Pick<Gateway, "url">, from?: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    ...(from === undefined ? {} : { localAddress: from }),
  });
  return socket.on("error", () => undefined);
}

async function rawAnswer(url: string, bytes: string): Promise<string> {
  const socket = open({ url });
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
  socket.write(bytes, "latin1");
  await once(socket, "end");
  socket.destroy();
  return text;
}

testGateway("ends if it cannot listen", async ({ run }) => {
  const running = run({ GREENHOUSE_HOST: "192.0.2.1" });
  expect(await running.ended).toBe(69);
  expect(running.output()).toMatch(/^gateway: cannot listen at 192\.0\.2\.1 .*\n$/);
});

testGateway("does not start on a folder until the first gateway there has ended", async (trial) => {
  const { run, sensors, start } = trial;
  const first = await start();
  const second = run({});
  expect(await second.ended).toBe(71);
  expect(second.output()).toMatch(
    /^gateway: another gateway of this farm already uses the folder .+: stop one of the two\n$/,
  );
  await first.kill();
  const third = await start();
  await third.post({ uid: sensors[0].uid, temperature: 1 });
  await expectStored(trial, [1]);
});

testGateway(
  "reports unregistered devices until somebody registers them",
  async ({ farm, server, start }) => {
    const stranger = inventSensor(farm);
    const gateway = await start({
      GREENHOUSE_REPORT_IP_URL: `${server.url}/reportIp`,
      PROBE_MS: "200",
      CHECK_S: "0.1",
    });
    const reported = (): Promise<unknown> => database.get(`unregistered/${farm.id}`);
    await gateway.post({ uid: stranger.uid, soilMoisture: 41 });
    await expectSoon(async () => fieldOf(fieldOf(await reported(), "a"), "uid"), stranger.uid);
    expect(await reported()).toEqual({
      a: {
        uid: stranger.uid,
        reading: '{"soilMoisture":41.0}',
        at: expect.any(Number) as number,
      },
    });
    expect(await database.get(`farms/${farm.id}/ip`)).toMatch(/^[\d.]+$/);
    await register(database, stranger);
    await expectSoon(reported, null);
  },
  NO_NETWORK,
);

testGateway(
  "reports its address with as many unregistered devices as one request can hold",
  async ({ farm, server, start }) => {
    const names = Array.from({ length: 5 }, (_, at) => `measurement${at}`.padEnd(32, "x"));
    const numbers = Object.fromEntries(names.map((name) => [name, -1.2345678901234e-300]));
    const strangers = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(100, "é"));
    await server.goOffline();
    const gateway = await start({ GREENHOUSE_REPORT_IP_URL: `${server.url}/reportIp` });
    await gateway.post(strangers.map((uid) => ({ uid, ...numbers })));
    await server.goOnline();
    const isReported = async (): Promise<boolean> =>
      Object.keys((await database.get(`unregistered/${farm.id}`)) ?? {}).length > 5;
    await expectSoon(isReported, true);
  },
  NO_NETWORK,
);

describe("over MQTT", () => {
  const testMqtt = useMqttGateways({ user: "gateway", password: "a password" });

  function login({ folder }: GatewayTrial): Record<string, string> {
    const file = join(folder, "password");
    writeFileSync(file, "a password\n");
    return { GREENHOUSE_MQTT_USER: "gateway", GREENHOUSE_MQTT_PASSWORD_FILE: file };
  }

  testMqtt(
    "takes readings, also messages that came while it was off",
    async (trial, broker, address) => {
      const { farm, sensors, server, start, history } = trial;
      const [{ uid, greenhouse }, otherSensor] = sensors;
      // A board may have such a name.
      const named = await addSensor(database, farm, {
        uid: `greenhouse-gateway-${uid}`,
        greenhouse,
      });
      const env = { ...address, ...login(trial) };
      broker.subscribeNext(["greenhouse/+/readings", "greenhouse/+/temperature"]);
      broker.retain(`greenhouse/${uid}/temperature`, "9");
      await server.goOffline();
      const first = await start(env);
      // Without the topics of earlier versions, for which the broker would send messages twice.
      await expectSoon(() => Promise.resolve(broker.topics), ["greenhouse/+/+"]);
      for (const [topic, payload] of [
        [`${uid}/readings`, '{"temperature":1,"humidity":50}'],
        [`${uid}/rssi`, "5"],
        [`${otherSensor.uid}/temperature`, "2"],
        [`${otherSensor.uid}/temperature`, "nan"],
        [`${uid}/readings`, '{"uid":"another","temperature":"x"}'],
        [`${uid}/readings`, "[".repeat(4000)],
        [`${named.uid}/temperature`, "33"],
      ] as const) {
        broker.publish(`greenhouse/${topic}`, payload);
      }
      await expectSoon(() => Promise.resolve(broker.unacknowledged), 0);
      expect((await first.state()).waiting).toBe(3);
      await first.kill();
      const timestamp = Date.now() - 10 * MINUTE_MS;
      broker.publish(`greenhouse/${uid}/readings`, JSON.stringify({ temperature: 3, timestamp }));
      const second = await start(env);
      await expectSoon(() => Promise.resolve(broker.unacknowledged), 0);
      broker.disconnect();
      await expectSoon(() => Promise.resolve(broker.clientIds.length), 3);
      broker.publish(`greenhouse/${uid}/temperature`, "70");
      await expectSoon(() => Promise.resolve(broker.unacknowledged), 0);
      await server.goOnline();
      await expectStored(trial, [1, 2, 3, 33, 70]);
      const sent = (await history()).find(({ temperature }) => temperature === 3);
      expect(sent?.["updatedAt"]).toBe(timestamp);
      expect(new Set(broker.clientIds).size).toBe(1);
      expect(first.output()).toContain("cannot see how many messages the broker keeps");
      expect(first.output()).toMatch(/a message of .* is not a reading: /);
      expect(first.output() + second.output()).not.toContain("a password");
    },
  );

  testMqtt(
    "reports why the broker refuses it, and goes on with HTTP",
    async (trial, _broker, address) => {
      const [{ uid }] = trial.sensors;
      const gateway = await trial.start(address);
      const isReported = (): boolean =>
        gateway.output().includes("the MQTT broker refuses the connection");
      await expectSoon(() => Promise.resolve(isReported()), true);
      expect(await gateway.post({ uid, temperature: 1 })).toEqual(TAKEN);
      await expectStored(trial, [1]);
    },
  );

  testMqtt(
    "leaves messages with the broker while disk and memory are full",
    async (trial, broker, address) => {
      const { sensors, server, folder, start } = trial;
      const [{ uid }] = sensors;
      writeFileSync(join(folder, "store"), "no folder");
      await server.goOffline();
      const env = { ...address, ...login(trial) };
      const small = { GREENHOUSE_CAPACITY: "100", FULL_PAUSE_S: "0.2" };
      const gateway = await start({ ...env, ...small, GREENHOUSE_MQTT_TOPIC: "zigbee2mqtt/+" });
      await expectSoon(() => Promise.resolve(broker.topics), ["zigbee2mqtt/+"]);
      const list = Array.from({ length: 100 }, (_, temperature) => ({ uid, temperature }));
      await gateway.post(list);
      broker.publish(`zigbee2mqtt/${uid}`, '{"temperature":100,"linkquality":80}');
      const isReported = (): boolean =>
        gateway.output().includes("messages stay with the MQTT broker");
      await expectSoon(() => Promise.resolve(isReported()), true);
      expect(broker.unacknowledged).toBe(1);
      await server.goOnline();
      await expectStored(
        trial,
        Array.from({ length: 101 }, (_, at) => at),
      );
      await expectSoon(() => Promise.resolve(broker.unacknowledged), 0);
    },
  );
});
