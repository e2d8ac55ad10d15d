/**
 * Faults of the connection between the functions and the database. Every answer comes in time, a
 * 200 is stored once, and the service recovers by itself.
 */

import { setTimeout as pass } from "node:timers/promises";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { post } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { startFunctionsHost } from "../../support/backend/functions-host";
import type { FunctionsHost } from "../../support/backend/functions-host";
import { readRecords } from "../../support/backend/records";
import { expectNoEscapes } from "../../support/faults/host-health";
import {
  DEADLINE_MS,
  LENGTH,
  MARGIN_MS,
  RECOVERY_MS,
  TIMEOUT_MS,
} from "../../support/faults/length";
import { startTcpProxy } from "../../support/faults/tcp-proxy";
import type { TcpProxy } from "../../support/faults/tcp-proxy";

jest.setTimeout(TIMEOUT_MS);

/** Time without an answer after which the functions send a copy on a new connection, in milliseconds. */
const SILENCE_MS = Math.min(3_000, DEADLINE_MS * 0.3);

const database = databaseClient();
let farm: Farm;
let proxy: TcpProxy;
let host: FunctionsHost;
let sensor: Sensor;

beforeAll(async () => {
  farm = await addFarm(database);
  proxy = await startTcpProxy(DATABASE_ADDRESS);
  host = await startFunctionsHost({
    FIREBASE_DATABASE_EMULATOR_HOST: proxy.address,
    DATABASE_DEADLINE_SECONDS: String(DEADLINE_MS / 1000),
  });
});
beforeEach(async () => {
  sensor = await addSensor(database, farm);
});
afterEach(async () => {
  await proxy.pass();
});
afterAll(async () => {
  expectNoEscapes(host);
  await host.stop();
  await proxy.refuse();
});

const send = (light: number) => post(`${host.url}/sensorData`, signedBody(sensor, { light }));

async function expectStored(light: number, limitMs = RECOVERY_MS): Promise<void> {
  const { status, elapsedMs } = await send(light);
  expect(status).toBe(200);
  expect(elapsedMs).toBeLessThan(limitMs);
}

async function lights(): Promise<readonly unknown[]> {
  const { history } = await readRecords(database, sensor.greenhouse);
  return history.map(({ light }) => light);
}

test("a database that is gone without notice: answers in time, and recovers", async () => {
  await expectStored(1);
  // Like a router that loses its table of connections.
  proxy.vanish();
  const answer = await send(2);
  expect(answer.elapsedMs).toBeLessThan(DEADLINE_MS + MARGIN_MS);
  expect(answer).toMatchObject({
    status: 503,
    json: { error: "Database unavailable. Try again." },
    headers: { "retry-after": expect.stringMatching(/^[1-9]\d*$/) },
  });
  await pass(LENGTH.outageMs);
  await proxy.pass();
  await expectStored(3, RECOVERY_MS + SILENCE_MS);
  // A write whose confirmation was lost may be stored, but only once.
  expect((await lights()).filter((light) => light !== 2)).toEqual([1, 3]);
  expect((await lights()).length).toBeLessThanOrEqual(3);
});

test("a connection is lost without notice or outage: the next reading is stored once", async () => {
  await expectStored(1);
  proxy.vanish();
  await proxy.pass();
  await expectStored(2, RECOVERY_MS + SILENCE_MS);
  expect(await lights()).toEqual([1, 2]);
});
