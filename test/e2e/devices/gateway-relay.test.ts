/** The gateway for boards that cannot speak HTTPS: what it accepts, keeps and sends. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { fieldOf } from "@greenhouse/domain/stored";
import { ROOT } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { addSensor, inventSensor, register } from "../../support/backend/farm";
import type { Farm } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { inventKey } from "../../support/backend/secrets";
import { NO_PYTHON, PYTHON } from "../../support/devices/commands";
import type { DeviceRequest } from "../../support/devices/fault-server";
import { NO_PAHO, send, useGateways } from "../../support/devices/gateway";
import type { Gateway, GatewayTrial } from "../../support/devices/gateway";
import { MqttBroker } from "../../support/devices/mqtt-broker";
import { expectSoon } from "rtdb-emulator/testing/polling";

const GATEWAY = join(ROOT, "devices/gateway");
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
  const before = Date.now();
  expect(await gateway.post({ uid, temperature: 20, humidity: null })).toEqual(TAKEN);
  const earlier = Date.now() - 60 * MINUTE_MS;
  const list = [
    { uid, timestamp: earlier, temperature: 21, humidity: 60 },
    { uid: otherSensor.uid, temperature: 22.5, light: 100, battery: 80, sapFlow: 3.25 },
  ];
  expect(await gateway.post(list)).toEqual({ status: 202, json: { taken: 2, isOnDisk: true } });
  await expectStored(trial, [20, 21, 22.5]);
  const entries = new Map((await history()).map((entry) => [entry["temperature"], entry]));
  expect(entries.get(21)).toMatchObject({ uid, humidity: 60, updatedAt: earlier });
  expect(entries.get(22.5)).toMatchObject({ uid: otherSensor.uid, light: 100, battery: 80 });
  expect(Number(entries.get(20)?.["updatedAt"])).toBeGreaterThanOrEqual(before - 1_000);
  const sent = server.requests.flatMap((request) => readBatch(request, farm).readings);
  expect(sent.find(({ temperature }) => temperature === 22.5)).toMatchObject({ sapFlow: 3.25 });
  await expectSoon(gateway.state, {
    stored: 3,
    refused: 0,
    overflowed: 0,
    waiting: 0,
    isOnDisk: true,
    failingSince: null,
    error: null,
    kept: {},
  });
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
    expect((await first.post({ uid, temperature: 200 })).status).toBe(202);
    await expectSoon(async () => (await first.state()).failingSince !== null, true);
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

testGateway("loses no acknowledged reading when it is killed at any moment", async (trial) => {
  const { sensors, server, start } = trial;
  const [{ uid }] = sensors;
  const answered: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const gateway = await start();
    server.plan("lost answer");
    const posts = Array.from({ length: 10 }, async (_, at) => {
      const temperature = 10 * round + at;
      const { status } = await gateway.post({ uid, temperature });
      if (status === 202) answered.push(temperature);
      if (at === 3 * round + 1) await gateway.kill();
    });
    await Promise.allSettled(posts);
    await gateway.kill();
  }
  const last = await start();
  await expectSoon(async () => (await last.state()).waiting, 0);
  const stored = (await trial.history()).map(({ temperature }) => Number(temperature));
  expect(answered.length).toBeGreaterThan(3);
  expect(stored).toHaveLength(new Set(stored).size);
  expect(answered.filter((temperature) => !stored.includes(temperature))).toEqual([]);
});

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

testGateway("reports once for each sensor why the backend refuses it", async (trial) => {
  const { farm, sensors, start } = trial;
  const [{ uid }, owned] = sensors;
  await database.put(`sensorKeys/${owned.uid}`, { farmId: farm.id, key: inventKey() });
  const unlinked = await addSensor(database, farm);
  await database.remove(`registeredSensors/${unlinked.uid}/greenhouse`);
  const unknown = inventSensor(farm);
  const gateway = await start();
  for (const temperature of [1, 2]) {
    const uids = [unknown.uid, unlinked.uid, owned.uid, uid];
    await gateway.post(uids.map((sensor) => ({ uid: sensor, temperature })));
    // Kept readings do not delay other sensors.
    await expectStored(
      trial,
      Array.from({ length: temperature }, (_, at) => at + 1),
    );
    await expectSoon(async () => (await gateway.state()).waiting, 3 * temperature);
    expect((await gateway.state()).refused).toBe(0);
  }
  const lines = gateway.output().split("\n");
  const linesOf = (sensor: string): string[] => lines.filter((line) => line.includes(sensor));
  expect(linesOf(unknown.uid)).toEqual([expect.stringMatching(/404 .*: its readings are kept/)]);
  expect(linesOf(unlinked.uid)).toEqual([expect.stringMatching(/400 .*; link it to a greenhouse/)]);
  expect(linesOf(owned.uid)).toEqual([
    expect.stringMatching(/401 .*: it has its own key.* they are kept/),
  ]);
});

testGateway("keeps readings of sensors that are registered and linked later", async (trial) => {
  const { farm, server, start } = trial;
  const unlinked = await addSensor(database, farm);
  await database.remove(`registeredSensors/${unlinked.uid}/greenhouse`);
  const unknown = inventSensor(farm);
  const old = inventSensor(farm);
  const first = await start({ PROBE_MS: "200", GREENHOUSE_CAPACITY: "200" });
  const others = Array.from({ length: 100 }, (_, light) => ({ uid: trial.sensors[0].uid, light }));
  const readings = [unknown, unlinked].flatMap(({ uid }) =>
    [1, 2].map((temperature) => ({ uid, temperature })),
  );
  const timestamp = Date.now() - 31 * 24 * 60 * MINUTE_MS;
  await first.post([...readings, { uid: old.uid, temperature: 3, timestamp }]);
  await first.post(others.slice(0, 50));
  // The readings are refused again and again. One of them is too old for the backend.
  await server.untilRequests(4);
  await expectSoon(async () => (await first.state()).stored, 50);
  expect(await first.state()).toMatchObject({ refused: 1, waiting: 4 });
  await first.kill();
  const gateway = await start({ PROBE_MS: "200", GREENHOUSE_CAPACITY: "200" });
  await gateway.post(others);
  // Readings stored right before the kill may be sent again.
  await expectSoon(async () => {
    const { stored, overflowed, waiting } = await gateway.state();
    return [stored >= 100, overflowed, waiting];
  }, [true, 0, 4]);
  await database.put(`registeredSensors/${unlinked.uid}/greenhouse`, unlinked.greenhouse);
  // By default the page gives a new sensor its own key.
  const ownKey = `sensorKeys/${unknown.uid}`;
  await database.put(ownKey, { farmId: farm.id, key: inventKey() });
  await register(database, unknown);
  const isReported = (): boolean => /401 .*remove that key/.test(gateway.output());
  await expectSoon(() => Promise.resolve(isReported()), true);
  await database.remove(ownKey);
  for (const { greenhouse } of [unlinked, unknown]) {
    const history = async () => (await readRecords(database, greenhouse)).history;
    await expectStored({ history }, [1, 2]);
  }
  await expectSoon(async () => (await gateway.state()).waiting, 0);
  expect((await gateway.state()).kept).toEqual({});
});

testGateway("ignores fields that cannot be measurements, and reports them once", async (trial) => {
  const { sensors, start } = trial;
  const [{ uid }] = sensors;
  const gateway = await start();
  for (const temperature of [1, 2]) {
    const others = { state: "on", isOpen: true, link_quality: 1, apiKey: 2, "mód\n": {} };
    expect(await gateway.post({ uid, temperature, ...others })).toEqual(TAKEN);
  }
  await expectStored(trial, [1, 2]);
  expect(gateway.output().match(/^ignored from .*$/gm)).toEqual([
    `ignored from ${uid}: apiKey, isOpen, link_quality, mód , state`,
  ]);
});

testGateway("keeps readings of a refused batch until the key is corrected", async (trial) => {
  const { farm, sensors, folder, start } = trial;
  const [{ uid }] = sensors;
  writeFileSync(join(folder, "key"), "wrong\n");
  const first = await start();
  expect(await first.post({ uid, temperature: 1 })).toEqual(TAKEN);
  await expectSoon(async () => (await first.state()).error, "401 Invalid signature.");
  const line = "401 Invalid signature.: trying again in 60 s, 1 waiting\n";
  await expectSoon(() => Promise.resolve(first.output().includes(line)), true);
  await first.kill("SIGTERM");
  writeFileSync(join(folder, "key"), `${farm.apiKey}\n`);
  await start();
  await expectStored(trial, [1]);
});

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

describe("answers a malformed request", () => {
  const cases: readonly (readonly [string, unknown, RegExp])[] = [
    ["a text", "x", /a reading must be an object/],
    ["an empty list", [], /send 1 to 100 readings/],
    ["101 readings", Array.from({ length: 101 }, () => ({})), /send 1 to 100 readings/],
    ["no uid", { temperature: 1 }, /uid must be a string/],
    ["a long uid", { uid: "x".repeat(101) }, /uid must be a string/],
    [
      "a number as a text",
      { uid: "a", temperature: "1" },
      /no measurement in temperature: send num/,
    ],
    [
      "no field that can be a measurement",
      [{ uid: "a" }, { uid: "a", Temp: 1, state: "on" }],
      /reading 1: no measurement in Temp, state: send numbers; .* such as soilMoisture/,
    ],
    [
      "only a word for no value",
      { uid: "a", temperature: "unavailable" },
      /no value in temperature/,
    ],
  ];
  testGateway("with 400 and the reason", async ({ start, sensors }) => {
    const [{ uid }] = sensors;
    const gateway = await start();
    for (const [name, body, message] of cases) {
      const error = expect.stringMatching(message) as string;
      expect([name, await gateway.post(body)]).toEqual([name, { status: 400, json: { error } }]);
    }
    const texts = ["", "{", "NaN", `{"uid":"${uid}","light":1e999}`, "[".repeat(60_000), "\uFFFD"];
    for (const body of texts) {
      expect((await send(`${gateway.url}/readings`, { body })).status).toBe(400);
    }
    expect((await gateway.state()).waiting).toBe(0);
    // Reported once an hour.
    expect(gateway.output().match(/a request from 127\.0\.0\.1 /g)).toHaveLength(1);
  });

  testGateway("with the right HTTP status", async ({ start }) => {
    const { url } = await start();
    const readings = `${url}/readings`;
    const statusOf = async (...sent: Parameters<typeof send>): Promise<number> =>
      (await send(...sent)).status;
    expect(await statusOf(`${url}/other`, { body: "{}" })).toBe(404);
    expect(await statusOf(readings, {})).toBe(405);
    expect(await statusOf(readings, { body: " ".repeat(70_000) })).toBe(413);
    expect(await statusOf(readings, { body: "{}", headers: { Origin: "http://x" } })).toBe(403);
    expect(await rawAnswer(url, "POST /readings HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 411 /);
    expect(await rawAnswer(url, `GET / HTTP/1.1\r\nX: ${"x".repeat(9_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 /,
    );
    expect(await rawAnswer(url, "\u0016\u0003\u0001 hello\r\n\r\n")).toMatch(/^HTTP\/1.1 400 /);
  });
});

testGateway("passes on 40 numbers of a reading, quantities first", async (trial) => {
  const [{ uid }] = trial.sensors;
  const gateway = await trial.start();
  const names = Array.from({ length: 41 }, (_, at) => `m${at}`);
  const others = Object.fromEntries(names.map((name) => [name, 1]));
  await gateway.post({ uid, ...others, temperature: 7 });
  await expectSoon(async () => (await gateway.state()).stored, 1);
  const [sent = ""] = trial.server.requests
    .map(({ text }) => text)
    .filter((text) => /m38/.test(text));
  expect(sent).toMatch(/"m38":1.*"temperature":7/);
  expect(sent).not.toContain("m39");
  const isReported = (): boolean => gateway.output().includes(`ignored from ${uid}: m39, m40\n`);
  await expectSoon(() => Promise.resolve(isReported()), true);
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

testGateway("reports wrong settings, and ends", async ({ folder, run }) => {
  mkdirSync(join(folder, "folder"));
  writeFileSync(join(folder, "two-lines"), "one\ntwo\n");
  for (const [env, code, message] of [
    [{ GREENHOUSE_URL: "" }, 64, "GREENHOUSE_URL is not set"],
    [{ GREENHOUSE_URL: "http://example.com" }, 64, "the URL must begin with https://"],
    [{ GREENHOUSE_PORT: "eighty" }, 64, "GREENHOUSE_PORT must be a number from 0 to 65535"],
    [{ GREENHOUSE_PORT: "off" }, 64, "nothing to do"],
    [{ GREENHOUSE_CAPACITY: "1" }, 64, "GREENHOUSE_CAPACITY must be a number"],
    [
      { GREENHOUSE_KEY_FILE: join(folder, "folder") },
      66,
      "GREENHOUSE_KEY_FILE: the file cannot be used",
    ],
    [{ GREENHOUSE_KEY_FILE: join(folder, "two-lines") }, 66, "in one line"],
    [{ GREENHOUSE_HOST: "192.0.2.1" }, 69, "cannot listen at 192.0.2.1"],
    [{ GREENHOUSE_REPORT_IP_URL: "http://example.com" }, 64, "must begin with https://"],
  ] as const) {
    const running = run(env);
    expect([message, await running.ended]).toEqual([message, code]);
    expect(running.output()).toContain(message);
    expect(running.output()).not.toContain("Traceback");
  }
});

testGateway("does not start on a folder until the first gateway there has ended", async (trial) => {
  const { folder, run, sensors, start } = trial;
  const first = await start();
  const second = run({});
  expect(await second.ended).toBe(71);
  expect(second.output()).toMatch(
    /^gateway: another gateway of this farm already uses the folder .+: stop one of the two\n$/,
  );
  // Another folder is free.
  await (await start({ GREENHOUSE_STORE: join(folder, "other") })).kill();
  await first.kill();
  const third = await start();
  await third.post({ uid: sensors[0].uid, temperature: 1 });
  await expectStored(trial, [1]);
});

testGateway("starts in the repository, and where README.md installs it", ({ folder }) => {
  const readme = readFileSync(join(GATEWAY, "README.md"), "utf8");
  const [line = ""] = /^sudo install .*\.py .*$/m.exec(readme) ?? [];
  const installed = join(folder, "installed");
  mkdirSync(installed);
  const command = line.replace("sudo ", "").replace("/opt/greenhouse-gateway", installed);
  expect(spawnSync("sh", ["-c", command], { cwd: GATEWAY }).status).toBe(0);
  for (const program of [GATEWAY, installed]) {
    const args = ["-B", join(program, "gateway.py")];
    const { status, stderr } = spawnSync(PYTHON ?? "", args, { env: {} });
    expect([status, stderr.toString()]).toEqual([64, "gateway: GREENHOUSE_URL is not set\n"]);
  }
  return Promise.resolve();
});

test("README.md and gateway.py name the same settings", () => {
  const settingsIn = (file: string): string[] =>
    [
      ...new Set(readFileSync(join(GATEWAY, file), "utf8").match(/GREENHOUSE_[A-Z_]+[A-Z]/g)),
    ].sort();
  expect(settingsIn("README.md")).toEqual(settingsIn("gateway.py"));
});

testGateway("reports its address", async ({ server, start }) => {
  const gateway = await start({ GREENHOUSE_REPORT_IP_URL: `${server.url}/reportIp` });
  // A machine without a network has no address.
  const isReported = (): boolean =>
    /^reported [\d.]+$|has no address in a network/m.test(gateway.output());
  await expectSoon(() => Promise.resolve(isReported()), true);
});

testGateway(
  "reports unregistered devices until somebody registers them",
  async ({ farm, server, start }) => {
    const stranger = inventSensor(farm);
    const gateway = await start({
      GREENHOUSE_REPORT_IP_URL: `${server.url}/reportIp`,
      PROBE_MS: "200",
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
    await register(database, stranger);
    await expectSoon(reported, null);
  },
  NO_NETWORK,
);

testGateway(
  "reports its address with as many long unregistered devices as one request can hold",
  async ({ farm, server, start }) => {
    const names = Array.from({ length: 5 }, (_, at) => `measurement${at}`.padEnd(32, "x"));
    const numbers = Object.fromEntries(names.map((name) => [name, -1.2345678901234e-300]));
    const strangers = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(100, "é"));
    await server.goOffline();
    const gateway = await start({ GREENHOUSE_REPORT_IP_URL: `${server.url}/reportIp` });
    await gateway.post(strangers.map((uid) => ({ uid, ...numbers })));
    await server.goOnline();
    const reported = async (): Promise<number> =>
      Object.keys((await database.get(`unregistered/${farm.id}`)) ?? {}).length;
    const isReported = async (): Promise<boolean> => (await reported()) > 5;
    await expectSoon(isReported, true);
    expect(await database.get(`farms/${farm.id}/ip`)).toMatch(/^[\d.]+$/);
  },
  NO_NETWORK,
);

describe("over MQTT", () => {
  const settings = (port: number): Record<string, string> => ({
    GREENHOUSE_MQTT_HOST: "127.0.0.1",
    GREENHOUSE_MQTT_PORT: String(port),
  });
  const testMqtt = (
    name: string,
    scenario: (trial: GatewayTrial, broker: MqttBroker) => Promise<void>,
  ): void =>
    testGateway(
      name,
      async (trial) => {
        const broker = new MqttBroker({ user: "gateway", password: "a password" });
        writeFileSync(join(trial.folder, "password"), "a password\n");
        try {
          await scenario(trial, broker);
        } finally {
          await broker.stop();
        }
      },
      NO_PAHO,
    );
  const login = ({ folder }: GatewayTrial): Record<string, string> => ({
    GREENHOUSE_MQTT_USER: "gateway",
    GREENHOUSE_MQTT_PASSWORD_FILE: join(folder, "password"),
  });

  testMqtt(
    "takes objects and bare numbers, also messages that came while it was off",
    async (trial, broker) => {
      const { farm, sensors, server, start, history } = trial;
      const [{ uid, greenhouse }, otherSensor] = sensors;
      const named = await addSensor(database, farm, {
        uid: `greenhouse-gateway-${uid}`,
        greenhouse,
      });
      const env = { ...settings(await broker.start()), ...login(trial) };
      broker.subscribeNext(
        ["readings", "temperature", "humidity", "light", "battery"].map(
          (name) => `greenhouse/+/${name}`,
        ),
      );
      broker.retain(`greenhouse/${uid}/temperature`, "9");
      await server.goOffline();
      const first = await start(env);
      // Without the topics of earlier versions, for which the broker would send messages twice.
      await expectSoon(() => Promise.resolve(broker.topics), ["greenhouse/+/+"]);
      broker.publish(`greenhouse/${uid}/readings`, '{"temperature":1,"humidity":50}');
      for (const name of ["STATE", "rssi", "uptime"])
        broker.publish(`greenhouse/${uid}/${name}`, "5");
      broker.publish(`greenhouse/${otherSensor.uid}/temperature`, "2");
      broker.publish(`greenhouse/${otherSensor.uid}/temperature`, "nan");
      broker.publish(`greenhouse/${uid}/readings`, '{"uid":"another","temperature":"x"}');
      broker.publish(`greenhouse/${uid}/readings`, "[".repeat(4000));
      // A board may have such a name.
      broker.publish(`greenhouse/${named.uid}/humidity`, "33");
      await expectSoon(() => Promise.resolve(broker.unacknowledged), 0);
      expect((await first.state()).waiting).toBe(3);
      await first.kill();
      const sentAt = Date.now() - 10 * MINUTE_MS;
      broker.publish(
        `greenhouse/${uid}/readings`,
        JSON.stringify({ temperature: 3, timestamp: sentAt }),
      );
      const second = await start(env);
      await expectSoon(() => Promise.resolve(broker.unacknowledged), 0);
      broker.disconnect();
      await expectSoon(() => Promise.resolve(broker.clientIds.length), 3);
      broker.publish(`greenhouse/${uid}/humidity`, "70");
      broker.publish(`greenhouse/${uid}/co2`, "612");
      await expectSoon(() => Promise.resolve(broker.unacknowledged), 0);
      await server.goOnline();
      await expectSoon(async () => (await second.state()).waiting, 0);
      const entries = await history();
      const valueOf = ({
        temperature,
        humidity,
        co2,
      }: Readonly<Record<string, unknown>>): unknown => temperature ?? humidity ?? co2;
      expect(entries.map(valueOf).toSorted((a, b) => Number(a) - Number(b))).toEqual([
        1, 2, 3, 33, 70, 612,
      ]);
      expect(entries.find(({ temperature }) => temperature === 3)?.["updatedAt"]).toBe(sentAt);
      expect(new Set(broker.clientIds).size).toBe(1);
      expect(first.output()).toContain("cannot see how many messages the broker keeps");
      expect(first.output()).toMatch(/a message of .* is not a reading: /);
      expect(first.output() + second.output()).not.toContain("a password");
    },
  );

  testMqtt("takes readings from a topic that ends with the uid", async (trial, broker) => {
    const { sensors, start, history } = trial;
    const [{ uid }] = sensors;
    const topic = { GREENHOUSE_MQTT_TOPIC: "zigbee2mqtt/+" };
    await start({ ...settings(await broker.start()), ...login(trial), ...topic });
    await expectSoon(() => Promise.resolve(broker.topics), ["zigbee2mqtt/+"]);
    broker.publish("zigbee2mqtt/bridge", '{"state":"online"}');
    broker.publish(`zigbee2mqtt/${uid}`, '{"temperature":4,"linkquality":80}');
    await expectStored({ history }, [4]);
  });

  testMqtt("reports why the broker refuses it, and goes on with HTTP", async (trial, broker) => {
    const [{ uid }] = trial.sensors;
    const gateway = await trial.start(settings(await broker.start()));
    const isReported = (): boolean =>
      gateway.output().includes("the MQTT broker refuses the connection");
    await expectSoon(() => Promise.resolve(isReported()), true);
    expect(await gateway.post({ uid, temperature: 1 })).toEqual(TAKEN);
    await expectStored(trial, [1]);
  });

  testMqtt(
    "leaves messages with the broker while disk and memory are full",
    async (trial, broker) => {
      const { sensors, server, folder, start } = trial;
      const [{ uid }] = sensors;
      writeFileSync(join(folder, "store"), "no folder");
      await server.goOffline();
      const env = { ...settings(await broker.start()), ...login(trial) };
      const gateway = await start({ ...env, GREENHOUSE_CAPACITY: "100", FULL_PAUSE_S: "0.2" });
      await expectSoon(() => Promise.resolve(broker.topics.length), 1);
      const list = Array.from({ length: 100 }, (_, temperature) => ({ uid, temperature }));
      await gateway.post(list);
      broker.publish(`greenhouse/${uid}/temperature`, "100");
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

  testGateway(
    "requires a topic with one +",
    async ({ run }) => {
      for (const topic of ["greenhouse/readings", "+/+", "greenhouse/+/#", "greenhouse/a+"]) {
        const running = run({ ...settings(1), GREENHOUSE_MQTT_TOPIC: topic });
        expect([topic, await running.ended]).toEqual([topic, 64]);
      }
    },
    NO_PAHO,
  );
});
