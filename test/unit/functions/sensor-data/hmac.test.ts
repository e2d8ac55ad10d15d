/** Requests with a signature over the body: single readings, batches, and batches of many sensors. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { hash } from "node:crypto";
import { Readable } from "node:stream";

import type { RefusalCode } from "@greenhouse/domain/refusals";
import { signBody } from "@greenhouse/domain/identity/signing";
import { SERVER_TIME } from "@greenhouse/domain/stored";
import { Unavailable } from "@greenhouse/database/client/database";
import type { Connection } from "../../../../functions/src/database/connection";
import { answer, type Reply } from "../../../../functions/src/http/dispatch";
import type { Endpoint } from "../../../../functions/src/request/endpoint";
import { createRateLimit } from "../../../../functions/src/http/rate-limit";
import { Log } from "../../../../functions/src/log";
import { createSensorData } from "../../../../functions/src/sensor-data/handler";
import type { AcceptedVariants } from "../../../../functions/src/sensor-data/sensor-request";
import { MAX_READINGS } from "@greenhouse/domain/reading-limits";
import { connectionWith, MemoryDatabase, type Json } from "../../../support/memory-database";

const NOW = 1_700_000_000_000;
const sensor = (farmId: string): Record<string, string> => ({
  sensorName: "Bench 4",
  sensorType: "climate",
  farmId,
  greenhouse: "g1",
});
const INVALID = "Invalid signature.";

let database: MemoryDatabase;
let open: Connection["open"];
let endpoint: Endpoint;
let logged: object[];
let nowMs: number;

function create(
  acceptedVariants: AcceptedVariants = "both",
  perMinute = 0,
  maxAgeMs = 30 * DAY_MS,
): Endpoint {
  return createSensorData({
    acceptedVariants,
    sensorKeys: ["k1"],
    maxAgeMs,
    log: {
      registrationDenied: (uid) => logged.push({ denied: uid }),
      outputsFailed: (uid, { reason }) => logged.push({ outputsOf: uid, reason }),
      fieldsIgnored: (sender, fields) => logged.push({ sender, fields }),
    },
    connection: connectionWith((timeoutMs) => open(timeoutMs)),
    now: () => nowMs,
    createPushKey: () => "-not-for-hmac-ones",
    limit: createRateLimit(perMinute, () => 0),
  });
}

beforeEach(() => {
  database = new MemoryDatabase({
    farms: { f1: { apiKey: "farm-key" }, f2: { apiKey: "key-of-f2" } },
    registeredSensors: {
      u1: sensor("f1"),
      u2: { ...sensor("f1"), greenhouse: "g2" },
    },
  });
  open = () => database;
  logged = [];
  nowMs = NOW;
  endpoint = create();
});

function post(text: string, headers: Record<string, string>): Promise<Reply> {
  const stream = Readable.from([Buffer.from(text)]);
  const log = new Log((entry) => logged.push(entry));
  return answer(Object.assign(stream, { method: "POST", headers }), "sensorData", endpoint, log);
}

/** Sends a request that is signed with the key. */
function send(body: object, key = "farm-key"): Promise<Reply> {
  const text = JSON.stringify(body);
  return post(text, { "x-signature": signBody(key, text) });
}

const error = (status: number, text: string): object => ({ status, body: { error: text } });
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
const history = (greenhouse = "g1"): readonly unknown[] =>
  Object.values((database.get(`sensors/${greenhouse}/history`) ?? {}) as object);
const batch = (...readings: readonly object[]): object => ({
  uid: "u1",
  timestamp: NOW,
  readings,
});
const farmBatch = (...readings: readonly object[]): object => ({
  farmId: "f1",
  timestamp: NOW,
  readings,
});

describe("one reading", () => {
  const reading = { uid: "u1", timestamp: NOW - 1, temperature: 21.5, battery: 80 };

  test("ignores signature and apiKey in the body", async () => {
    const wrong = { ...reading, signature: "0", apiKey: "guess" };
    expect(await send(wrong)).toMatchObject({ status: 200 });
    expect(await send({ ...reading, signature: 5, apiKey: {} })).toMatchObject({ status: 200 });
  });

  test("is stored if batches may not contain old readings", async () => {
    endpoint = create("both", 0, 0);
    expect(await send(reading)).toMatchObject({ status: 200, body: { uid: "u1" } });
    expect(await send(batch(reading))).toEqual(
      settled(0, [0, 400, "reading-too-old", "Reading is too old."]),
    );
  });

  test("is refused above 16 KiB, signed or not", async () => {
    const large = { ...reading, note: "x".repeat(17_000) };
    expect(await send(large)).toMatchObject(error(413, "Request body is too large."));
  });
});

describe("the signature", () => {
  const text = JSON.stringify(batch({ light: 1 }));
  const good = signBody("farm-key", text);

  test("may contain capitals", async () => {
    expect(await post(text, { "x-signature": good.toUpperCase() })).toEqual(settled(1));
  });

  test("may use either key of a pair", async () => {
    const [older, newer] = ["older-key-of-the-farm", "newer-key-of-the-farm"];
    database.set("farms/f1/apiKey", `${newer},${older}`);
    expect(await send(batch({ light: 1 }), older)).toEqual(settled(1));
    expect(await send(batch({ light: 2 }), newer)).toEqual(settled(1));
    expect(database.get("ingest/u1")).toBe(`${newer},${older}`);
  });

  test("is ignored if only the key in the body is accepted", async () => {
    endpoint = create("key-in-body");
    const body = { uid: "u1", apiKey: "k1", light: 1 };
    expect(await send(body, "any")).toMatchObject({ status: 200 });
  });

  test("is required if only this variant is accepted", async () => {
    endpoint = create("hmac");
    expect(await send(batch({ light: 1 }))).toEqual(settled(1));
    const body = JSON.stringify({ uid: "u1", apiKey: "k1", timestamp: NOW, light: 1 });
    expect(await post(body, {})).toMatchObject(error(401, INVALID));
  });
});

describe("a sensor's batch", () => {
  test("stores each reading with its own time, and the newest reading as newest values", async () => {
    const old = NOW - 3 * DAY_MS;
    expect(
      await send(
        batch(
          { timestamp: old, temperature: 20.5, humidity: 61 },
          { timestamp: NOW - MINUTE_MS, temperature: 21, light: 5 },
          { timestamp: NOW - 2 * MINUTE_MS, light: 4, humidity: 50 },
          { temperature: 22 },
        ),
      ),
    ).toEqual(settled(4));
    expect(history()).toHaveLength(4);
    expect(database.get("sensors/g1/current")).toEqual({
      temperature: 22,
      humidity: 50,
      light: 5,
      updatedAt: NOW,
    });
    const keys = Object.keys(database.get("sensors/g1/history") as object).sort();
    const times = keys.map((key) => database.get(`sensors/g1/history/${key}/updatedAt`));
    expect(times).toEqual([old, NOW - 2 * MINUTE_MS, NOW - MINUTE_MS, NOW]);
    expect(database.commits).toHaveLength(1);
  });

  test("stores a reading that is five minutes old as newest values and sign of life", async () => {
    const updatedAt = NOW - 5 * MINUTE_MS;
    await send(batch({ timestamp: updatedAt, temperature: 3 }));
    expect(database.get("sensors/g1/current")).toEqual({ temperature: 3, updatedAt });
    expect(database.get("lastSeen/f1/u1")).toEqual({ temperature: SERVER_TIME });
  });

  test("does not change newest values and signs of life with an old reading", async () => {
    await send(batch({ timestamp: NOW - 5 * MINUTE_MS - 1, temperature: 3 }));
    expect(history()).toHaveLength(1);
    expect(database.get("sensors/g1")).not.toHaveProperty("current");
    expect(database.get("lastSeen")).toBeNull();
  });

  test("does not replace the newest values with an older reading", async () => {
    await send(batch({ timestamp: NOW, temperature: 22 }));
    await send(batch({ timestamp: NOW - MINUTE_MS, temperature: 3 }));
    expect(database.get("sensors/g1/current")).toEqual({ temperature: 22, updatedAt: NOW });
    expect(history()).toHaveLength(2);
  });

  test("stores 500 readings of one millisecond, and the same reading 500 times once", async () => {
    const many = Array.from({ length: MAX_READINGS }, (_, light) => ({ light }));
    expect(await send(batch(...many))).toEqual(settled(500));
    expect(history()).toHaveLength(500);
    const same = Array.from({ length: MAX_READINGS }, () => ({ light: -1 }));
    expect(await send(batch(...same))).toEqual(settled(500));
    expect(history()).toHaveLength(501);
  });

  test("belongs to the sensor if it has uid and farmId", async () => {
    expect(await send({ ...batch({ uid: "u1", light: 1 }), farmId: "f2" })).toEqual(settled(1));
    expect(database.get("ingest")).toEqual({ u1: "farm-key" });
  });
});

describe("a batch that is refused completely", () => {
  test("does not look up sensors with another farm's key", async () => {
    expect(await send(farmBatch({ uid: "u1" }), "key-of-f2")).toMatchObject(error(401, INVALID));
    expect(database.reads).toEqual(["farms/f1/apiKey"]);
  });

  test("accepts 256 KiB, and not a byte more", async () => {
    const body = { ...batch({ light: 1 }), note: "" };
    const rest = 256 * 1024 - JSON.stringify(body).length;
    expect(await send({ ...body, note: "x".repeat(rest) })).toEqual(settled(1));
    expect(await send({ ...body, note: "x".repeat(rest + 1) })).toMatchObject(
      error(413, "Request body is too large."),
    );
  });
});

describe("a farm's batch", () => {
  test("stores readings of many sensors and greenhouses in one update", async () => {
    const readings = [
      { uid: "u1", light: 1 },
      { uid: "u2", timestamp: NOW - DAY_MS, light: 2 },
      { uid: "u2", light: 3 },
    ];
    expect(await send(farmBatch(...readings))).toEqual(settled(3));
    expect(history("g1")).toHaveLength(1);
    expect(history("g2")).toHaveLength(2);
    expect(database.commits).toHaveLength(1);
    expect(database.get("ingest")).toEqual({ u1: "farm-key", u2: "farm-key" });
    database.reads.length = 0;
    await send(farmBatch(...readings));
    expect(database.reads).toEqual([]);
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
    const reply = await send(farmBatch(...uids));
    expect(reply).toMatchObject({ status: 200, body: { stored: 0 } });
    expect((reply.body as { refused: unknown[] }).refused).toHaveLength(500);
    expect(most).toBeLessThanOrEqual(40);
  });
});

describe("with cached registrations", () => {
  beforeEach(async () => {
    await send(farmBatch({ uid: "u1", light: 1 }, { uid: "u2", light: 1 }));
    database.reads.length = 0;
    // Like the rules, for the key.
    database.canWrite = (update) =>
      ["u1", "u2"].every((uid) => {
        const key = database.get(`sensorKeys/${uid}/key`) ?? database.get("farms/f1/apiKey");
        return [undefined, key].includes(update[`ingest/${uid}`]);
      });
  });

  test("attempts a denied reading on cached records, then twice on fresh records", async () => {
    const attempts: number[] = [];
    database.canWrite = () => {
      attempts.push(database.reads.length);
      return false;
    };
    expect(await send(batch({ light: 2 }))).toMatchObject({ status: 503 });
    // There are three fresh records: registration, own key, farm's key.
    expect(attempts).toEqual([0, 3, 6]);
  });

  test("refuses a replaced key at once", async () => {
    database.set("farms/f1/apiKey", "new-key");
    expect(await send(batch({ light: 2 }))).toMatchObject(error(401, INVALID));
    expect(await send(farmBatch({ uid: "u2", light: 2 }))).toMatchObject(error(401, INVALID));
  });

  test("checks the valid key for a batch without accepted readings", async () => {
    database.set("farms/f1/apiKey", "new-key");
    const useless = { timestamp: 0, uid: "u1" };
    expect(await send(batch(useless))).toMatchObject(error(401, INVALID));
    expect(await send(farmBatch(useless))).toMatchObject(error(401, INVALID));
  });

  test("refuses only the sensor with its own key in a farm's batch", async () => {
    database.set("sensorKeys/u1", { farmId: "f1", key: "own" });
    expect(await send(farmBatch({ uid: "u1", light: 2 }, { uid: "u2", light: 2 }))).toEqual(
      settled(1, [0, 401, "sensor-has-own-key", INVALID]),
    );
  });

  test("accepts the farm's key at once after a sensor's own key is removed", async () => {
    database.set("sensorKeys/u1", { farmId: "f1", key: "own" });
    expect(await send(batch({ light: 2 }), "own")).toEqual(settled(1));
    database.set("sensorKeys/u1", null);
    expect(await send(farmBatch({ uid: "u1", light: 3 }))).toEqual(settled(1));
  });
});

test("keeps the mark of a late reading despite an outdated record", async () => {
  await send(batch({ light: 0 }));
  database.set("registeredSensors/u1/greenhouse", "g2");
  const marked: (string | undefined)[] = [];
  database.canWrite = (update) => {
    marked.push(
      Object.keys(update)
        .find((path) => path.startsWith("rollupDue/"))
        ?.slice(0, 12),
    );
    return !Object.keys(update).some((path) => path.startsWith("sensors/g1/"));
  };
  expect(await send(batch({ timestamp: NOW - 2 * DAY_MS, light: 1 }))).toEqual(settled(1));
  expect(marked).toEqual(["rollupDue/g1", "rollupDue/g2"]);
});

test("answers 503 if the rules deny the write twice on fresh records", async () => {
  let writes = 0;
  database.canWrite = () => {
    writes += 1;
    return false;
  };
  expect(await send(batch({ light: 1 }))).toMatchObject({
    status: 503,
    headers: { "Retry-After": "5" },
  });
  expect(writes).toBe(2);
  expect(logged).toMatchObject([{ event: "database_denied" }]);
});

test("stores readings of other sensors if the rules deny a registration", async () => {
  database.canWrite = (update) => !("ingest/u2" in update);
  expect(
    await send(farmBatch({ uid: "u2", light: 1 }, { uid: "u9" }, { uid: "u1", light: 2 })),
  ).toEqual(
    settled(
      1,
      [0, 503, "database-unavailable", "Database unavailable. Try again."],
      [1, 404, "sensor-not-found", "Sensor UID not found: u9"],
    ),
  );
  expect(history("g1")).toHaveLength(1);
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
  ["removed", "registeredSensors/u2", null, 404, "sensor-not-found", "Sensor UID not found: u2"],
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
])("a sensor that is %s before its own write is refused for that", async (...row) => {
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

test("stores the newest shared values of a greenhouse even if a registration is denied", async () => {
  database.set("registeredSensors/u3", sensor("f1"));
  database.canWrite = (update) => !("ingest/u2" in update);
  const refusal = [1, 503, "database-unavailable", "Database unavailable. Try again."] as const;
  expect(
    await send(
      farmBatch(
        { uid: "u1", temperature: 22 },
        { uid: "u2", temperature: 5 },
        { uid: "u3", timestamp: NOW - MINUTE_MS, temperature: 3 },
      ),
    ),
  ).toEqual(settled(2, refusal));
  expect(database.get("sensors/g1/current")).toEqual({ temperature: 22, updatedAt: NOW });
});

test("counts only requests with a valid signature for the limit", async () => {
  endpoint = create("both", 1);
  expect(await send(batch({ light: 1 }), "guess")).toMatchObject({ status: 401 });
  expect(await send(batch({ light: 1 }, { light: 2 }))).toEqual(settled(2));
  expect(await send(batch({ light: 3 }))).toMatchObject({ status: 429 });
  expect(await send(farmBatch({ uid: "u1", light: 4 }))).toEqual(settled(1));
  expect(await send(farmBatch({ uid: "u1", light: 5 }))).toMatchObject({ status: 429 });
});

test("counts a farm and a sensor with the same id separately", async () => {
  endpoint = create("both", 1);
  database.set("farms/u1", { apiKey: "their-key" });
  const theirs = { farmId: "u1", timestamp: NOW, readings: [{ uid: "nobody" }] };
  expect(await send(theirs, "their-key")).toMatchObject({ status: 200 });
  expect(await send(theirs, "their-key")).toMatchObject({ status: 429 });
  expect(await send(batch({ light: 1 }))).toEqual(settled(1));
});

test("does not look up sensors for a farm above its limit", async () => {
  endpoint = create("both", 1);
  await send(farmBatch({ uid: "u1" }));
  database.reads.length = 0;
  expect(await send(farmBatch({ uid: "u2" }, { uid: "x" }))).toMatchObject({ status: 429 });
  expect(database.reads).toEqual([]);
});

test("does not hide the next reading after a clock that is ahead", async () => {
  await send(batch({ timestamp: NOW + 4 * MINUTE_MS, temperature: 24 }));
  await send({ uid: "u1", timestamp: NOW + 1, temperature: -3.5 });
  expect(database.get("sensors/g1/current")).toEqual({ temperature: -3.5, updatedAt: NOW + 1 });
});

describe("two concurrent writes of a sensor", () => {
  /** A database whose writes end when the test says so, in any order. */
  let ends: (() => void)[];
  beforeEach(() => {
    ends = [];
    const commit = database.commit.bind(database);
    database.commit = async (update) => {
      await new Promise<void>((resolve) => void ends.push(resolve));
      return commit(update);
    };
  });
  const begun = async (count: number): Promise<void> => {
    while (ends.length < count) await new Promise(setImmediate);
  };

  test("stores the later reading's values if the earlier write ends last", async () => {
    const first = send(batch({ timestamp: NOW - 1, temperature: 1, light: 5 }));
    await begun(1);
    const second = send(batch({ timestamp: NOW, temperature: 2 }));
    await begun(2);
    ends[1]!();
    expect(await second).toEqual(settled(1));
    ends[0]!();
    await begun(3);
    expect(database.get("sensors/g1/current/temperature")).toBe(1);
    ends[2]!();
    expect(await first).toEqual(settled(1));
    expect(database.get("sensors/g1/current")).toEqual({
      temperature: 2,
      light: 5,
      updatedAt: NOW,
    });
    expect(database.get("sensors/g1/bySensor/u1/temperature")).toBe(2);
    expect(history()).toHaveLength(2);
  });

  test.each([
    ["one sensor", "u1"],
    ["two sensors of a greenhouse", "u3"],
  ])(
    "of %s: rewrites newest values if the older write is stored last and confirmed first",
    async (_, olderUid) => {
      database.set("registeredSensors/u3", sensor("f1"));
      const commit = MemoryDatabase.prototype.commit.bind(database);
      const confirm: (() => void)[] = [];
      const stores: (() => void)[] = [];
      database.commit = async (update) => {
        await new Promise<void>((resolve) => void stores.push(resolve));
        const outcome = await commit(update);
        await new Promise<void>((resolve) => void confirm.push(resolve));
        return outcome;
      };
      const until = async (all: readonly unknown[], count: number): Promise<void> => {
        for (let turn = 0; all.length < count && turn < 1_000; turn += 1) {
          await new Promise(setImmediate);
        }
        expect(all).toHaveLength(count);
      };
      const older = send({ uid: olderUid, timestamp: NOW - 1, temperature: 1 });
      await until(stores, 1);
      const newer = send({ uid: "u1", timestamp: NOW, temperature: 2 });
      await until(stores, 2);
      stores[1]!();
      await until(confirm, 1);
      stores[0]!();
      await until(confirm, 2);
      expect(database.get("sensors/g1/current/temperature")).toBe(1);
      confirm[1]!();
      expect(await older).toMatchObject({ status: 200 });
      confirm[0]!();
      await until(stores, 3);
      stores[2]!();
      await until(confirm, 3);
      confirm[2]!();
      expect(await newer).toMatchObject({ status: 200 });
      expect(database.get("sensors/g1/current")).toEqual({ temperature: 2, updatedAt: NOW });
      expect(database.get("sensors/g1/bySensor/u1/temperature")).toBe(2);
      expect(history()).toHaveLength(2);
    },
  );

  test("keeps the values of a third reading that is stored during a rewrite", async () => {
    const sending = [1, 2].map((temperature) =>
      send(batch({ timestamp: NOW - 10 + temperature, temperature })),
    );
    await begun(2);
    ends[1]!();
    await sending[1];
    ends[0]!();
    await begun(3);
    const third = send(batch({ timestamp: NOW, temperature: 3 }));
    await begun(4);
    ends[3]!();
    expect(await third).toEqual(settled(1));
    ends[2]!();
    await begun(5);
    ends[4]!();
    expect(await sending[0]).toEqual(settled(1));
    expect(database.get("sensors/g1/current/temperature")).toBe(3);
    expect(history()).toHaveLength(3);
  });

  test("accepts a stored reading even if the rewrite takes longer than a second", async () => {
    const timeouts: (number | undefined)[] = [];
    open = (timeoutMs) => {
      timeouts.push(timeoutMs);
      return database;
    };
    const first = send(batch({ timestamp: NOW - 1, temperature: 1 }));
    await begun(1);
    const second = send(batch({ timestamp: NOW, temperature: 2 }));
    await begun(2);
    ends[1]!();
    await second;
    database.commit = () => Promise.reject(new Unavailable("timeout", "No answer."));
    ends[0]!();
    expect(await first).toEqual(settled(1));
    expect(timeouts).toEqual([undefined, undefined, 1_000]);
  });
});

describe("a rewritten reading", () => {
  test("does not replace values of another sensor of the greenhouse", async () => {
    database.set("registeredSensors/u3", sensor("f1"));
    const ends: (() => void)[] = [];
    const commit = database.commit.bind(database);
    database.commit = async (update) => {
      await new Promise<void>((resolve) => void ends.push(resolve));
      return commit(update);
    };
    const end = async (number: number): Promise<void> => {
      while (ends.length < number) await new Promise(setImmediate);
      ends[number - 1]!();
    };
    const late = send(batch({ timestamp: NOW - 3, temperature: 1 }));
    while (ends.length < 1) await new Promise(setImmediate);
    const newer = send(batch({ timestamp: NOW - 2, temperature: 2 }));
    await end(2);
    await newer;
    await end(1);
    while (ends.length < 3) await new Promise(setImmediate);
    const other = send({ uid: "u3", timestamp: NOW - 1, temperature: 3 });
    await end(4);
    expect(await other).toMatchObject({ status: 200 });
    await end(3);
    await end(5);
    expect(await late).toEqual(settled(1));
    expect(database.get("sensors/g1/current/temperature")).toBe(3);
    expect(database.get("sensors/g1/bySensor/u1/temperature")).toBe(2);
  });
});

test("does not replace newer values after a slow look-up with the key in the body", async () => {
  const read = database.read.bind(database);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let reads = 0;
  database.read = async (path) => {
    if (path === "registeredSensors/u1" && (reads += 1) === 1) await held;
    return read(path);
  };
  const sendKey = (light: number) => post(JSON.stringify({ uid: "u1", apiKey: "k1", light }), {});
  const first = sendKey(1);
  while (reads < 1) await new Promise(setImmediate);
  nowMs = NOW + 1;
  expect(await sendKey(2)).toMatchObject({ status: 200 });
  release();
  expect(await first).toMatchObject({ status: 200 });
  expect(database.get("sensors/g1/current/u1")).toMatchObject({ light: 2, updatedAt: NOW + 1 });
});

test("keeps newest values of signed readings and of readings with the key in the body separate", async () => {
  const keyed = JSON.stringify({ uid: "u1", apiKey: "k1", light: 1 });
  expect(await post(keyed, {})).toMatchObject({ status: 200 });
  await send(batch({ timestamp: NOW - MINUTE_MS, temperature: 3 }));
  expect(database.get("sensors/g1/current")).toMatchObject({
    u1: { light: 1, updatedAt: NOW },
    temperature: 3,
    updatedAt: NOW - MINUTE_MS,
  });
  expect(database.get("sensors/g1/bySensor/u1/temperature")).toBe(3);
});

test("does not replace newest values with an older reading with an MD5 signature", async () => {
  const sendSigned = (timestamp: number, temperature: number): Promise<Reply> => {
    const signature = hash("md5", `farm-key${timestamp}u1`);
    return post(JSON.stringify({ uid: "u1", timestamp, signature, temperature }), {});
  };
  expect(await sendSigned(NOW, 22)).toMatchObject({ status: 200 });
  expect(await sendSigned(NOW - MINUTE_MS, 3)).toMatchObject({ status: 200 });
  expect(database.get("sensors/g1/current")).toEqual({ temperature: 22, updatedAt: NOW });
});

test("stores the newest value of each field after a batch was denied once", async () => {
  await send(batch({ timestamp: NOW - 2 * MINUTE_MS, light: 1 }));
  let attempts = 0;
  database.canWrite = () => (attempts += 1) > 1;
  await send(
    batch({ timestamp: NOW - MINUTE_MS, humidity: 60 }, { timestamp: NOW, temperature: 22 }),
  );
  expect(database.get("sensors/g1/current")).toEqual({
    light: 1,
    humidity: 60,
    temperature: 22,
    updatedAt: NOW,
  });
});

test("does not replace a newer reading with an MD5 signature with a batch", async () => {
  const signature = hash("md5", `farm-key${NOW}u1`);
  const body = JSON.stringify({ uid: "u1", timestamp: NOW, signature, temperature: 22 });
  expect(await post(body, {})).toMatchObject({ status: 200 });
  await send(batch({ timestamp: NOW - MINUTE_MS, temperature: 3 }));
  expect(database.get("sensors/g1/current")).toEqual({ temperature: 22, updatedAt: NOW });
});

test("logs neither a key nor a signature", async () => {
  await send(batch({ light: 1 }), "hush-hush");
  database.canWrite = () => false;
  await send(farmBatch({ uid: "u1" }));
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toMatch(/hush-hush|farm-key|sha256=/);
});

describe("outputs", () => {
  const valve = { value: 0, version: 0, reason: "start" };
  const reading = { uid: "u1", timestamp: NOW, light: 3 };
  const output = { name: "Valve", kind: "switch", leaseSeconds: 60, maxOnSeconds: 600 };
  const order = { value: 1, version: 5, until: NOW + MINUTE_MS, by: "olga", at: NOW };
  beforeEach(async () => {
    database.set("outputs/f1/u1/valve", output);
    database.set("outputOrders/f1/u1/valve", order);
    expect(await send({ uid: "u1", timestamp: NOW, light: 2 })).toMatchObject({ status: 200 });
    database.reads.length = 0;
    database.commits.length = 0;
  });

  test("reads orders only for a reading with outputs", async () => {
    await send(reading);
    expect([database.reads, database.commits.length]).toEqual([[], 1]);
    const names = Array.from("abcdefgh");
    const outputs = Object.fromEntries(names.map((name) => [name, valve]));
    await send({ ...reading, light: 4, outputs });
    expect(database.reads).toEqual(["outputs/f1/u1", "outputOrders/f1/u1"]);
    // The update of the reading before, of this reading, and of all states.
    expect(database.commits).toHaveLength(3);
    expect(Object.keys(database.get("outputStates/f1/u1") as object)).toEqual(names);
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
    const reply = send({ ...reading, light: 4, outputs: { valve } });
    const all = ["outputOrders/f1/u1", "outputStates", "outputs/f1/u1", "sensors"];
    while (begun.length < all.length) await new Promise(setImmediate);
    expect(begun.toSorted()).toEqual(all);
    answers.resolve(undefined);
    expect(await reply).toMatchObject({ status: 200, body: { outputs: { valve: { value: 1 } } } });
    expect(begun).toHaveLength(all.length);
  });

  test("stores other states and returns orders if the rules refuse one state", async () => {
    for (const name of ["pump", "vent"]) database.set(`outputs/f1/u1/${name}`, output);
    database.canWrite = (update) => !("outputStates/f1/u1/pump" in update);
    const { body } = await send({ ...reading, outputs: { valve, pump: valve, vent: valve } });
    expect(body).toMatchObject({ outputs: { valve: { version: 5 } } });
    expect(database.get("outputStates/f1/u1")).toEqual({
      valve: { ...valve, at: NOW, heard: SERVER_TIME },
      vent: { ...valve, at: NOW, heard: SERVER_TIME },
    });
    expect(database.commits).toHaveLength(3);
  });

  test("stores one of two states if the rules refuse the other", async () => {
    database.set("outputs/f1/u1/pump", output);
    database.canWrite = (update) => !("outputStates/f1/u1/pump" in update);
    await send({ ...reading, outputs: { valve, pump: valve } });
    expect(Object.keys(database.get("outputStates/f1/u1") as object)).toEqual(["valve"]);
  });

  test("needs one more update for any number of undefined outputs", async () => {
    const outputs = Object.fromEntries(Array.from("abcdefg", (name) => [name, valve]));
    let attempts = 0;
    database.canWrite = (update) => {
      attempts += 1;
      return !("outputStates/f1/u1/a" in update);
    };
    await send({ ...reading, outputs: { ...outputs, valve } });
    expect(Object.keys(database.get("outputStates/f1/u1") as object)).toEqual(["valve"]);
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
    expect([status, Object.keys(body)]).toEqual([200, ["success", "uid", "greenhouse", "data"]]);
    expect(timeouts).toEqual([undefined, 5_000]);
    // The orders and the states.
    const failure = { outputsOf: "u1", reason: "timeout" };
    expect(logged).toEqual([failure, failure]);
    expect(history()).toHaveLength(2);
  });

  test.each(["outputs", "outputOrders"])(
    "stores a reading and answers without outputs if %s cannot be read",
    async (root) => {
      const { canRead } = database;
      database.canRead = (path) => !path.startsWith(`${root}/`) && canRead(path);
      const { status, body } = await send({ ...reading, outputs: { valve } });
      expect([status, Object.keys(body)]).toEqual([200, ["success", "uid", "greenhouse", "data"]]);
      expect(history()).toHaveLength(2);
    },
  );

  test.each([
    ["is refused by the rules", false],
    ["cannot be stored", true],
  ])("stores the reading and returns the order if a state %s", async (_, throws) => {
    const isState = (update: object) => "outputStates/f1/u1/valve" in update;
    const commit = database.commit.bind(database);
    database.canWrite = (update) => !isState(update);
    database.commit = (update) =>
      throws && isState(update)
        ? Promise.reject(new Unavailable("failed", "out of order"))
        : commit(update);
    const { status, body } = await send({ ...reading, outputs: { valve } });
    const day = Math.floor(NOW / DAY_MS);
    const answered = { value: 1, version: 5, forMs: MINUTE_MS, maxOnMs: 600_000, day };
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ outputs: { valve: answered } }),
    ]);
    expect(history()).toHaveLength(2);
  });

  test("returns no orders for a replaced key that is still cached", async () => {
    database.set("farms/f1/apiKey", "another-key");
    database.canWrite = (update) => update["ingest/u1"] === "another-key";
    expect(await send({ ...reading, outputs: { valve } })).toMatchObject(error(401, INVALID));
    expect(database.get("outputStates/f1/u1")).toBeNull();
  });

  test("are ignored and logged in a farm's batch, like malformed outputs", async () => {
    await send({ farmId: "f1", timestamp: NOW, outputs: { valve }, readings: [{ uid: "u1" }] });
    await send({ ...reading, outputs: { valve: "on" } });
    expect(database.reads).toEqual([]);
    expect(logged).toEqual([
      { sender: "f1", fields: ["outputs"] },
      { sender: "u1", fields: ["outputs"] },
    ]);
    await send({ ...reading, outputs: { valve } });
    expect(logged).toHaveLength(2);
  });

  test.each([
    ["definition", "outputs/f1/u1/valve", { ...output, kind: "motor" }, undefined],
    ["order", "outputOrders/f1/u1/valve", { ...order, version: "5" }, 0],
  ])(
    "switches nothing on with a malformed %s by an administrator",
    async (_, path, stored, forMs) => {
      database.set(path, stored);
      const { body } = await send({ ...reading, outputs: { valve } });
      const { outputs } = body as { outputs: { valve?: { forMs: number } } };
      expect(outputs.valve?.forMs).toBe(forMs);
    },
  );
});
