/** Many requests at once in one process, with a cold and with a warm cache. */

import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { acceptedAnswer } from "../../support/backend/expectations";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { useHost } from "../../support/backend/targets";

const AT_ONCE = 100;
const ORDINALS = Array.from({ length: AT_ONCE }, (_, ordinal) => ordinal);

const database = databaseClient();
const target = useHost();
let farm: Farm;
let sensor: Sensor;
beforeAll(async () => {
  farm = await addFarm(database);
  sensor = await addSensor(database, farm);
});

/** Each reading's light is its ordinal, so that a lost or confused one is noticed. */
async function sendAll(sensorOf: (ordinal: number) => Sensor): Promise<void> {
  const now = Date.now();
  await Promise.all(
    ORDINALS.map(async (light) => {
      const body = signedBody(sensorOf(light), { light }, now + light);
      const answer = await post(`${target().url}/sensorData`, body);
      expect(answer.json).toEqual(acceptedAnswer(sensorOf(light), { light }, now + light));
    }),
  );
}

const byNumber = (a: number, b: number): number => a - b;

// In this order: the first finds the process without a connection.
test.each(["cold", "warm"])("a hundred readings of one sensor: %s", async () => {
  const before = (await readRecords(database, sensor.greenhouse)).history.length;
  await sendAll(() => sensor);
  const { history } = await readRecords(database, sensor.greenhouse);
  const lights = history.slice(before).map(({ light }) => Number(light));
  expect(lights.toSorted(byNumber)).toEqual(ORDINALS);
});

test("a hundred readings of a hundred sensors in one greenhouse", async () => {
  const first = await addSensor(database, farm);
  const { greenhouse } = first;
  const others = ORDINALS.slice(1).map(() => addSensor(database, farm, { greenhouse }));
  const sensors = [first, ...(await Promise.all(others))];
  await sendAll((ordinal) => sensors[ordinal]!);
  const { history, bySensor } = await readRecords(database, greenhouse);
  const { sensorName, sensorType } = first;
  expect(bySensor).toEqual(
    Object.fromEntries(sensors.map(({ uid }, light) => [uid, { sensorName, sensorType, light }])),
  );
  const lights = history.map(({ light }) => Number(light));
  expect(lights.toSorted(byNumber)).toEqual(ORDINALS);
});

test("a hundred readings with the key in the body", async () => {
  const { uid, greenhouse } = await addSensor(database, farm);
  const answers = await Promise.all(
    ORDINALS.map((light) =>
      post(`${target().url}/sensorData`, { uid, apiKey: target().sensorKey, light }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(ORDINALS.map(() => 200));
  const { historyOf } = await readRecords(database, greenhouse);
  const lights = historyOf[uid]?.map(({ light }) => Number(light)) ?? [];
  expect(lights.toSorted(byNumber)).toEqual(ORDINALS);
});

test("a hundred retries of one request are one entry", async () => {
  const { uid, greenhouse, ...facts } = await addSensor(database, farm);
  const body = signedBody({ uid, greenhouse, ...facts }, { light: 1 });
  const headers = { "Idempotency-Key": "once" };
  const answers = await Promise.all(
    ORDINALS.map(() => post(`${target().url}/sensorData`, body, headers)),
  );
  expect(answers.map(({ status }) => status)).toEqual(ORDINALS.map(() => 200));
  expect((await readRecords(database, greenhouse)).history).toHaveLength(1);
});

test("a hundred reports of an address", async () => {
  const { id: farmId, apiKey } = farm;
  const answers = await Promise.all(
    ORDINALS.map((last) =>
      post(`${target().url}/reportIp`, { farmId, apiKey, ip: `10.0.0.${last}` }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(ORDINALS.map(() => 200));
  expect(await database.get(`farms/${farmId}/ip`)).toMatch(/^10\.0\.0\.\d+$/);
});
