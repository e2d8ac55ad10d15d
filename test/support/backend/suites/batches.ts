/**
 * Requests with a signature over the body, against the shipped rules: batches, old readings, keys of single sensors.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { gzipSync } from "node:zlib";
import { signBody } from "@greenhouse/domain/identity/signing";
import type { RefusalCode } from "@greenhouse/domain/refusals";
import type { DatabaseClient } from "../database-client";
import { exchange } from "../exchange";
import type { Answer } from "../exchange";
import { addFarm, addSensor, inventSensor, register, signedBody } from "../farm";
import type { Farm, Sensor } from "../farm";
import { readRecords } from "../records";
import { inventKey } from "../secrets";
import type { Target } from "../targets";

const INVALID = "Invalid signature.";
const UNLINKED = {
  status: 400,
  error: "Sensor is not linked to any greenhouse.",
  code: "sensor-not-linked",
};
const unknownOf = (uid: string): object => ({
  status: 404,
  error: `Sensor UID not found: ${uid}`,
  code: "sensor-not-found",
});

const settled = (stored: number, ...refused: readonly object[]): object => ({
  success: true,
  stored,
  refused,
});

export function describeBatches(target: () => Target, database: DatabaseClient): void {
  let farm: Farm;
  beforeAll(async () => {
    farm = await addFarm(database);
  });

  function send(
    body: object | string,
    { key = farm.apiKey, operation = "sensorData", gzip = false } = {},
  ): Promise<Answer> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const sent = gzip ? gzipSync(text) : Buffer.from(text);
    const headers = {
      "Content-Type": "application/json",
      "X-Signature": signBody(key, sent),
      ...(gzip && { "Content-Encoding": "gzip" }),
    };
    return exchange(`${target().url}/${operation}`, { headers, body: sent });
  }
  const sendBatch = async (sensor: Sensor, ...readings: readonly object[]): Promise<unknown> => {
    const { uid, farm: owner } = sensor;
    return (await send({ uid, timestamp: Date.now(), readings }, { key: owner.apiKey })).json;
  };
  const historyOf = async ({ greenhouse }: Sensor) =>
    (await readRecords(database, greenhouse)).history;

  test("answers a reading like a signed reading, and stores it once in each form", async () => {
    const sensor = await addSensor(database, farm);
    const { uid, sensorName, sensorType, greenhouse } = sensor;
    const timestamp = Date.now();
    const reading = { uid, timestamp, temperature: 21.5, battery: 88 };
    const data = { uid, sensorName, sensorType, temperature: 21.5, battery: 88, timestamp };
    for (const gzip of [false, true]) {
      expect((await send(reading, { gzip })).json).toEqual({
        success: true,
        uid,
        greenhouse,
        data,
      });
    }
    expect(await sendBatch(sensor, reading)).toEqual(settled(1));
    expect(await readRecords(database, greenhouse)).toEqual({
      current: { temperature: 21.5, updatedAt: timestamp },
      bySensor: { [uid]: { sensorName, sensorType, temperature: 21.5, battery: 88 } },
      history: [{ uid, sensorName, temperature: 21.5, battery: 88, updatedAt: timestamp }],
      historyOf: {},
    });
    const seen = await database.get(`lastSeen/${farm.id}/${uid}`);
    expect(seen).toEqual({
      temperature: expect.any(Number) as number,
      battery: expect.any(Number) as number,
    });
  });

  test("stores shuffled and repeated readings of three days once, in the order of time", async () => {
    const sensor = await addSensor(database, farm);
    const now = Date.now();
    const readings = Array.from({ length: 500 }, (_, index) => ({
      timestamp: now - index * 9 * MINUTE_MS,
      temperature: index / 10,
    }));
    const shuffled = readings.toSorted(
      (a, b) => ((a.temperature * 7) % 3) - ((b.temperature * 7) % 3),
    );
    expect(await sendBatch(sensor, ...shuffled)).toEqual(settled(500));
    expect(await sendBatch(sensor, ...readings.slice(100, 300))).toEqual(settled(200));
    const history = await historyOf(sensor);
    expect(history.map(({ updatedAt }) => updatedAt)).toEqual(
      readings.map(({ timestamp }) => timestamp).reverse(),
    );
    const { current } = await readRecords(database, sensor.greenhouse);
    expect(current).toEqual({ temperature: 0, updatedAt: now });
  });

  test("never replaces a newer value with an old or late reading", async () => {
    const sensor = await addSensor(database, farm);
    const now = Date.now();
    // A clock that is ahead hides no later reading.
    await sendBatch(sensor, { timestamp: now + 4 * MINUTE_MS, temperature: 30 });
    const at = Date.now();
    const md5 = signedBody(sensor, { temperature: 20 }, at);
    await exchange(`${target().url}/sensorData`, { body: JSON.stringify(md5) });
    await sendBatch(sensor, { timestamp: now - DAY_MS, temperature: -3, light: 5 });
    await sendBatch(sensor, { timestamp: now - MINUTE_MS, temperature: -4 });
    const older = signedBody(sensor, { temperature: -5 }, now - 2 * MINUTE_MS);
    await exchange(`${target().url}/sensorData`, { body: JSON.stringify(older) });
    const { current, bySensor } = await readRecords(database, sensor.greenhouse);
    expect(current).toEqual({ temperature: 20, updatedAt: at });
    expect(bySensor[sensor.uid]).not.toHaveProperty("light");
    expect(await historyOf(sensor)).toHaveLength(5);
  });

  test("refuses only the readings with an error", async () => {
    const sensor = await addSensor(database, farm);
    const now = Date.now();
    const refused = (index: number, code: RefusalCode, error: string, status = 400) => ({
      index,
      status,
      error,
      code,
    });
    expect(
      await sendBatch(
        sensor,
        { timestamp: now - 30 * DAY_MS - MINUTE_MS, light: 1 },
        { timestamp: now - 30 * DAY_MS + MINUTE_MS, light: 2 },
        { timestamp: now + 6 * MINUTE_MS, light: 3 },
        { light: "dark" },
        { uid: sensor.uid, light: 4 },
        { timestamp: now + 30 * DAY_MS + MINUTE_MS, light: 5 },
        { timestamp: "noon" },
        { uid: "another", light: 6 },
        { timestamp: now + 30 * DAY_MS - MINUTE_MS, light: 7 },
      ),
    ).toEqual(
      settled(
        2,
        refused(0, "reading-too-old", "Reading is too old."),
        refused(2, "reading-from-future", "Reading is from the future.", 425),
        refused(3, "field-not-a-number", "Invalid field: light must be a number."),
        refused(5, "reading-from-far-future", "Reading is from the future."),
        refused(6, "field-not-a-number", "Invalid field: timestamp must be a number."),
        refused(7, "uid-mismatch", "Invalid field: uid must be the sender's."),
        refused(8, "reading-from-future", "Reading is from the future.", 425),
      ),
    );
    expect((await historyOf(sensor)).map(({ light }) => light)).toEqual([2, 4]);
  });

  test("stores readings in the new greenhouse of a sensor that was moved", async () => {
    const sensor = await addSensor(database, farm);
    const otherSensor = await addSensor(database, farm);
    const old = { timestamp: Date.now() - DAY_MS, light: 1 };
    await sendBatch(sensor, old);
    await database.put(`registeredSensors/${sensor.uid}/greenhouse`, otherSensor.greenhouse);
    expect(await sendBatch(sensor, old)).toEqual(settled(1));
    expect(await historyOf(sensor)).toHaveLength(1);
    expect(await historyOf(otherSensor)).toHaveLength(1);
    for (const { greenhouse } of [sensor, otherSensor]) {
      expect(await database.get(`rollupDue/${greenhouse}`)).not.toBeNull();
    }
  });

  test("keeps the import that brought a reading, whoever sends the reading again", async () => {
    const sensor = await addSensor(database, farm);
    const { uid, sensorName } = sensor;
    const now = Date.now();
    const readings = [3, 2, 1].map((hours) => ({ timestamp: now - hours * HOUR_MS, light: hours }));
    const [first, second] = readings as [object, object];
    const sendImport = async (id: unknown, ...sent: readonly object[]): Promise<unknown> => {
      const body = { uid, timestamp: Date.now(), readings: sent, import: id };
      return (await send(body)).json;
    };
    expect(await sendBatch(sensor, first)).toEqual(settled(1));
    expect(await sendImport("k7a2m9xq", first, second)).toEqual(settled(2));
    expect(await sendImport("zzzzzzzz", ...readings)).toEqual(settled(3));
    // Its board sends them after a time without a network.
    expect(await sendBatch(sensor, ...readings)).toEqual(settled(3));
    const entries = readings.map(({ timestamp, light }, index) => ({
      uid,
      sensorName,
      light,
      updatedAt: timestamp,
      ...[{}, { import: "k7a2m9xq" }, { import: "zzzzzzzz" }][index],
    }));
    expect(await historyOf(sensor)).toEqual(entries);
    for (const nothing of ["", null]) await sendImport(nothing, { timestamp: now, light: 0 });
    expect((await historyOf(sensor)).at(-1)).not.toHaveProperty("import");
  });

  test("decides each sensor of a farm's batch separately", async () => {
    const [first, second, own] = [
      await addSensor(database, farm),
      await addSensor(database, farm),
      await addSensor(database, farm),
    ];
    const foreign = await addSensor(database, await addFarm(database));
    const loose = await addSensor(database, farm);
    await database.remove(`registeredSensors/${loose.uid}/greenhouse`);
    await database.put(`sensorKeys/${own.uid}`, { farmId: farm.id, key: inventKey() });
    const timestamp = Date.now();
    const unknown = [foreign.uid, "nobody", "a/b"];
    const readings = [
      ...[first, second, own, loose].map(({ uid }) => ({ uid, light: 7 })),
      { light: 7 },
      { uid: foreign.uid, light: "x" },
      ...unknown.map((uid) => ({ uid, light: 7 })),
    ];
    const { json } = await send({ farmId: farm.id, timestamp, readings });
    expect(json).toEqual(
      settled(
        2,
        { index: 2, status: 401, error: INVALID, code: "sensor-has-own-key" },
        { index: 3, ...UNLINKED },
        {
          index: 4,
          status: 400,
          error: "Missing required field: uid",
          code: "missing-field",
        },
        {
          index: 5,
          status: 400,
          error: "Invalid field: light must be a number.",
          code: "field-not-a-number",
        },
        ...unknown.map((uid, place) => ({
          index: 6 + place,
          ...unknownOf(uid),
        })),
      ),
    );
    expect(await historyOf(first)).toHaveLength(1);
    expect(await historyOf(second)).toHaveLength(1);
    expect(await historyOf(own)).toHaveLength(0);
  });

  test("returns names of stored sensors only if a farm's batch asks for them", async () => {
    const owner = await addFarm(database);
    const sensors = [await addSensor(database, owner), await addSensor(database, owner)];
    const [first, second] = sensors as [Sensor, Sensor];
    const key = owner.apiKey;
    const readings = [first.uid, second.uid, first.uid, "nobody"].map((uid, light) => ({
      uid,
      light,
    }));
    const ask = async (more: object): Promise<object> =>
      (await send({ timestamp: Date.now(), readings, ...more }, { key })).json as object;
    const farmId = owner.id;
    const names = { [first.uid]: first.sensorName, [second.uid]: second.sensorName };
    expect(await ask({ farmId, names: true })).toMatchObject({ stored: 3, names });
    for (const wrong of [false, "true"]) {
      expect(await ask({ farmId, names: wrong })).not.toHaveProperty("names");
    }
  });

  test("accepts a new or sold sensor, a new link or a new key in a farm's batch at once", async () => {
    const owner = await addFarm(database);
    const [sensor, later] = [await addSensor(database, owner), inventSensor(owner)];
    const readings = [sensor, later].map(({ uid }) => ({ uid, light: 1 }));
    const sendTo = async (key: string): Promise<unknown> =>
      (await send({ farmId: owner.id, timestamp: Date.now(), readings }, { key })).json;
    expect(await sendTo(owner.apiKey)).toEqual(settled(1, { index: 1, ...unknownOf(later.uid) }));
    await register(database, later);
    expect(await sendTo(owner.apiKey)).toEqual(settled(2));
    const link = `registeredSensors/${later.uid}/greenhouse`;
    await database.remove(link);
    expect(await sendTo(owner.apiKey)).toEqual(settled(1, { index: 1, ...UNLINKED }));
    await database.put(link, sensor.greenhouse);
    const renewed = inventKey();
    await database.put(`farms/${owner.id}/apiKey`, renewed);
    // The rules see nothing of a batch without accepted readings.
    const useless = { farmId: owner.id, timestamp: Date.now(), readings: [{ uid: "nobody" }] };
    expect((await send(useless, { key: owner.apiKey })).status).toBe(401);
    expect(await sendTo(renewed)).toEqual(settled(2));
    expect(await sendTo(owner.apiKey)).toEqual({ error: INVALID });
    const buyer = await addFarm(database);
    const known = await addSensor(database, buyer);
    const { greenhouse } = known;
    await database.patch({
      [`registeredSensors/${later.uid}/farmId`]: buyer.id,
      [`registeredSensors/${later.uid}/greenhouse`]: greenhouse,
    });
    const sold = [known, later].map(({ uid }) => ({ uid, light: 1 }));
    const batch = { farmId: buyer.id, timestamp: Date.now(), readings: sold };
    expect((await send(batch, { key: buyer.apiKey })).json).toEqual(settled(2));
  });

  test("stores readings of other sensors despite a broken registration", async () => {
    const sensors = [
      await addSensor(database, farm),
      await addSensor(database, farm),
      await addSensor(database, farm),
    ];
    const [good, misnamed, astray] = sensors as [Sensor, Sensor, Sensor];
    await database.put(`registeredSensors/${misnamed.uid}/sensorName`, 12);
    await database.put(`registeredSensors/${astray.uid}/greenhouse`, "gone");
    const readings = [...sensors, { uid: "nobody" }].map(({ uid }) => ({ uid, light: 7 }));
    const { json } = await send({ farmId: farm.id, timestamp: Date.now(), readings });
    const refused = {
      status: 503,
      code: "database-unavailable",
      error: "Database unavailable. Try again.",
    };
    const inOrder = [1, 2].map((index) => ({ index, ...refused }));
    expect(json).toEqual(settled(1, ...inOrder, { index: 3, ...unknownOf("nobody") }));
    expect(await historyOf(good)).toHaveLength(1);
  });

  test("refuses the farm's key while a sensor has its own key", async () => {
    const sensor = await addSensor(database, farm);
    const key = inventKey();
    const owned = { ...sensor, farm: { ...farm, apiKey: key } };
    expect(await sendBatch(sensor, { light: 1 })).toEqual(settled(1));
    await database.put(`sensorKeys/${sensor.uid}`, { farmId: farm.id, key });
    expect(await sendBatch(sensor, { light: 2 })).toEqual({ error: INVALID });
    expect(await sendBatch(owned, { light: 3 })).toEqual(settled(1));
    const farmBatch = {
      farmId: farm.id,
      timestamp: Date.now(),
      readings: [sensor, await addSensor(database, farm)].map(({ uid }) => ({ uid })),
    };
    expect((await send(farmBatch)).json).toMatchObject({ stored: 1 });
    const url = `${target().url}/sensorData`;
    const md5 = (by: Sensor) =>
      exchange(url, { body: JSON.stringify(signedBody(by, { light: 4 })) });
    expect((await md5(sensor)).status).toBe(401);
    expect((await md5(owned)).status).toBe(200);
    await database.remove(`sensorKeys/${sensor.uid}`);
    // At once, though the own key is cached.
    expect((await send(farmBatch)).json).toMatchObject({ stored: 2 });
    expect(await sendBatch(owned, { light: 5 })).toEqual({ error: INVALID });
    expect(await sendBatch(sensor, { light: 6 })).toEqual(settled(1));
  });

  test("refuses a body that is too large or incomplete", async () => {
    const sensor = await addSensor(database, farm);
    const envelope = { uid: sensor.uid, timestamp: Date.now() };
    const rest = 256 * 1024 - JSON.stringify({ ...envelope, note: "", readings: [{}] }).length;
    const largest = { ...envelope, note: "x".repeat(rest), readings: [{}] };
    const huge = { ...largest, note: `${largest.note}x` };
    const statuses = async (...bodies: readonly (object | string)[]): Promise<number[]> => {
      const answers: number[] = [];
      for (const body of bodies) answers.push((await send(body)).status);
      return answers;
    };
    expect(await statuses(largest, huge)).toEqual([200, 413]);
    expect(await statuses({ ...envelope, note: "x".repeat(20_000) })).toEqual([413]);
    expect((await send(huge, { gzip: true })).status).toBe(413);
    expect(await statuses(JSON.stringify(largest).slice(0, -2))).toEqual([400]);
    expect(await historyOf(sensor)).toHaveLength(1);
  });

  test("stores a gateway's address with a signature over the body", async () => {
    const report = { farmId: farm.id, ip: "192.168.7.9", timestamp: Date.now() };
    const operation = "reportIp";
    expect((await send(report, { operation })).json).toEqual({
      success: true,
      farmId: farm.id,
      ip: "192.168.7.9",
    });
    const large = { ...report, ip: "192.168.7.8", note: "x".repeat(20_000) };
    expect((await send(large, { operation })).status).toBe(413);
    expect(await database.get(`farms/${farm.id}/ip`)).toBe("192.168.7.9");
  });
}
