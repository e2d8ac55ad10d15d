/**
 * Processes that die and come back while devices repeat every reading until it is confirmed: each
 * reading is stored once and completely.
 */

import { setTimeout as pass } from "node:timers/promises";
import { freePort, HOST } from "../../support/backend/addresses";
import { post } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Sensor } from "../../support/backend/farm";
import { startFunctionsHost } from "../../support/backend/functions-host";
import type { FunctionsHost } from "../../support/backend/functions-host";
import { readRecords } from "../../support/backend/records";
import { DatabaseProcess } from "../../support/faults/database-process";
import { expectNoEscapes, residentMiB } from "../../support/faults/host-health";
import { DEADLINE_MS, LENGTH, MARGIN_MS, TIMEOUT_MS } from "../../support/faults/length";

jest.setTimeout(TIMEOUT_MS);

const KILLS = 2;
/** The memory that an instance of 256 MiB may use. */
const MAX_GROWTH_MIB = 64;

/** Different values of a half-written reading would be noticed. */
const measurementsOf = (light: number) => ({ temperature: light, humidity: light, light });

let database: DatabaseProcess;
let host: FunctionsHost;
let port: number;
let sensors: readonly [Sensor, ...Sensor[]];
beforeAll(async () => {
  [database, port] = await Promise.all([DatabaseProcess.start(), freePort()]);
  await startHost();
  const farm = await addFarm(database.client);
  const first = await addSensor(database.client, farm);
  const { greenhouse } = first;
  const others = Array.from({ length: LENGTH.devices - 1 }, () =>
    addSensor(database.client, farm, { greenhouse }),
  );
  sensors = [first, ...(await Promise.all(others))];
});
afterAll(async () => {
  expectNoEscapes(host);
  await host.stop();
  await database.remove();
});

async function startHost(): Promise<void> {
  host = await startFunctionsHost({
    FIREBASE_DATABASE_EMULATOR_HOST: database.address,
    DATABASE_DEADLINE_SECONDS: String(DEADLINE_MS / 1000),
    PORT: String(port),
  });
}

/** Sends a reading until it is confirmed. */
async function deliver(sensor: Sensor, light: number): Promise<void> {
  const body = signedBody(sensor, measurementsOf(light));
  const headers = { "Idempotency-Key": `reading ${light}` };
  let status: number | undefined;
  while (status !== 200) {
    // Nobody listens, or the connection breaks before an answer.
    const answer = await post(`http://${HOST}:${port}/sensorData`, body, headers).catch(() => null);
    status = answer?.status;
    expect([undefined, 200, 503]).toContain(status);
    expect(answer?.elapsedMs ?? 0).toBeLessThan(DEADLINE_MS + MARGIN_MS);
    await pass(LENGTH.pauseMs);
  }
}

/** All devices send readings, one after the other, while something happens to the processes. */
async function sendWhile(disturb: () => Promise<void>): Promise<void> {
  const lights = Array.from({ length: LENGTH.readings }, (_, index) => index);
  const [first, ...others] = lights as [number, ...number[]];
  await Promise.all(sensors.map((sensor) => deliver(sensor, first)));
  const sending = sensors.map(async (sensor) => {
    for (const light of others) await deliver(sensor, light);
  });
  await Promise.all([disturb(), ...sending]);
  const { history } = await expectWhole();
  for (const sensor of sensors) {
    const stored = history.filter(({ uid }) => uid === sensor.uid).map(({ light }) => light);
    expect(stored).toEqual(lights);
  }
}

/** Expects that `history`, `current` and `bySensor` contain the same readings, and no half reading. */
async function expectWhole(): Promise<Awaited<ReturnType<typeof readRecords>>> {
  const records = await readRecords(database.client, sensors[0].greenhouse);
  const { current, bySensor, history } = records;
  const stored = new Set(history.map(({ light }) => light));
  for (const record of [...history, current, ...Object.values(bySensor)]) {
    const light = Number((record as typeof current)["light"]);
    expect(stored).toContain(light);
    expect(record).toMatchObject(measurementsOf(light));
  }
  return records;
}

test("the database and the functions are killed again and again under load, and come back", async () => {
  let growthMiB = 0;
  await sendWhile(async () => {
    const before = residentMiB(host.pid());
    for (let kill = 0; kill < KILLS; kill += 1) {
      await pass(LENGTH.pauseMs * 10);
      await database.kill();
      await pass(LENGTH.outageMs);
      // It comes back from its folder.
      await database.start();
      await expectWhole();
    }
    growthMiB = residentMiB(host.pid()) - before;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await pass(LENGTH.pauseMs * 10);
      await host.kill();
      await expectWhole();
      await startHost();
    }
  });
  expect(growthMiB).toBeLessThan(MAX_GROWTH_MIB);
});
