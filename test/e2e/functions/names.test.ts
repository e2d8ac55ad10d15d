/** Uids and names that break careless paths, objects or regular expressions. */

import { randomUUID } from "node:crypto";
import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { acceptedAnswer, keyedRecords, signedRecords } from "../../support/backend/expectations";
import { addFarm, addSensor, inventSensor, register, signedBody } from "../../support/backend/farm";
import type { Farm } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { sharedHost } from "../../support/backend/targets";

/** Each gets a random end. */
const UIDS = [
  "Ä-日本-😀-",
  "with blanks and a trailing one ",
  `"quotes" 'and' \\backslash\\`,
  "100%+a&b=c?d;e,f:g@h!(i)*~^|<j>{k}`",
  "%2e%2F%24-",
  "a\u0308-combined-",
  "\u200bzero-width-\ufeff",
  "-leading-dash-",
  "12345",
  "A0:B1:C2:D3:E4:F5-",
] as const;

/** Names of what objects have anyway. */
const PROTOTYPE_UIDS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
] as const;

/** Fields of `current`; a sensor of this name would shadow them. */
const RESERVED_UIDS = ["temperature", "humidity", "light", "updatedAt"] as const;

const NAMES = ["Ä-日本-😀", `"quoted" \\ <b>bold</b>`, " blanks ", "__proto__", "0"] as const;

const database = databaseClient();
let farm: Farm;
beforeAll(async () => {
  farm = await addFarm(database);
});

const target = sharedHost();
const url = (): string => `${target.url}/sensorData`;

async function expectToWork(uid: string): Promise<void> {
  const sensor = await addSensor(database, farm, { uid });
  const at = Date.now();
  const measurements = { temperature: 20, battery: 4 };
  const signed = await post(url(), signedBody(sensor, measurements, at));
  expect(signed.json).toEqual(acceptedAnswer(sensor, measurements, at));
  const keyed = await post(url(), { uid, apiKey: target.sensorKey, light: 5 });
  const { timestamp } = (keyed.json as { data: { timestamp: number } }).data;
  expect(keyed.json).toEqual(acceptedAnswer(sensor, { light: 5 }, timestamp));

  const ofSigned = signedRecords(sensor, measurements, at);
  const ofKeyed = keyedRecords(sensor, { light: 5 }, timestamp);
  expect(await readRecords(database, sensor.greenhouse)).toEqual({
    ...ofSigned,
    current: { ...ofSigned.current, ...ofKeyed.current },
    historyOf: ofKeyed.historyOf,
  });
}

test.each(UIDS)("a uid like %j works", (prefix) => expectToWork(`${prefix}${randomUUID()}`));

test("a uid of 36 characters at the end of a long one works", () =>
  expectToWork("u".repeat(64) + randomUUID()));

test.each(PROTOTYPE_UIDS)("%s is not registered, or works when it is", async (uid) => {
  const { apiKey } = farm;
  const unknown = { error: `Sensor UID not found: ${uid}` };
  const keyed = { uid, apiKey: target.sensorKey };
  expect((await post(url(), keyed)).json).toEqual(unknown);
  expect((await post(url(), { uid, timestamp: 1, signature: apiKey })).json).toEqual(unknown);
  try {
    await expectToWork(uid);
  } finally {
    await database.remove(`registeredSensors/${uid}`);
  }
  expect((await post(url(), keyed)).json).toEqual(unknown);
});

test.each(RESERVED_UIDS)("%s is refused even if somebody registered it", async (uid) => {
  const sensor = inventSensor(farm, { uid });
  try {
    await register(database, sensor);
    const unknown = { error: `Sensor UID not found: ${uid}` };
    const signed = await post(url(), signedBody(sensor, { light: 1 }));
    expect(signed.json).toEqual(unknown);
    expect(signed.status).toBe(404);
    const keyed = await post(url(), { uid, apiKey: target.sensorKey, light: 1 });
    expect(keyed.json).toEqual(unknown);
    expect(keyed.status).toBe(404);
    expect(await database.get(`sensors/${sensor.greenhouse}`)).toBeNull();
  } finally {
    await database.remove(`registeredSensors/${uid}`);
  }
});

test.each(NAMES)("a sensor may be called %j", async (name) => {
  const sensor = await addSensor(database, farm, { sensorName: name, sensorType: name });
  const at = Date.now();
  const answer = await post(url(), signedBody(sensor, { light: 1 }, at));
  expect(answer.json).toEqual(acceptedAnswer(sensor, { light: 1 }, at));
  expect(await readRecords(database, sensor.greenhouse)).toEqual(
    signedRecords(sensor, { light: 1 }, at),
  );
});
