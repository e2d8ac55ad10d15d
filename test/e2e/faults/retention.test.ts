/**
 * History only grows: no request and no change of a sensor changes an entry. Only an entry that is
 * sent again gets its sensor's present name.
 */

import { databaseClient } from "../../support/backend/database-client";
import type { Json } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import {
  addFarm,
  addGreenhouse,
  addSensor,
  register,
  signedBody,
} from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { useHost } from "../../support/backend/targets";
import { TIMEOUT_MS } from "../../support/faults/length";

jest.setTimeout(TIMEOUT_MS);

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const database = databaseClient();
const target = useHost({ REGISTRATION_CACHE_ENTRIES: "0" });

type History = Record<string, Json>;

function hasLight(entry: Json | undefined, light: number): boolean {
  return typeof entry === "object" && entry !== null && "light" in entry && entry.light === light;
}

test("nothing removes or changes an entry", async () => {
  const farm: Farm = await addFarm(database);
  const sensor: Sensor = await addSensor(database, farm);
  const { uid, greenhouse } = sensor;
  const place = `sensors/${greenhouse}/history`;
  // A very old entry: nothing is too old to be kept.
  const ancient = { uid, sensorName: "Before", light: 1, updatedAt: Date.now() - 10 * YEAR_MS };
  await database.put(`${place}/-000000000000000000A`, ancient);

  const sendSigned = () => post(`${target().url}/sensorData`, signedBody(sensor, { light: 2 }));
  const sendKeyed = () =>
    post(`${target().url}/sensorData`, { uid, apiKey: target().sensorKey, light: 3 });
  const retry = signedBody(sensor, { light: 4 });
  const registration = `registeredSensors/${uid}`;
  const retryRenamed = () => post(`${target().url}/sensorData`, retry, { "Idempotency-Key": "a" });
  const steps: readonly (() => Promise<unknown>)[] = [
    sendSigned,
    sendKeyed,
    sendSigned,
    sendKeyed,
    () => post(`${target().url}/sensorData`, retry, { "Idempotency-Key": "a" }),
    () => post(`${target().url}/sensorData`, retry, { "Idempotency-Key": "a" }),
    () => post(`${target().url}/sensorData`, { ...retry, signature: "0" }),
    () => post(`${target().url}/sensorData`, { ...retry, light: null, temperature: "x" }),
    () =>
      post(`${target().url}/reportIp`, { farmId: farm.id, apiKey: farm.apiKey, ip: "10.0.0.1" }),
    () => database.put(`${registration}/sensorName`, "Another name"),
    sendSigned,
    sendKeyed,
    retryRenamed,
    async () => database.put(`${registration}/greenhouse`, await addGreenhouse(database, farm)),
    sendSigned,
    sendKeyed,
    () => database.remove(`${registration}/greenhouse`),
    sendSigned,
    sendKeyed,
    () => database.remove(registration),
    sendSigned,
    sendKeyed,
    () => register(database, sensor),
    sendSigned,
    sendKeyed,
  ];

  let before = (await database.get(place)) as History;
  for (const step of steps) {
    await step();
    const after = (await database.get(place)) as History;
    const renamed = step === retryRenamed ? { sensorName: "Another name" } : {};
    const [retried = ""] = Object.keys(after).filter((key) => hasLight(after[key], 4));
    expect(after).toMatchObject({
      ...before,
      ...(retried in before && { [retried]: { ...(before[retried] as History), ...renamed } }),
    });
    before = after;
  }
  const { [uid]: keyed, ...signed } = before;
  expect(Object.keys(signed)).toHaveLength(1 + 2 + 1 + 1 + 1);
  expect(Object.keys(keyed as History)).toHaveLength(2 + 1 + 1);
});
