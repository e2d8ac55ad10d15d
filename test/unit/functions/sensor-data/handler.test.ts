import { createHash } from "node:crypto";
import { Readable } from "node:stream";

import { AMBIENT, isAmbient, MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { answer, type Reply } from "../../../../functions/src/http/dispatch";
import type { Endpoint } from "../../../../functions/src/request/endpoint";
import type { RefusalCode } from "@greenhouse/domain/refusals";
import { createRateLimit, type RateLimit } from "../../../../functions/src/http/rate-limit";
import { Log } from "../../../../functions/src/log";
import { createSensorData } from "../../../../functions/src/sensor-data/handler";
import { connectionWith, MemoryDatabase } from "../../../support/memory-database";

const NOW = 1_700_000_000_000;

let database: MemoryDatabase;
let logged: object[];
let endpoint: Endpoint;

function create(limit: RateLimit = () => 0): Endpoint {
  return createSensorData({
    acceptedVariants: "both",
    sensorKeys: ["k1", "k2"],
    maxAgeMs: 30 * 86_400_000,
    log: {
      registrationDenied: (uid) => logged.push({ denied: uid }),
      outputsFailed: (uid, { reason }) => logged.push({ outputsOf: uid, reason }),
      fieldsIgnored: (sender, fields, taken) => logged.push({ sender, fields, taken }),
    },
    connection: connectionWith(() => database),
    now: () => NOW,
    createPushKey: createPushKeys(() => 0),
    limit,
  });
}

beforeEach(() => {
  database = new MemoryDatabase({
    farms: { f1: { apiKey: "farm-key" } },
    registeredSensors: {
      u1: { sensorName: "Bench 4", sensorType: "climate", farmId: "f1", greenhouse: "g1" },
    },
  });
  logged = [];
  endpoint = create();
});

function send(body: object): Promise<Reply> {
  const stream = Readable.from([Buffer.from(JSON.stringify(body))]);
  const log = new Log((entry) => logged.push(entry));
  return answer(
    Object.assign(stream, { method: "POST", headers: {} }),
    "sensorData",
    endpoint,
    log,
  );
}

function signed(
  fields: object,
  by: { uid?: string; timestamp?: number | string; key?: string } = {},
): { uid: string; timestamp: number | string; signature: string } {
  const { uid = "u1", timestamp = NOW, key = "farm-key" } = by;
  const signature = createHash("md5").update(`${key}${timestamp}${uid}`).digest("hex");
  return { uid, timestamp, signature, ...fields };
}

const refused = (status: number, code: RefusalCode, error: string): object => ({
  status,
  headers: { "Error-Code": code },
  body: { error },
});

describe("database reads", () => {
  test("reads nothing of the farm with the key in the body, and uses the server's time", async () => {
    const reply = await send({ uid: "u1", apiKey: "k2", light: 300, timestamp: 5 });
    expect(reply).toMatchObject({ status: 200, body: { data: { light: 300, timestamp: NOW } } });
    expect(database.reads).toEqual(["registeredSensors/u1", "sensorKeys/u1"]);
  });

  test("reads nothing with a wrong key", async () => {
    await send({ uid: "u1", apiKey: "k3" });
    expect(database.reads).toEqual([]);
  });
});

describe("database reads with a cached registration", () => {
  beforeEach(async () => {
    expect(await send(signed({ light: 1 }))).toMatchObject({ status: 200 });
    database.reads.length = 0;
  });

  test("reads nothing", async () => {
    expect(await send(signed({ light: 2 }))).toMatchObject({ status: 200 });
    expect(database.reads).toEqual([]);
  });

  test("reads once for an unknown sensor if the farm's key is cached", async () => {
    const sensor = { sensorName: "B", sensorType: "climate", farmId: "f1", greenhouse: "g1" };
    database.set("registeredSensors/u2", sensor);
    expect(await send(signed({}, { uid: "u2" }))).toMatchObject({ status: 200 });
    expect(database.reads).toEqual(["registeredSensors/u2", "sensorKeys/u2"]);
  });

  test("refuses a wrong signature on a fresh record", async () => {
    expect(await send({ ...signed({}), signature: "0" })).toEqual(
      refused(401, "invalid-signature", "Invalid signature."),
    );
    expect(database.reads).toEqual(["registeredSensors/u1", "sensorKeys/u1", "farms/f1/apiKey"]);
  });
});

describe("if the rules deny the write", () => {
  test("answers 503 and logs the cause after two denials on fresh records", async () => {
    database.canWrite = () => false;
    expect(await send(signed({}))).toEqual({
      status: 503,
      headers: { "Error-Code": "database-unavailable", "Retry-After": "5" },
      body: { error: "Database unavailable. Try again." },
    });
    expect(database.reads.filter((path) => path === "registeredSensors/u1")).toHaveLength(2);
    expect(logged).toMatchObject([{ severity: "ERROR", event: "database_denied" }]);
  });

  test("stores the reading in a second attempt after one denial", async () => {
    let attempts = 0;
    database.canWrite = () => (attempts += 1) > 1;
    expect(await send(signed({}))).toMatchObject({ status: 200 });
    expect(database.commits).toHaveLength(1);
  });

  test("refuses a sensor that is unlinked during the request", async () => {
    database.canWrite = () => {
      database.set("registeredSensors/u1/greenhouse", null);
      return false;
    };
    expect(await send(signed({}))).toEqual(
      refused(400, "sensor-not-linked", "Sensor is not linked to any greenhouse."),
    );
  });
});

describe("a limit of one reading a minute", () => {
  const tooMany = {
    status: 429,
    headers: { "Error-Code": "too-many-requests", "Retry-After": "60" },
    body: { error: "Too many requests. Try again later." },
  };
  beforeEach(() => {
    endpoint = create(createRateLimit(1, () => 0));
  });

  test("refuses the second reading and stores nothing of it", async () => {
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

  test("counts a reading once despite two attempts", async () => {
    await send(signed({}));
    endpoint = create(createRateLimit(2, () => 0));
    await send(signed({}));
    let attempts = 0;
    database.canWrite = () => (attempts += 1) !== 1;
    expect(await send(signed({}))).toMatchObject({ status: 200 });
  });
});

test("accepts both keys during a key exchange, and then only the new key", async () => {
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

test("logs neither a key nor a signature", async () => {
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

describe("ignored fields", () => {
  test("are not stored, and are logged once an hour for an authorized sender", async () => {
    const wrongKey = await send(signed({ temp: 70 }, { key: "wrong" }));
    expect(wrongKey.status).toBe(401);
    for (const temperature of [20, 21]) {
      const { status } = await send(signed({ temp: 70, temperature, signature2: null }));
      expect(status).toBe(200);
    }
    expect(logged.filter((entry) => "fields" in entry)).toEqual([
      { sender: "u1", fields: ["temp", "signature2"], taken: MEASUREMENTS },
    ]);
    expect(JSON.stringify(database.root)).not.toContain('"temp"');
  });

  test("do not include credentials of other variants", async () => {
    await send({ ...signed({ temperature: 20 }), farmId: "f1", apiKey: "k", readings: null });
    await send({ uid: "u1", apiKey: "k1", farmId: "f1", signature: "", readings: null });
    expect(logged).toEqual([]);
  });

  test("include other measurements and the time if the key is in the body", async () => {
    const measurements = Object.fromEntries(MEASUREMENTS.map((name) => [name, 20]));
    await send({ uid: "u1", apiKey: "k1", timestamp: NOW, ...measurements });
    const others = MEASUREMENTS.filter((name) => !isAmbient(name));
    expect(logged).toEqual([{ sender: "u1", fields: ["timestamp", ...others], taken: AMBIENT }]);
  });
});
