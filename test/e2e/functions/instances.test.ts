/** Several database instances: what an id begins with says where its sensor or farm is, and nothing else is asked. */

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import type { DatabaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { acceptedAnswer, keyedRecords, signedRecords } from "../../support/backend/expectations";
import { addSensor, signedBody } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { NO_RECORDS, readRecords } from "../../support/backend/records";
import { inventKey } from "../../support/backend/secrets";
import { useHost } from "../../support/backend/targets";

const MEASUREMENTS = { temperature: 20, light: 5 };

const home = databaseClient();
const north = databaseClient(`north-${randomUUID()}`);
const bare = databaseClient(`bare-${randomUUID()}`);
const target = useHost({
  DATABASE_INSTANCES: `north-=${north.namespace},north-bare-=https://${bare.namespace}.firebaseio.com`,
});
beforeAll(async () => {
  const text = readFileSync(join(ROOT, "database.rules.json"), "utf8");
  await north.loadRules(JSON.parse(text.replaceAll(/^[ \t]*\/\/.*$/gm, "")));
  await bare.loadRules({ rules: { ".read": false, ".write": false } });
});

const PLACES = [
  { where: "an id without a prefix", prefix: "", database: home, other: north },
  { where: "an id of another instance", prefix: "north-", database: north, other: home },
] as const;

async function addFarm(database: DatabaseClient, prefix: string): Promise<Farm> {
  const farm = { id: `${prefix}farm-${randomUUID()}`, apiKey: inventKey() };
  const members = { someone: "owner" };
  await database.put(`farms/${farm.id}`, { name: "A farm", apiKey: farm.apiKey, members });
  return farm;
}

async function addSensorOf(database: DatabaseClient, prefix: string): Promise<Sensor> {
  const farm = await addFarm(database, prefix);
  return addSensor(database, farm, { uid: `${prefix}sensor-${randomUUID()}` });
}

describe.each(PLACES)("$where", ({ prefix, database, other }) => {
  test("a signed reading is stored in its instance alone", async () => {
    const sensor = await addSensorOf(database, prefix);
    const at = Date.now();
    const answer = await post(`${target().url}/sensorData`, signedBody(sensor, MEASUREMENTS, at));
    expect(answer.json).toEqual(acceptedAnswer(sensor, MEASUREMENTS, at));
    expect(await readRecords(database, sensor.greenhouse)).toEqual(
      signedRecords(sensor, MEASUREMENTS, at),
    );
    expect(await readRecords(other, sensor.greenhouse)).toEqual(NO_RECORDS);
  });

  test("so is one with the key in its body", async () => {
    const sensor = await addSensorOf(database, prefix);
    const body = { uid: sensor.uid, apiKey: target().sensorKey, ...MEASUREMENTS };
    const answer = await post(`${target().url}/sensorData`, body);
    expect(answer.status).toBe(200);
    const { timestamp } = (answer.json as { data: { timestamp: number } }).data;
    expect(await readRecords(database, sensor.greenhouse)).toEqual(
      keyedRecords(sensor, MEASUREMENTS, timestamp),
    );
    expect(await readRecords(other, sensor.greenhouse)).toEqual(NO_RECORDS);
  });

  test("the address of a farm is stored in its instance", async () => {
    const { id: farmId, apiKey } = await addFarm(database, prefix);
    const answer = await post(`${target().url}/reportIp`, { farmId, apiKey, ip: "10.0.0.1" });
    expect(answer.json).toEqual({ success: true, farmId, ip: "10.0.0.1" });
    expect(await database.get(`farms/${farmId}/ip`)).toBe("10.0.0.1");
    expect(await other.get(`farms/${farmId}`)).toBeNull();
  });

  test("a sensor that is registered in another instance is not found", async () => {
    const sensor = await addSensorOf(other, prefix);
    const answer = await post(`${target().url}/sensorData`, signedBody(sensor, MEASUREMENTS));
    expect(answer.json).toEqual({ error: `Sensor UID not found: ${sensor.uid}` });
    expect(answer.status).toBe(404);
  });

  test("a sensor that is unlinked is refused at once", async () => {
    const sensor = await addSensorOf(database, prefix);
    const send = () => post(`${target().url}/sensorData`, signedBody(sensor, MEASUREMENTS));
    expect((await send()).status).toBe(200);
    await database.remove(`registeredSensors/${sensor.uid}/greenhouse`);
    expect((await send()).json).toEqual({ error: "Sensor is not linked to any greenhouse." });
  });
});

test("an instance that fails takes no other with it", async () => {
  const failing = await addSensorOf(bare, "north-bare-");
  const healthy = await addSensorOf(north, "north-");
  const statuses = [failing, healthy, failing, healthy].map(async (sensor) => {
    const answer = await post(`${target().url}/sensorData`, signedBody(sensor, MEASUREMENTS));
    return answer.status;
  });
  expect(await Promise.all(statuses)).toEqual([503, 200, 503, 200]);
});
