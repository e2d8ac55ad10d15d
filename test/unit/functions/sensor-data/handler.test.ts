import { createHash } from "node:crypto";
import { Readable } from "node:stream";

import { createPushKeys } from "../../../../domain/src/push-key";
import { answer, type Endpoint, type Reply } from "../../../../functions/src/http/dispatch";
import { createRateLimit, type RateLimit } from "../../../../functions/src/http/rate-limit";
import { Log } from "../../../../functions/src/log";
import { createSensorData } from "../../../../functions/src/sensor-data/handler";
import type { AcceptedVariants } from "../../../../functions/src/sensor-data/parse";
import { instanceWith, MemoryDatabase } from "../../../support/memory-database";

const NOW = 1_700_000_000_000;
const ZERO_KEY = /^[-\w]{20}$/;

let database: MemoryDatabase;
let logged: object[];
let endpoint: Endpoint;

function create(
  acceptedVariants: AcceptedVariants = "both",
  sensorKeys = ["k1", "k2"],
  limit: RateLimit = () => 0,
): Endpoint {
  const instance = instanceWith(() => database);
  return createSensorData({
    acceptedVariants,
    sensorKeys,
    maxAgeMs: 30 * 86_400_000,
    log: { registrationDenied: (uid) => logged.push({ denied: uid }) },
    findInstance: () => instance,
    now: () => NOW,
    createPushKey: createPushKeys(() => 0),
    limit,
  });
}

beforeEach(() => {
  database = new MemoryDatabase({
    farms: { f1: { apiKey: "farm-key" }, f2: {} },
    registeredSensors: {
      u1: { sensorName: "Bench 4", sensorType: "climate", farmId: "f1", greenhouse: "g1" },
      loose: { sensorName: "Loose", sensorType: "climate", farmId: "f1" },
      keyless: { sensorName: "Keyless", sensorType: "climate", farmId: "f2", greenhouse: "g1" },
    },
  });
  logged = [];
  endpoint = create();
});

function send(body: object, headers: Record<string, string> = {}): Promise<Reply> {
  const stream = Readable.from([Buffer.from(JSON.stringify(body))]);
  const log = new Log((entry) => logged.push(entry));
  return answer(Object.assign(stream, { method: "POST", headers }), "sensorData", endpoint, log);
}

function signed(
  fields: object,
  by: { uid?: string; timestamp?: number | string; key?: string } = {},
): { uid: string; timestamp: number | string; signature: string } {
  const { uid = "u1", timestamp = NOW, key = "farm-key" } = by;
  const signature = createHash("md5").update(`${key}${timestamp}${uid}`).digest("hex");
  return { uid, timestamp, signature, ...fields };
}

const refused = (status: number, error: string): object => ({
  status,
  headers: {},
  body: { error },
});

describe("accepted", () => {
  test("signed", async () => {
    expect(await send(signed({ temperature: 21.5, battery: 80, pressure: 1000 }))).toEqual({
      status: 200,
      headers: {},
      body: {
        success: true,
        uid: "u1",
        greenhouse: "g1",
        data: {
          uid: "u1",
          sensorName: "Bench 4",
          sensorType: "climate",
          temperature: 21.5,
          battery: 80,
          timestamp: NOW,
        },
      },
    });
    expect(database.get("ingest")).toEqual({ u1: "farm-key" });
    const { history, ...latest } = database.get("sensors/g1") as Record<string, object>;
    expect(latest).toEqual({
      current: { temperature: 21.5, updatedAt: NOW },
      bySensor: {
        u1: { sensorName: "Bench 4", sensorType: "climate", temperature: 21.5, battery: 80 },
      },
    });
    expect(Object.keys(history!)).toEqual([expect.stringMatching(ZERO_KEY)]);
    expect(Object.values(history!)).toEqual([
      { uid: "u1", sensorName: "Bench 4", temperature: 21.5, battery: 80, updatedAt: NOW },
    ]);
  });

  test("signed in seconds, as text: stored and answered in milliseconds", async () => {
    const reply = await send(signed({}, { timestamp: "1699999999.5" }));
    expect(reply).toMatchObject({ status: 200, body: { data: { timestamp: NOW - 500 } } });
    expect(database.get("sensors/g1/current/updatedAt")).toBe(NOW - 500);
  });

  test.each(["k1", "k2"])("with the key %s in the body, at the server's time", async (apiKey) => {
    const reply = await send({ uid: "u1", apiKey, light: 300, battery: 80, timestamp: 5 });
    expect(reply).toEqual({
      status: 200,
      headers: {},
      body: {
        success: true,
        uid: "u1",
        greenhouse: "g1",
        data: {
          uid: "u1",
          sensorName: "Bench 4",
          sensorType: "climate",
          light: 300,
          timestamp: NOW,
        },
      },
    });
    expect(database.get("ingest")).toBeNull();
    expect(database.reads).toEqual(["registeredSensors/u1", "sensorKeys/u1"]);
    expect(database.get("sensors/g1/current")).toEqual({
      u1: { sensorName: "Bench 4", sensorType: "climate", light: 300, updatedAt: NOW },
    });
  });

  test("every submission is a new entry", async () => {
    await send(signed({ light: 1 }));
    await send(signed({ light: 1 }));
    expect(Object.keys(database.get("sensors/g1/history") as object)).toHaveLength(2);
  });

  test("a submission with an idempotency key that is sent again is one entry", async () => {
    const mark = { "idempotency-key": "retry-1" };
    const replies = [
      await send(signed({ light: 1 }), mark),
      await send(signed({ light: 1 }), mark),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(Object.keys(database.get("sensors/g1/history") as object)).toHaveLength(1);
  });

  test("an empty idempotency key is none", async () => {
    await send(signed({ light: 1 }), { "idempotency-key": "" });
    await send(signed({ light: 1 }), { "idempotency-key": "" });
    expect(Object.keys(database.get("sensors/g1/history") as object)).toHaveLength(2);
  });
});

describe("refused, with nothing stored", () => {
  afterEach(() => expect(database.commits).toEqual([]));

  test.each<[string, object, object]>([
    ["no uid", {}, refused(400, "Missing required field: uid")],
    ["unknown", signed({}, { uid: "u9" }), refused(404, "Sensor UID not found: u9")],
    ["unknown comes before the signature", { uid: "u9" }, refused(404, "Sensor UID not found: u9")],
    ["no key of a database", { uid: "a/b" }, refused(404, "Sensor UID not found: a/b")],
    ["a reserved uid", { uid: "light", apiKey: "k1" }, refused(404, "Sensor UID not found: light")],
    ["unlinked", { uid: "loose" }, refused(400, "Sensor is not linked to any greenhouse.")],
    [
      "unlinked, with a key",
      { uid: "loose", apiKey: "k1" },
      refused(400, "Sensor is not linked to any greenhouse."),
    ],
    ["no credentials", { uid: "u1" }, refused(401, "Invalid signature.")],
    ["a wrong signature", { ...signed({}), signature: "0" }, refused(401, "Invalid signature.")],
    [
      "a farm without a key",
      signed({}, { uid: "keyless", key: "" }),
      refused(401, "Invalid signature."),
    ],
    [
      "a stale timestamp",
      signed({}, { timestamp: NOW - 300_001 }),
      refused(401, "Timestamp is more than 5 minutes from the server's time."),
    ],
    ["a wrong key", { uid: "u1", apiKey: "k3" }, refused(403, "Invalid API key.")],
    ["a wrong key comes first", { uid: "u9", apiKey: "k3" }, refused(403, "Invalid API key.")],
    [
      "types come before the key",
      { uid: "u1", apiKey: "k3", light: "x" },
      refused(400, "Invalid field: light must be a number."),
    ],
  ])("%s", async (_name, body, reply) => {
    expect(await send(body)).toEqual(reply);
  });

  test("a wrong key reads nothing", async () => {
    await send({ uid: "u1", apiKey: "k3" });
    expect(database.reads).toEqual([]);
  });

  test("no key is right where none is set", async () => {
    endpoint = create("both", []);
    expect(await send({ uid: "u1", apiKey: "k1" })).toEqual(refused(403, "Invalid API key."));
  });

  test("signed only: a key is a missing signature", async () => {
    endpoint = create("signed");
    expect(await send({ uid: "u1", apiKey: "k1" })).toEqual(refused(401, "Invalid signature."));
  });

  test("key in the body only: a signature is a missing key", async () => {
    endpoint = create("key-in-body");
    expect(await send(signed({}))).toEqual(refused(403, "Invalid API key."));
  });
});

describe("while the registration is cached", () => {
  beforeEach(async () => {
    expect(await send(signed({ light: 1 }))).toMatchObject({ status: 200 });
    database.reads.length = 0;
    // As the rules do: a reading is written only where the sensor is linked to, and with the key that is in force.
    database.canWrite = (update) => {
      const greenhouse = database.get("registeredSensors/u1/greenhouse") as string;
      const isLinked = Object.keys(update).some((path) =>
        path.startsWith(`sensors/${greenhouse}/`),
      );
      return isLinked && update["ingest/u1"] === database.get("farms/f1/apiKey");
    };
  });

  test("nothing is read", async () => {
    expect(await send(signed({ light: 2 }))).toMatchObject({ status: 200 });
    expect(database.reads).toEqual([]);
  });

  test("a new link works at once", async () => {
    database.set("registeredSensors/u1/greenhouse", "g2");
    expect(await send(signed({ light: 2 }))).toMatchObject({
      status: 200,
      body: { greenhouse: "g2" },
    });
    expect(database.get("sensors/g2/current/light")).toBe(2);
    expect(database.get("sensors/g1/current/light")).toBe(1);
  });

  test("an unlinked sensor is refused at once", async () => {
    database.set("registeredSensors/u1/greenhouse", null);
    expect(await send(signed({}))).toEqual(refused(400, "Sensor is not linked to any greenhouse."));
  });

  test("a removed sensor is refused at once", async () => {
    database.set("registeredSensors/u1", null);
    expect(await send(signed({}))).toEqual(refused(404, "Sensor UID not found: u1"));
  });

  test("a new key works at once", async () => {
    database.set("farms/f1/apiKey", "new-key");
    expect(await send(signed({}, { key: "new-key" }))).toMatchObject({ status: 200 });
  });

  test("with a key of its own the farm's is refused", async () => {
    database.set("sensorKeys/u1", { farmId: "f1", key: "own-key" });
    database.canWrite = (update) => update["ingest/u1"] === "own-key";
    expect(await send(signed({}))).toEqual(refused(401, "Invalid signature."));
    expect(await send(signed({}, { key: "own-key" }))).toMatchObject({ status: 200 });
  });

  test("a key that is replaced is refused at once", async () => {
    database.set("farms/f1/apiKey", "new-key");
    expect(await send(signed({}))).toEqual(refused(401, "Invalid signature."));
  });

  test("a sensor that is not known costs one read where its farm's key is", async () => {
    const sensor = { sensorName: "B", sensorType: "climate", farmId: "f1", greenhouse: "g1" };
    database.set("registeredSensors/u2", sensor);
    database.canWrite = () => true;
    expect(await send(signed({}, { uid: "u2" }))).toMatchObject({ status: 200 });
    expect(database.reads).toEqual(["registeredSensors/u2", "sensorKeys/u2"]);
  });

  test("a wrong signature is refused by a fresh record", async () => {
    expect(await send({ ...signed({}), signature: "0" })).toEqual(
      refused(401, "Invalid signature."),
    );
    expect(database.reads).toEqual(["registeredSensors/u1", "sensorKeys/u1", "farms/f1/apiKey"]);
  });
});

describe("rules that deny the write", () => {
  test("twice on fresh records: 503, and the log names the cause", async () => {
    database.canWrite = () => false;
    expect(await send(signed({}))).toEqual({
      status: 503,
      headers: { "Retry-After": "5" },
      body: { error: "Database unavailable. Try again." },
    });
    expect(database.reads.filter((path) => path === "registeredSensors/u1")).toHaveLength(2);
    expect(logged).toMatchObject([{ severity: "ERROR", event: "database_denied" }]);
  });

  test("once: the second attempt stores it", async () => {
    let attempts = 0;
    database.canWrite = () => (attempts += 1) > 1;
    expect(await send(signed({}))).toMatchObject({ status: 200 });
    expect(database.commits).toHaveLength(1);
  });

  test("a sensor that is unlinked in between is refused for that", async () => {
    database.canWrite = () => {
      database.set("registeredSensors/u1/greenhouse", null);
      return false;
    };
    expect(await send(signed({}))).toEqual(refused(400, "Sensor is not linked to any greenhouse."));
  });
});

describe("a limit of one reading a minute", () => {
  const tooMany = {
    status: 429,
    headers: { "Retry-After": "60" },
    body: { error: "Too many requests. Try again later." },
  };
  beforeEach(() => {
    endpoint = create(
      "both",
      ["k1"],
      createRateLimit(1, () => 0),
    );
  });

  test("refuses the second, and stores nothing of it", async () => {
    expect(await send(signed({ light: 1 }))).toMatchObject({ status: 200 });
    expect(await send(signed({ light: 2 }))).toEqual(tooMany);
    expect(await send({ uid: "u1", apiKey: "k1", light: 3 })).toEqual(tooMany);
    expect(database.commits).toHaveLength(1);
  });

  test("does not count requests without a valid signature", async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await send(signed({}, { key: "guess" }))).toMatchObject({ status: 401 });
      expect(await send(signed({}, { timestamp: NOW - 400_000 }))).toMatchObject({ status: 401 });
      expect(await send({ uid: "u1", apiKey: "guess" })).toMatchObject({ status: 403 });
    }
    expect(await send(signed({}))).toMatchObject({ status: 200 });
  });

  test("counts a reading once, though it is tried twice", async () => {
    await send(signed({}));
    endpoint = create(
      "both",
      ["k1"],
      createRateLimit(2, () => 0),
    );
    await send(signed({}));
    let attempts = 0;
    database.canWrite = () => (attempts += 1) !== 1;
    expect(await send(signed({}))).toMatchObject({ status: 200 });
  });
});

test("while a farm's key is exchanged both are good, and afterwards the new one alone", async () => {
  const [older, newer] = ["older-key-of-the-farm", "newer-key-of-the-farm"];
  const statuses = async (): Promise<number[]> => {
    endpoint = create();
    const replies = [
      await send(signed({}, { key: older })),
      await send(signed({}, { key: newer })),
    ];
    return replies.map(({ status }) => status);
  };
  database.set("farms/f1/apiKey", older);
  expect(await statuses()).toEqual([200, 401]);
  database.set("farms/f1/apiKey", `${newer},${older}`);
  expect(await statuses()).toEqual([200, 200]);
  database.set("farms/f1/apiKey", newer);
  expect(await statuses()).toEqual([401, 200]);
});

test("no entry in the log holds a key or a signature", async () => {
  const body = { ...signed({}), signature: "feedbeef" };
  await send(body);
  await send({ uid: "u1", apiKey: "hush-hush" });
  database.canWrite = () => false;
  await send(signed({}));
  const text = JSON.stringify(logged);
  for (const secret of ["feedbeef", "hush-hush", "farm-key", signed({}).signature]) {
    expect(text).not.toContain(secret);
  }
});
