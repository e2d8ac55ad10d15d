/** Deployments that differ: parameters of the functions, and databases without the shipped rules. */

import { randomUUID } from "node:crypto";
import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { LogEntry } from "../../support/backend/functions-host";
import { inventKey } from "../../support/backend/secrets";
import { useHost } from "../../support/backend/targets";

describe("the key in the body alone, with two keys", () => {
  const database = databaseClient();
  const [older, newer] = [inventKey(), inventKey()];
  const target = useHost({
    SENSOR_DATA_VARIANT: "key-in-body",
    SENSOR_API_KEY: `${older},${newer}`,
  });

  test("accepts each key, and neither both at once nor a signature", async () => {
    const sensor = await addSensor(database, await addFarm(database));
    const { uid } = sensor;
    const bodies = [older, newer, `${older},${newer}`].map((apiKey) => ({ uid, apiKey }));
    const statuses: number[] = [];
    for (const body of [...bodies, signedBody(sensor)]) {
      statuses.push((await post(`${target().url}/sensorData`, body)).status);
    }
    expect(statuses).toEqual([200, 200, 403, 403]);
  });
});

describe("a database where everything is denied", () => {
  const database = databaseClient(`denied-${randomUUID()}`);
  const target = useHost({ DATABASE_INSTANCE: database.namespace });
  beforeAll(() => database.loadRules({ rules: { ".read": false, ".write": false } }));

  const errorsIn = (entries: readonly LogEntry[]) =>
    entries.filter(({ severity }) => severity === "ERROR");

  test("answers 503 and logs the cause", async () => {
    const farm = await addFarm(database);
    const sensor = await addSensor(database, farm);
    const report = { farmId: farm.id, apiKey: farm.apiKey, ip: "10.0.0.1" };
    for (const [operation, body] of [
      ["sensorData", signedBody(sensor, { light: 1 })],
      ["sensorData", { uid: sensor.uid, apiKey: target().sensorKey }],
      ["reportIp", report],
    ] as const) {
      const answer = await post(`${target().url}/${operation}`, body);
      expect(answer.json).toEqual({ error: "Database unavailable. Try again." });
      expect(answer.status).toBe(503);
      expect(answer.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
    }
    const entries = await target().entriesUntil((all) => errorsIn(all).length >= 3);
    for (const entry of errorsIn(entries)) expect(JSON.stringify(entry)).toMatch(/rules/i);
    expect(await database.get(`sensors/${sensor.greenhouse}`)).toBeNull();
    expect(await database.get(`farms/${farm.id}/ip`)).toBeNull();
  });
});

describe("a database where everything is allowed", () => {
  const database = databaseClient(`open-${randomUUID()}`);
  const target = useHost({ DATABASE_INSTANCE: database.namespace });
  beforeAll(() => database.loadRules({ rules: { ".read": true, ".write": true } }));

  test("refuses an old key, an unlinked and a removed sensor at once, without the cache", async () => {
    const farm = await addFarm(database);
    const sensor = await addSensor(database, farm);
    const status = async () =>
      (await post(`${target().url}/sensorData`, signedBody(sensor))).status;
    expect(await status()).toBe(200);
    await database.put(`farms/${farm.id}/apiKey`, inventKey());
    expect(await status()).toBe(401);
    await database.remove(`registeredSensors/${sensor.uid}/greenhouse`);
    expect(await status()).toBe(400);
    await database.remove(`registeredSensors/${sensor.uid}`);
    expect(await status()).toBe(404);
  });
});
