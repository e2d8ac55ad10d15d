/** However a command is interrupted, it cleans up and reports once. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addGreenhouse } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { startFarm, startTerminalFarm } from "../../support/cli/farm-command";
import type { RunningFarm } from "../../support/cli/farm-command";
import { countSensors } from "../../support/cli/registered-sensors";
import { storeHistory } from "../../support/cli/stored-history";
import { startTcpProxy } from "../../support/faults/tcp-proxy";
import { expectSoon, POLLING_TIMEOUT_MS } from "rtdb-emulator/testing/polling";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const database = databaseClient();
const folder = useTemporaryFolder();
let started: RunningFarm | undefined;

afterEach(async () => {
  // Still running only if the test has failed.
  started?.signal("SIGKILL", "group");
  await started?.finished;
});

/** The account of a simulation: all accepted readings are stored. */
const ACCOUNT = /sent +\d+\naccepted +(\d+)\nstored +\1\n/g;

/** Starts a simulation of two devices. Resolves when readings have arrived. */
async function startSimulation<R extends RunningFarm>(start: (args: readonly string[]) => R) {
  const acres = await addFarm(database);
  const house = await addGreenhouse(database, acres);
  const args = ["simulate", acres.id, "--devices", "2", "--for", "1h", "--every", "1s"];
  const running = start([...args, "--variant", "signed"]);
  started = running;
  await running.printed("Press Ctrl-C to end");
  const countReadings = async () => (await readRecords(database, house)).history.length;
  await expectSoon(async () => (await countReadings()) >= 2, true);
  return { running, countDevices: () => countSensors(database, acres) };
}

test("a simulation cleans up and reports once, also when signals are repeated", async () => {
  const { running, countDevices } = await startSimulation(startFarm);
  running.signal("SIGINT");
  await running.printed("Stopping");
  // These signals arrive during the clean-up.
  for (let time = 0; time < 3; time += 1) running.signal("SIGINT");
  const { code, stdout, stderr } = await running.finished;
  expect([code, stdout.replace(ACCOUNT, "account ")]).toEqual([130, "account "]);
  expect(stderr.match(/Interrupted/g)).toHaveLength(1);
  expect(await countDevices()).toBe(0);
});

test("a simulation under npm in a terminal, when Ctrl-C is typed four times", async () => {
  const { running, countDevices } = await startSimulation(startTerminalFarm);
  for (let time = 0; time < 4; time += 1) running.type("\u0003");
  const { stdout } = await running.finished;
  expect(stdout.replaceAll("\r", "").match(ACCOUNT)).toHaveLength(1);
  expect(await countDevices()).toBe(0);
});

test("an interrupted export leaves the earlier file unchanged, and nothing else", async () => {
  const full = await addFarm(database);
  const greenhouse = await addGreenhouse(database, full);
  const fromMs = Date.UTC(2026, 0, 1);
  await storeHistory(database, { greenhouse, fromMs, stepMs: 60_000, count: 30_000 });
  const output = join(folder(), "here.csv");
  writeFileSync(output, "earlier");
  const proxy = await startTcpProxy(DATABASE_ADDRESS);
  const env = { FIREBASE_DATABASE_EMULATOR_HOST: proxy.address };
  const running = startFarm(["readings", "export", full.id, "--output", output], { env });
  started = running;
  const isWriting = () => readdirSync(folder()).some((name) => name.endsWith(".partial"));
  await expectSoon(() => Promise.resolve(isWriting()), true);
  proxy.stall();
  const signalledMs = performance.now();
  [1, 2, 3].forEach(() => running.signal("SIGTERM"));
  const { code, stderr } = await running.finished;
  await proxy.refuse();
  // The stalled connection would keep the process alive for 50 s.
  expect(performance.now() - signalledMs).toBeLessThan(POLLING_TIMEOUT_MS);
  expect([code, stderr]).toEqual([
    130,
    `farm: Interrupted: ${output} was not written. The earlier file is unchanged.\n`,
  ]);
  expect(readdirSync(folder())).toEqual(["here.csv"]);
  expect(readFileSync(output, "utf8")).toBe("earlier");
});
