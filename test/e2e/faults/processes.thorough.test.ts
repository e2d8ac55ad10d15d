/**
 * Processes that die, freeze and come back while devices retry every reading: each reading is
 * stored once and completely.
 */

import { setTimeout as pass } from "node:timers/promises";
import { freePort } from "../../support/backend/addresses";
import { post } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import type { Sensor } from "../../support/backend/farm";
import { startFunctionsHost } from "../../support/backend/functions-host";
import type { FunctionsHost } from "../../support/backend/functions-host";
import { readRecords } from "../../support/backend/records";
import { DatabaseProcess } from "../../support/faults/database-process";
import { expectNoEscapes, residentMiB } from "../../support/faults/host-health";
import {
  findContradictions,
  findHalfReadings,
  findLate,
  measurementsOf,
} from "../../support/faults/ledger";
import { IS_LONG, LENGTH, MARGIN_MS, RECOVERY_MS, TIMEOUT_MS } from "../../support/faults/length";
import { abandonLoads, startLoad } from "../../support/faults/load";
import type { Load } from "../../support/faults/load";
import { timed } from "../../support/stopwatch";

jest.setTimeout(TIMEOUT_MS);
afterEach(abandonLoads);

const DEADLINE_MS = 2_000;
/**
 * The time that the data may add to a start. The start itself takes the rest of the 2 seconds
 * within which a database must be back.
 */
const RESTORE_MS = RECOVERY_MS - 200;
/** The memory that an instance of 256 MiB may use. */
const MAX_GROWTH_MIB = 64;

let database: DatabaseProcess;
let host: FunctionsHost;
let port: number;
beforeAll(async () => {
  [database, port] = await Promise.all([DatabaseProcess.start(), freePort()]);
  await startHost();
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

async function addSensors(count = LENGTH.devices): Promise<readonly [Sensor, ...Sensor[]]> {
  const farm = await addFarm(database.client);
  const first = await addSensor(database.client, farm);
  const { greenhouse } = first;
  const others = Array.from({ length: count - 1 }, () =>
    addSensor(database.client, farm, { greenhouse }),
  );
  return [first, ...(await Promise.all(others))];
}

const url = (): string => `http://127.0.0.1:${port}`;

function startInsistentLoad(sensors: readonly Sensor[]): Load {
  return startLoad({ sensors, url, isInsistent: true });
}

/** Ends the load and compares the stored readings with the answers. */
async function settle(load: Load): Promise<void> {
  const postings = await load.stop();
  expect(new Set(postings.map(({ status }) => status))).toEqual(new Set([200]));
  expect(findLate(postings, DEADLINE_MS + MARGIN_MS)).toEqual([]);
  expect(await findContradictions(postings, database.client, false)).toEqual([]);
}

async function expectNothingHalf({ greenhouse }: Sensor): Promise<void> {
  expect(findHalfReadings(await readRecords(database.client, greenhouse))).toEqual([]);
}

async function expectRecovery(sensor: Sensor): Promise<void> {
  const body = signedBody(sensor, measurementsOf(-1));
  const { status, elapsedMs } = await post(`${url()}/sensorData`, body);
  expect(status).toBe(200);
  expect(elapsedMs).toBeLessThan(RECOVERY_MS);
}

test("the database is killed again and again, and comes back from its folder", async () => {
  const sensors = await addSensors();
  const load = startInsistentLoad(sensors);
  await load.confirmed(200);
  const before = residentMiB(host.pid());
  for (let kill = 0; kill < (IS_LONG ? 3 : 2); kill += 1) {
    await load.confirmed(LENGTH.devices * 5);
    await database.kill();
    const [emptyMs, { elapsedMs }] = await Promise.all([
      DatabaseProcess.timeStart(),
      timed(() => database.start()),
    ]);
    expect(elapsedMs).toBeLessThan(emptyMs + RESTORE_MS);
    await expectNothingHalf(sensors[0]);
  }
  await load.confirmed(400);
  await settle(load);
  expect(residentMiB(host.pid()) - before).toBeLessThan(MAX_GROWTH_MIB);
});

test.each([
  ["nobody sends", 0],
  ["devices send", LENGTH.devices],
])(
  "the database is away for a long time while %s: the first reading after that is stored",
  async (_, devices) => {
    const [sensor] = await addSensors(1);
    await expectRecovery(sensor);
    const load = startInsistentLoad(devices === 0 ? [] : await addSensors(devices));
    await load.confirmed(devices);
    await database.kill();
    const { status, elapsedMs } = await post(`${url()}/sensorData`, signedBody(sensor));
    expect(status).toBe(503);
    expect(elapsedMs).toBeLessThan(DEADLINE_MS + MARGIN_MS);
    await pass(LENGTH.outageMs);
    await database.start();
    await expectRecovery(sensor);
    await load.confirmed(devices);
    const postings = await load.stop();
    expect(findLate(postings, DEADLINE_MS + MARGIN_MS)).toEqual([]);
    expect(await findContradictions(postings, database.client, false)).toEqual([]);
  },
);

test("the database freezes and continues", async () => {
  const load = startInsistentLoad(await addSensors());
  await load.confirmed(LENGTH.devices);
  database.freeze();
  await pass(DEADLINE_MS * 1.2);
  database.thaw();
  await load.confirmed(LENGTH.devices);
  await settle(load);
});

test("the functions are killed under load, and others take their place", async () => {
  const sensors = await addSensors();
  const load = startInsistentLoad(sensors);
  for (let kill = 0; kill < 2; kill += 1) {
    await load.confirmed(LENGTH.devices * 5);
    await host.kill();
    await expectNothingHalf(sensors[0]);
    await startHost();
  }
  await load.confirmed(LENGTH.devices);
  await settle(load);
});
