/**
 * `POST /sensorData` with a database that denies, fails or answers late, and what it reads. `answers.test.ts` proves the
 * answers and the records.
 */

import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { AMBIENT, isAmbient, MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { signBody } from "@greenhouse/domain/identity/signing";
import { MAX_READINGS } from "@greenhouse/domain/reading-limits";
import type { RefusalCode } from "@greenhouse/domain/refusals";
import { SERVER_TIME } from "@greenhouse/domain/stored";
import { Unavailable } from "@greenhouse/database/client/database";
import type { Connection } from "../../../../functions/src/database/connection";
import { answer, type Reply } from "../../../../functions/src/http/dispatch";
import type { Endpoint } from "../../../../functions/src/request/endpoint";
import { createRateLimit } from "../../../../functions/src/http/rate-limit";
import { Log } from "../../../../functions/src/log";
import {
  createSensorData,
  type SensorDataParts,
} from "../../../../functions/src/sensor-data/handler";
import { connectionWith, MemoryDatabase, type Json } from "../../../support/memory-database";

const NOW = 1_700_000_000_000;
const LOOK_UP = ["registeredSensors/u1", "sensorKeys/u1", "farms/f1/apiKey"];

let database: MemoryDatabase;
let open: Connection["open"];
let logged: object[];
let endpoint: Endpoint;

const sensor = (greenhouse: string) => ({
  sensorName: "Bench 4",
  sensorType: "climate",
  farmId: "f1",
  greenhouse,
});

function create(settings: Partial<SensorDataParts> = {}): Endpoint {
  return createSensorData({
    acceptedVariants: "both",
    sensorKeys: ["k1", "k2"],
    maxAgeMs: 30 * DAY_MS,
    log: {
      registrationDenied: (uid) => logged.push({ denied: uid }),
      outputsFailed: (uid, { reason }) => logged.push({ outputsOf: uid, reason }),
      intervalUnread: (uid, { reason }) => logged.push({ intervalOf: uid, reason }),
      fieldsIgnored: (sender, fields, taken) => logged.push({ sender, fields, taken }),
    },
    connection: connectionWith((timeoutMs) => open(timeoutMs)),
    now: () => NOW,
    createPushKey: createPushKeys(() => 0),
    limit: () => 0,
    ...settings,
  });
}

beforeEach(() => {
  database = new MemoryDatabase({
    farms: { f1: { apiKey: "farm-key" }, f2: { apiKey: "key-of-f2" }, u1: { apiKey: "u1-key" } },
    registeredSensors: { u1: sensor("g1"), u2: sensor("g2"), u3: sensor("g1") },
  });
  open = () => database;
  logged = [];
  endpoint = create();
});

function post(body: object, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const stream = Readable.from([Buffer.from(JSON.stringify(body))]);
  const log = new Log((entry) => logged.push(entry));
  return answer(Object.assign(stream, { method: "POST", headers }), "sensorData", endpoint, log);
}

/** Sends a request that is signed as a whole. */
const send = (body: object, key = "farm-key"): Promise<Reply> =>
  post(body, { "x-signature": signBody(key, JSON.stringify(body)) });

/** Returns a body with an MD5 signature. */
function signed(fields: object, by: { timestamp?: number; key?: string } = {}) {
  const { timestamp = NOW, key = "farm-key" } = by;
  const signature = createHash("md5").update(`${key}${timestamp}u1`).digest("hex");
  return { uid: "u1", timestamp, signature, ...fields };
}

const batch = (...readings: readonly object[]) => ({ uid: "u1", timestamp: NOW, readings });
const farmBatch = (...readings: readonly object[]) => ({
  farmId: "f1",
  timestamp: NOW,
  readings,
});
const settled = (
  stored: number,
  ...refused: readonly (readonly [number, number, RefusalCode, string])[]
) => ({
  status: 200,
  headers: {},
  body: {
    success: true,
    stored,
    refused: refused.map(([index, status, code, error]) => ({ index, status, error, code })),
  },
});
const UNAVAILABLE = "Database unavailable. Try again.";

/** Runs the turns of other promises until there are as many. */
async function until(all: readonly unknown[], count: number): Promise<void> {
  for (let turn = 0; all.length < count && turn < 1_000; turn += 1) {
    await new Promise(setImmediate);
  }
  expect(all.length).toBeGreaterThanOrEqual(count);
}

describe("database reads", () => {
  test("reads nothing of the farm with the key in the body, and nothing with a wrong key", async () => {
    await post({ uid: "u1", apiKey: "k3" });
    expect(database.reads).toEqual([]);
    expect(await post({ uid: "u1", apiKey: "k2", light: 300 })).toMatchObject({ status: 200 });
    expect(database.reads).toEqual(["registeredSensors/u1", "sensorKeys/u1"]);
  });

  test("reads nothing if all is cached, and writes a farm's batch in one update", async () => {
    const sent = farmBatch({ uid: "u1", light: 1 }, { uid: "u2", light: 2 }, { uid: "u2" });
    expect(await send(sent)).toEqual(settled(3));
    database.reads.length = 0;
    expect(await send(sent)).toEqual(settled(3));
    expect(await post(signed({ light: 2 }))).toMatchObject({ status: 200 });
    expect([database.reads, database.commits.length]).toEqual([[], 3]);
  });

  test("refuses a wrong signature only on a fresh record", async () => {
    await post(signed({}));
    database.reads.length = 0;
    expect(await post({ ...signed({}), signature: "0" })).toMatchObject({ status: 401 });
    expect(database.reads).toEqual(LOOK_UP);
  });

  test("does not look up sensors with another farm's key", async () => {
    expect(await send(farmBatch({ uid: "u1" }), "key-of-f2")).toMatchObject({ status: 401 });
    expect(database.reads).toEqual(["farms/f1/apiKey"]);
  });

  test("looks up 500 unknown uids, but only a few at once", async () => {
    let inFlight = 0;
    let most = 0;
    const read = database.read.bind(database);
    database.read = async (path) => {
      most = Math.max(most, (inFlight += 1));
      await Promise.resolve();
      return read(path).finally(() => (inFlight -= 1));
    };
    const uids = Array.from({ length: MAX_READINGS }, (_, index) => ({ uid: `x-${index}` }));
    const { body } = await send(farmBatch(...uids));
    expect((body as { refused: unknown[] }).refused).toHaveLength(500);
    expect(most).toBeLessThanOrEqual(40);
  });
});

describe("if the rules deny the write", () => {
  test("answers 503 after one attempt on cached records and two on fresh records", async () => {
    await send(batch({ light: 1 }));
    database.reads.length = 0;
    const attempts: number[] = [];
    database.canWrite = () => {
      attempts.push(database.reads.length);
      return false;
    };
    expect(await send(batch({ light: 2 }))).toEqual({
      status: 503,
      headers: { "Error-Code": "database-unavailable", "Retry-After": "5" },
      body: { error: UNAVAILABLE },
    });
    // A look-up reads the registration, the sensor's own key and the farm's key. The last attempt also looks for the entry.
    expect(attempts).toEqual([0, 3, 7]);
    expect(logged).toMatchObject([{ severity: "ERROR", event: "database_denied" }]);
  });

  test("stores the reading in a second attempt, and counts it once", async () => {
    endpoint = create({ limit: createRateLimit(1, () => 0) });
    let attempts = 0;
    database.canWrite = () => (attempts += 1) > 1;
    expect(await post(signed({}))).toMatchObject({ status: 200 });
    expect(database.commits).toHaveLength(1);
  });

  test("stores readings of other sensors, the newest of a greenhouse last", async () => {
    database.canWrite = (update) => !("ingest/u2" in update);
    const sent = farmBatch(
      { uid: "u2", temperature: 1 },
      { uid: "u1", temperature: 22 },
      { uid: "u3", timestamp: NOW - MINUTE_MS, temperature: 3 },
    );
    expect(await send(sent)).toEqual(settled(2, [0, 503, "database-unavailable", UNAVAILABLE]));
    expect(database.get("sensors/g1/current")).toEqual({ temperature: 22, updatedAt: NOW });
    expect(logged).toEqual([{ denied: "u2" }]);
    expect(await send({ ...batch({ light: 1 }), uid: "u2" })).toMatchObject({ status: 503 });
  });

  test.each<[string, string, Json, number, RefusalCode, string]>([
    [
      "unlinked",
      "registeredSensors/u2/greenhouse",
      null,
      400,
      "sensor-not-linked",
      "Sensor is not linked to any greenhouse.",
    ],
    [
      "moved",
      "registeredSensors/u2/farmId",
      "f2",
      404,
      "sensor-not-found",
      "Sensor UID not found: u2",
    ],
    [
      "given a key",
      "sensorKeys/u2",
      { farmId: "f1", key: "k" },
      401,
      "sensor-has-own-key",
      "Invalid signature.",
    ],
  ])("refuses a sensor that is %s before its own write for that reason", async (...row) => {
    const [, path, value, status, code, error] = row;
    database.canWrite = (update) => {
      if (!("ingest/u2" in update)) return true;
      if (!("ingest/u1" in update)) database.set(path, value);
      return false;
    };
    const sent = farmBatch({ uid: "u2", light: 1 }, { uid: "u1", light: 2 });
    expect(await send(sent)).toEqual(settled(1, [0, status, code, error]));
    expect(logged).toEqual([]);
  });
});

describe("a limit of one request a minute", () => {
  beforeEach(() => {
    endpoint = create({ limit: createRateLimit(1, () => 0) });
  });

  test("refuses the second request of a sensor, in any variant, and stores nothing of it", async () => {
    expect(await post(signed({ light: 1 }))).toMatchObject({ status: 200 });
    expect(await post(signed({ light: 2 }))).toEqual({
      status: 429,
      headers: { "Error-Code": "too-many-requests", "Retry-After": "60" },
      body: { error: "Too many requests. Try again later." },
    });
    expect(await post({ uid: "u1", apiKey: "k1", light: 3 })).toMatchObject({ status: 429 });
    expect(await send(batch({ light: 4 }))).toMatchObject({ status: 429 });
    expect(database.commits).toHaveLength(1);
  });

  test("does not count requests without a valid signature", async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await post(signed({}, { key: "guess" }))).toMatchObject({ status: 401 });
      expect(await post(signed({}, { timestamp: NOW - 400_000 }))).toMatchObject({ status: 401 });
      expect(await post({ uid: "u1", apiKey: "guess" })).toMatchObject({ status: 403 });
      expect(await send(batch({ light: 1 }), "guess")).toMatchObject({ status: 401 });
    }
    expect(await send(batch({ light: 1 }))).toEqual(settled(1));
  });

  test("counts a farm apart from its sensors and from a sensor with its id", async () => {
    const theirs = { farmId: "u1", timestamp: NOW, readings: [{ uid: "nobody" }] };
    expect(await send(theirs, "u1-key")).toMatchObject({ status: 200 });
    expect(await send(batch({ light: 1 }))).toEqual(settled(1));
    database.reads.length = 0;
    expect(await send({ ...theirs, readings: [{ uid: "other" }] }, "u1-key")).toMatchObject({
      status: 429,
    });
    // Sensors of a farm above its limit are not looked up.
    expect(database.reads).toEqual([]);
  });
});

describe("ignored fields", () => {
  test("are logged once an hour for an authorized sender", async () => {
    expect(await post(signed({ temp: 70 }, { key: "wrong" }))).toMatchObject({ status: 401 });
    for (const temperature of [20, 21]) {
      await post(signed({ temp: 70, temperature, light: null, signature2: null }));
    }
    expect(logged.filter((entry) => "fields" in entry)).toEqual([
      { sender: "u1", fields: ["temp", "signature2"], taken: MEASUREMENTS },
    ]);
  });

  test("include other measurements and the time if the key is in the body", async () => {
    const measurements = Object.fromEntries(MEASUREMENTS.map((name) => [name, 20]));
    await post({ uid: "u1", apiKey: "k1", timestamp: NOW, ...measurements });
    const others = MEASUREMENTS.filter((name) => !isAmbient(name));
    expect(logged).toEqual([{ sender: "u1", fields: ["timestamp", ...others], taken: AMBIENT }]);
  });
});

describe("two concurrent writes of a sensor", () => {
  /** The writes end when the test says so, in any order. */
  let ends: (() => void)[];
  beforeEach(() => {
    ends = [];
    const commit = database.commit.bind(database);
    database.commit = async (update) => {
      await new Promise<void>((resolve) => void ends.push(resolve));
      return commit(update);
    };
  });

  /** Starts two writes and ends the newer one. @returns the older one */
  async function overtake(): Promise<{ readonly older: Promise<Reply> }> {
    const older = send(batch({ timestamp: NOW - 1, temperature: 1, light: 5 }));
    await until(ends, 1);
    const newer = send(batch({ timestamp: NOW, temperature: 2 }));
    await until(ends, 2);
    ends[1]!();
    expect(await newer).toEqual(settled(1));
    return { older };
  }

  test("writes the later reading's values again if the earlier write ends last", async () => {
    const { older } = await overtake();
    ends[0]!();
    await until(ends, 3);
    expect(database.get("sensors/g1/current/temperature")).toBe(1);
    ends[2]!();
    expect(await older).toEqual(settled(1));
    const current = { temperature: 2, light: 5, updatedAt: NOW };
    expect(database.get("sensors/g1/current")).toEqual(current);
    expect(database.get("sensors/g1/bySensor/u1/temperature")).toBe(2);
    expect(Object.keys(database.get("sensors/g1/history") as object)).toHaveLength(2);
  });

  test("accepts a stored reading even if the rewrite takes longer than a second", async () => {
    const timeouts: (number | undefined)[] = [];
    open = (timeoutMs) => {
      timeouts.push(timeoutMs);
      return database;
    };
    const { older } = await overtake();
    database.commit = () => Promise.reject(new Unavailable("timeout", "No answer."));
    ends[0]!();
    expect(await older).toEqual(settled(1));
    expect(timeouts).toEqual([undefined, undefined, 1_000]);
  });
});

describe("outputs", () => {
  const valve = { value: 0, version: 0, reason: "start" };
  const reading = { uid: "u1", timestamp: NOW, light: 3 };
  const output = { name: "Valve", kind: "switch", leaseSeconds: 60, maxOnSeconds: 600 };
  const order = { value: 1, version: 5, until: NOW + MINUTE_MS, by: "olga", at: NOW };
  const ordered = {
    value: 1,
    version: 5,
    forMs: MINUTE_MS,
    maxOnMs: 600_000,
    day: Math.floor(NOW / DAY_MS),
  };
  beforeEach(async () => {
    database.set("outputs/f1/u1/valve", output);
    database.set("outputOrders/f1/u1/valve", order);
    expect(await send({ uid: "u1", timestamp: NOW, light: 2 })).toMatchObject({ status: 200 });
    database.reads.length = 0;
    database.commits.length = 0;
  });
  const statesOf = () => database.get("outputStates/f1/u1") as object;

  test("reads orders only for a reading with outputs, and writes the states in one update", async () => {
    await send(reading);
    expect([database.reads, database.commits.length]).toEqual([[], 1]);
    const names = Array.from("abcdefgh");
    await send({ ...reading, outputs: Object.fromEntries(names.map((name) => [name, valve])) });
    expect(database.reads).toEqual(["outputs/f1/u1", "outputOrders/f1/u1"]);
    expect(database.commits).toHaveLength(3);
    expect(Object.keys(statesOf())).toEqual(names);
  });

  test("reads orders and writes states in one round trip with the reading", async () => {
    const begun: string[] = [];
    const answers = Promise.withResolvers<undefined>();
    const [read, commit] = [database.read.bind(database), database.commit.bind(database)];
    database.read = async (path) => {
      begun.push(path);
      await answers.promise;
      return read(path);
    };
    database.commit = async (update) => {
      begun.push(Object.keys(update)[0]?.split("/")[0] ?? "");
      await answers.promise;
      return commit(update);
    };
    const reply = send({ ...reading, outputs: { valve } });
    await until(begun, 4);
    expect(begun.toSorted()).toEqual([
      "outputOrders/f1/u1",
      "outputStates",
      "outputs/f1/u1",
      "sensors",
    ]);
    answers.resolve(undefined);
    expect(await reply).toMatchObject({ body: { outputs: { valve: ordered } } });
    expect(begun).toHaveLength(4);
  });

  test.each([-MINUTE_MS, MINUTE_MS])("ends an order by the functions' clock: %i ms", async (ms) => {
    const { body } = await send({ ...reading, timestamp: NOW + ms, outputs: { valve } });
    expect(body).toMatchObject({ outputs: { valve: ordered } });
  });

  test("stores other states and returns orders if the rules refuse one state", async () => {
    for (const name of ["pump", "vent"]) database.set(`outputs/f1/u1/${name}`, output);
    database.canWrite = (update) => !("outputStates/f1/u1/pump" in update);
    const { body } = await send({ ...reading, outputs: { valve, pump: valve, vent: valve } });
    expect(body).toMatchObject({ outputs: { valve: ordered } });
    const state = { ...valve, at: NOW, heard: SERVER_TIME };
    expect(statesOf()).toEqual({ valve: state, vent: state });
    expect(database.commits).toHaveLength(3);
  });

  test("needs one more update for any number of undefined outputs", async () => {
    const outputs = Object.fromEntries(Array.from("abcdefg", (name) => [name, valve]));
    let attempts = 0;
    database.canWrite = (update) => {
      attempts += 1;
      return !("outputStates/f1/u1/a" in update);
    };
    await send({ ...reading, outputs: { ...outputs, valve } });
    expect(Object.keys(statesOf())).toEqual(["valve"]);
    // Updates of the reading, of all states, and of defined states.
    expect(attempts).toBe(3);
    expect(logged).toEqual([]);
  });

  test("waits at most five seconds for orders, but longer for the reading", async () => {
    const timeouts: (number | undefined)[] = [];
    const late = () => Promise.reject(new Unavailable("timeout", "not in time"));
    open = (timeoutMs) => {
      timeouts.push(timeoutMs);
      return timeoutMs === undefined ? database : { read: late, commit: late };
    };
    const { status, body } = await send({ ...reading, outputs: { valve } });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty("outputs");
    expect(timeouts).toEqual([undefined, 5_000]);
    // The orders and the states.
    const failure = { outputsOf: "u1", reason: "timeout" };
    expect(logged).toEqual([failure, failure]);
    expect(database.commits).toHaveLength(1);
  });

  test.each(["outputs", "outputOrders"])(
    "stores a reading and answers without outputs if %s cannot be read",
    async (root) => {
      const { canRead } = database;
      database.canRead = (path) => !path.startsWith(`${root}/`) && canRead(path);
      const { status, body } = await send({ ...reading, outputs: { valve } });
      expect(status).toBe(200);
      expect(body).not.toHaveProperty("outputs");
      expect(database.get("sensors/g1/current/light")).toBe(3);
    },
  );

  test("are ignored and logged in a farm's batch, like malformed outputs", async () => {
    await send({ ...farmBatch({ uid: "u1" }), outputs: { valve } });
    await send({ ...reading, outputs: { valve: "on" } });
    expect(database.reads).toEqual([]);
    expect(logged).toMatchObject([
      { sender: "f1", fields: ["outputs"] },
      { sender: "u1", fields: ["outputs"] },
    ]);
  });
});
