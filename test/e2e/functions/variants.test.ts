/** Deployments that differ in their parameters: one variant alone, two keys at once, no key. */

import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { acceptedAnswer } from "../../support/backend/expectations";
import { addFarm, addSensor, inventSensor, signedBody } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { inventKey } from "../../support/backend/secrets";
import { useHost } from "../../support/backend/targets";
import type { HostTarget } from "../../support/backend/targets";

const database = databaseClient();
let farm: Farm;
let sensor: Sensor;
let unlinked: Sensor;
beforeAll(async () => {
  farm = await addFarm(database);
  sensor = await addSensor(database, farm);
  unlinked = await addSensor(database, farm);
  await database.remove(`registeredSensors/${unlinked.uid}/greenhouse`);
});

const BAD_SIGNATURE = { status: 401, json: { error: "Invalid signature." } };
const BAD_KEY = { status: 403, json: { error: "Invalid API key." } };
const UNLINKED = { status: 400, json: { error: "Sensor is not linked to any greenhouse." } };

/** Sends it and gives what is compared. */
async function send(target: HostTarget, body: object): Promise<{ status: number; json: unknown }> {
  const { status, json } = await post(`${target.url}/sensorData`, body);
  return { status, json };
}

async function expectSignedToWork(target: HostTarget, more: object = {}): Promise<void> {
  const at = Date.now();
  const body = { ...signedBody(sensor, { light: 1, battery: 2 }, at), ...more };
  const expected = acceptedAnswer(sensor, { light: 1, battery: 2 }, at);
  expect(await send(target, body)).toEqual({ status: 200, json: expected });
}

async function expectKeyToWork(target: HostTarget, apiKey: string, more = {}): Promise<void> {
  const { status, json } = await send(target, { uid: sensor.uid, apiKey, light: 1, ...more });
  const at = (json as { data: { timestamp: number } }).data.timestamp;
  expect({ status, json }).toEqual({
    status: 200,
    json: acceptedAnswer(sensor, { light: 1 }, at),
  });
}

describe("the signed variant alone", () => {
  const target = useHost({ SENSOR_DATA_VARIANT: "signed" });

  test("works", () => expectSignedToWork(target()));
  test("ignores a key beside the signature", () =>
    expectSignedToWork(target(), { apiKey: "wrong" }));
  test("refuses a missing signature as an invalid one, even with the right key", async () => {
    for (const apiKey of [target().sensorKey, "wrong"]) {
      const body = { uid: sensor.uid, apiKey, light: 1 };
      expect(await send(target(), body)).toEqual(BAD_SIGNATURE);
    }
  });
  test("looks up first: not registered, not linked", async () => {
    const { uid } = inventSensor(farm);
    const { sensorKey: apiKey } = target();
    const unknown = { status: 404, json: { error: `Sensor UID not found: ${uid}` } };
    expect(await send(target(), { uid, apiKey })).toEqual(unknown);
    expect(await send(target(), { uid: unlinked.uid, apiKey })).toEqual(UNLINKED);
  });
});

describe("the key-in-body variant alone", () => {
  const target = useHost({ SENSOR_DATA_VARIANT: "key-in-body" });

  test("works", () => expectKeyToWork(target(), target().sensorKey));
  test("stores no battery", () => expectKeyToWork(target(), target().sensorKey, { battery: 5 }));
  test("ignores a signature beside the key", () =>
    expectKeyToWork(target(), target().sensorKey, { signature: "wrong", timestamp: Date.now() }));
  test("refuses a missing key as a wrong one", async () => {
    expect(await send(target(), signedBody(sensor))).toEqual(BAD_KEY);
    expect(await send(target(), { uid: sensor.uid })).toEqual(BAD_KEY);
  });
  test("looks at the key first", async () => {
    expect(await send(target(), signedBody(inventSensor(farm)))).toEqual(BAD_KEY);
    expect(await send(target(), signedBody(unlinked))).toEqual(BAD_KEY);
  });
});

describe("both variants, named explicitly, and two keys with a comma between them", () => {
  const [older, newer] = [inventKey(), inventKey()];
  const target = useHost({ SENSOR_DATA_VARIANT: "both", SENSOR_API_KEY: `${older},${newer}` });

  test("all work", async () => {
    await expectSignedToWork(target());
    await expectKeyToWork(target(), older);
    await expectKeyToWork(target(), newer);
  });
  test("keys are refused together, as is a part of one", async () => {
    for (const apiKey of [`${older},${newer}`, ",", older.slice(0, -1)]) {
      expect(await send(target(), { uid: sensor.uid, apiKey })).toEqual(BAD_KEY);
    }
  });
});

describe("a secret without a key", () => {
  const target = useHost({ SENSOR_API_KEY: " , " });

  test("accepts no key", async () => {
    for (const apiKey of ["undefined", "null", " ", ",", "SENSOR_API_KEY"]) {
      expect(await send(target(), { uid: sensor.uid, apiKey })).toEqual(BAD_KEY);
    }
  });
  test("leaves an empty key a missing one", async () => {
    expect(await send(target(), { uid: sensor.uid, apiKey: "" })).toEqual(BAD_SIGNATURE);
  });
  test("leaves the signed variant as it is", () => expectSignedToWork(target()));
});
