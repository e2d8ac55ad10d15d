/**
 * One fault after another in a random order, under the load of many devices: some retry each
 * reading, some accept a failure. The seed is in the test's name; CHAOS_SEED repeats the order.
 */

import { setTimeout as pass } from "node:timers/promises";
import { freePort, HOST } from "../../support/backend/addresses";
import { addFarm, addSensor } from "../../support/backend/farm";
import type { Sensor } from "../../support/backend/farm";
import { startFunctionsHost } from "../../support/backend/functions-host";
import type { FunctionsHost } from "../../support/backend/functions-host";
import { readRecords } from "../../support/backend/records";
import { DatabaseProcess } from "../../support/faults/database-process";
import { expectNoEscapes, residentMiB } from "../../support/faults/host-health";
import { findContradictions, findHalfReadings, findLate } from "../../support/faults/ledger";
import { LENGTH, MARGIN_MS, TIMEOUT_MS } from "../../support/faults/length";
import { abandonLoads, startLoad } from "../../support/faults/load";
import type { Load } from "../../support/faults/load";
import { startTcpProxy } from "../../support/faults/tcp-proxy";
import type { TcpProxy } from "../../support/faults/tcp-proxy";
import { seedFrom } from "rtdb-emulator/testing/seed";

jest.setTimeout(TIMEOUT_MS);
afterEach(abandonLoads);

const SEED = seedFrom("CHAOS_SEED");
const DEADLINE_MS = 2_000;
/** An instance of 256 MiB must survive the load and all faults. */
const MAX_RESIDENT_MIB = 256;

let database: DatabaseProcess;
let proxy: TcpProxy;
let host: FunctionsHost;
let port: number;
beforeAll(async () => {
  [database, port] = await Promise.all([DatabaseProcess.start(), freePort()]);
  proxy = await startTcpProxy(database.address);
  await startHost();
});
afterAll(async () => {
  await host.stop();
  await proxy.refuse();
  await database.remove();
});

async function startHost(): Promise<void> {
  host = await startFunctionsHost({
    FIREBASE_DATABASE_EMULATOR_HOST: proxy.address,
    DATABASE_DEADLINE_SECONDS: String(DEADLINE_MS / 1000),
    PORT: String(port),
  });
}

/** Each fault leaves everything as it found it. */
const FAULTS: readonly (() => Promise<void>)[] = [
  () => {
    proxy.cut();
    return Promise.resolve();
  },
  async () => {
    await proxy.refuse();
    await pass(500);
  },
  async () => {
    proxy.hang();
    proxy.cut();
    await pass(1_000);
  },
  async () => {
    proxy.lose("requests");
    await pass(500);
    proxy.cut();
  },
  async () => {
    proxy.lose("answers");
    await pass(500);
    proxy.cut();
  },
  async () => {
    proxy.slow(DEADLINE_MS);
    await pass(DEADLINE_MS);
  },
  async () => {
    await database.kill();
    await database.start();
  },
  async () => {
    database.freeze();
    await pass(DEADLINE_MS);
    database.thaw();
  },
  async () => {
    expectNoEscapes(host);
    await host.kill();
    await startHost();
  },
];

/** Returns numbers below `limit`, the same for the same seed (xorshift32). */
function createDice(seed: number): (limit: number) => number {
  let state = seed | 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** Five sensors per greenhouse, so that reading a greenhouse now and then adds little load. */
async function addSensors(count: number): Promise<readonly Sensor[]> {
  const farm = await addFarm(database.client);
  const sensors: Sensor[] = [];
  for (let place = 0; place < count; place += 1) {
    const shared = place % 5 === 0 ? undefined : sensors[place - 1]?.greenhouse;
    const settings = shared === undefined ? {} : { greenhouse: shared };
    sensors.push(await addSensor(database.client, farm, settings));
  }
  return sensors;
}

async function settle(load: Load, statuses: readonly (number | undefined)[]): Promise<void> {
  const postings = await load.stop();
  expect(statuses).toEqual(
    expect.arrayContaining([...new Set(postings.map(({ status }) => status))]),
  );
  expect(findLate(postings, DEADLINE_MS + MARGIN_MS)).toEqual([]);
  expect(await findContradictions(postings, database.client, true)).toEqual([]);
}

test(`${LENGTH.devices} devices through faults of all kinds, seed ${SEED}`, async () => {
  const roll = createDice(SEED);
  const insistent = await addSensors(LENGTH.devices / 2);
  const yielding = await addSensors(LENGTH.devices / 2);
  const url = (): string => `http://${HOST}:${port}`;
  const loads = [
    startLoad({ sensors: insistent, url, isInsistent: true }),
    startLoad({ sensors: yielding, url, isInsistent: false }),
  ] as const;
  const endMs = performance.now() + LENGTH.loadMs;
  while (performance.now() < endMs) {
    await FAULTS[roll(FAULTS.length)]!();
    await proxy.pass();
    const { greenhouse } = [...insistent, ...yielding][roll(LENGTH.devices)]!;
    expect(findHalfReadings(await readRecords(database.client, greenhouse))).toEqual([]);
    await Promise.all(loads.map((load) => load.confirmed(LENGTH.devices)));
  }
  await settle(loads[0], [200]);
  await settle(loads[1], [200, 503, undefined]);
  expectNoEscapes(host);
  expect(residentMiB(host.pid())).toBeLessThan(MAX_RESIDENT_MIB);
});
