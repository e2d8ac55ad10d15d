/**
 * Processes that die and come back while devices retry every reading: each reading is
 * stored once and completely.
 */

import { setTimeout as pass } from "node:timers/promises";
import { freePort, HOST } from "../../support/backend/addresses";
import { addFarm, addSensor } from "../../support/backend/farm";
import type { Sensor } from "../../support/backend/farm";
import { startFunctionsHost } from "../../support/backend/functions-host";
import type { FunctionsHost } from "../../support/backend/functions-host";
import { DatabaseProcess } from "../../support/faults/database-process";
import { expectNoEscapes, residentMiB } from "../../support/faults/host-health";
import { DEADLINE_MS, IS_LONG, LENGTH, TIMEOUT_MS } from "../../support/faults/length";
import { abandonLoads, expectWhole, startLoad } from "../../support/faults/load";
import type { Load } from "../../support/faults/load";

jest.setTimeout(TIMEOUT_MS);

/** The memory that an instance of 256 MiB may use. */
const MAX_GROWTH_MIB = 64;

let database: DatabaseProcess;
let host: FunctionsHost;
let port: number;
let sensors: readonly Sensor[];
let load: Load;
beforeAll(async () => {
  [database, port] = await Promise.all([DatabaseProcess.start(), freePort()]);
  await startHost();
});
beforeEach(async () => {
  const farm = await addFarm(database.client);
  const first = await addSensor(database.client, farm);
  const { greenhouse } = first;
  const others = Array.from({ length: LENGTH.devices - 1 }, () =>
    addSensor(database.client, farm, { greenhouse }),
  );
  sensors = [first, ...(await Promise.all(others))];
  load = startLoad(sensors, () => `http://${HOST}:${port}`);
  await load.confirmed(LENGTH.devices);
});
afterEach(abandonLoads);
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

test("the database is killed again and again, and comes back from its folder", async () => {
  await load.confirmed(200);
  const before = residentMiB(host.pid());
  for (let kill = 0; kill < (IS_LONG ? 3 : 2); kill += 1) {
    await load.confirmed(LENGTH.devices * 5);
    await database.kill();
    await pass(LENGTH.outageMs);
    await database.start();
    await expectWhole(sensors[0]!, database.client);
  }
  await load.confirmed(400);
  await load.settle(database.client);
  expect(residentMiB(host.pid()) - before).toBeLessThan(MAX_GROWTH_MIB);
});

test("the functions are killed under load, and others take their place", async () => {
  for (let kill = 0; kill < 2; kill += 1) {
    await load.confirmed(LENGTH.devices * 5);
    await host.kill();
    await expectWhole(sensors[0]!, database.client);
    await startHost();
  }
  await load.confirmed(LENGTH.devices);
  await load.settle(database.client);
});
