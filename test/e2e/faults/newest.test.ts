/** The newest values of a sensor are those of its newest reading, in any order of writes. */

import { MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";
import { setTimeout as pass } from "node:timers/promises";
import { signBody } from "@greenhouse/domain/identity/signing";
import { databaseClient } from "../../support/backend/database-client";
import { startDatabaseRelay } from "../../support/backend/database-relay";
import type { DatabaseRelay, RelayedRequest } from "../../support/backend/database-relay";
import { exchange, post } from "../../support/backend/exchange";
import type { Answer } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { useHost } from "../../support/backend/targets";
import { TIMEOUT_MS } from "../../support/faults/length";

jest.setTimeout(TIMEOUT_MS);

/** How much longer the delayed write takes: too short for the functions to send a copy. */
const DELAY_MS = 1_000;

const database = databaseClient();
let relay: DatabaseRelay;
let farm: Farm;
let sensor: Sensor;
beforeAll(async () => {
  relay = await startDatabaseRelay();
  farm = await addFarm(database);
});
afterAll(() => relay.close());
const target = useHost(() => ({ FIREBASE_DATABASE_EMULATOR_HOST: relay.address }));

type Send = (light: number, timestamp: number) => Promise<Answer>;

const sendHmac: Send = (light, timestamp) => {
  const body = JSON.stringify({ uid: sensor.uid, timestamp, light });
  const headers = { "X-Signature": signBody(farm.apiKey, Buffer.from(body)) };
  return exchange(`${target().url}/sensorData`, { headers, body });
};
const sendMd5: Send = (light, timestamp) =>
  post(`${target().url}/sensorData`, signedBody(sensor, { light }, timestamp));

const isWriteOf =
  (light: number) =>
  ({ method, body }: RelayedRequest): boolean =>
    method === "PATCH" && body.includes(`"light":${light},`);

beforeEach(async () => {
  sensor = await addSensor(database, farm);
});

async function expectStored(send: Send, ...reading: Parameters<Send>): Promise<void> {
  expect((await send(...reading)).status).toBe(200);
}

async function expectNewest(light: number, updatedAt: number): Promise<void> {
  const { current, bySensor } = await readRecords(database, sensor.greenhouse);
  expect(current).toEqual({ light, updatedAt });
  const { sensorName, sensorType } = sensor;
  expect(bySensor).toEqual({ [sensor.uid]: { sensorName, sensorType, light } });
}

async function expectHistory(...lights: readonly number[]): Promise<void> {
  const { history } = await readRecords(database, sensor.greenhouse);
  expect(history.map(({ light }) => Number(light)).toSorted((a, b) => a - b)).toEqual(lights);
}

describe.each([
  ["HMAC", sendHmac],
  ["MD5", sendMd5],
])("%s", (_, send) => {
  test("two readings under way together: the write of the older one arrives last", async () => {
    const now = Date.now();
    await expectStored(send, 1, now - 3 * SECOND_MS);
    const release = relay.holdBack(isWriteOf(2));
    const older = send(2, now - 2 * SECOND_MS);
    await relay.requests.until((all) => all.some(isWriteOf(2)));
    const newer = send(3, now - SECOND_MS);
    await Promise.race([newer, pass(DELAY_MS)]);
    release();
    expect([(await older).status, (await newer).status]).toEqual([200, 200]);
    await expectNewest(3, now - SECOND_MS);
    await expectHistory(1, 2, 3);
  });

  test("three readings under way together: the write of the oldest one arrives last", async () => {
    const now = Date.now();
    await expectStored(send, 1, now - 4 * SECOND_MS);
    const release = relay.holdBack(isWriteOf(2));
    const older = send(2, now - 3 * SECOND_MS);
    await relay.requests.until((all) => all.some(isWriteOf(2)));
    const others = [send(3, now - 2 * SECOND_MS), send(4, now - SECOND_MS)];
    await Promise.race([Promise.all(others), pass(DELAY_MS)]);
    release();
    const statuses = (await Promise.all([older, ...others])).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200]);
    await expectNewest(4, now - SECOND_MS);
    await expectHistory(1, 2, 3, 4);
  });

  test("a reading stamped 4.5 minutes ahead does not hide the next one", async () => {
    await expectStored(send, 1, Date.now() + 4.5 * MINUTE_MS);
    const now = Date.now();
    await expectStored(send, 2, now);
    await expectNewest(2, now);
    await expectHistory(1, 2);
  });
});

test("an older reading that is repeated after a newer one does not change the newest values", async () => {
  const now = Date.now();
  await expectStored(sendHmac, 1, now - 2 * SECOND_MS);
  await expectStored(sendHmac, 2, now - SECOND_MS);
  await expectStored(sendHmac, 1, now - 2 * SECOND_MS);
  await expectNewest(2, now - SECOND_MS);
  await expectHistory(1, 2);
});

test("nor does one after a newer reading with an MD5 signature", async () => {
  const now = Date.now();
  await expectStored(sendHmac, 1, now - 2 * SECOND_MS);
  await expectStored(sendMd5, 2, now - SECOND_MS);
  await expectStored(sendHmac, 1, now - 2 * SECOND_MS);
  await expectNewest(2, now - SECOND_MS);
});
