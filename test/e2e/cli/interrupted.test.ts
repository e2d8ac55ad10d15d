/** However a command is interrupted, it cleans up and reports once. */

import { DAY_MS } from "@greenhouse/domain/time";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addGreenhouse } from "../../support/backend/farm";
import { startFarm, startTerminalFarm } from "../../support/cli/farm-command";
import type { RunningFarm } from "../../support/cli/farm-command";
import { ACCOUNT, startSimulation } from "../../support/cli/simulation";
import { storeHistory } from "../../support/cli/stored-history";
import { parseCoverage } from "@greenhouse/domain/rollups/rollups";
import { bruteForce, foldedIn } from "../../support/jobs/expected-rollups";
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

test("a simulation cleans up and reports once, also when signals are repeated", async () => {
  const { running, countDevices } = await startSimulation(database, startFarm);
  started = running;
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
  const { running, countDevices } = await startSimulation(database, startTerminalFarm);
  started = running;
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

test("a rollup that is interrupted goes on at the next run, with the same result", async () => {
  const house = await addGreenhouse(database, await addFarm(database));
  const fromMs = Date.now() - 200 * DAY_MS;
  await storeHistory(database, { greenhouse: house, fromMs, stepMs: DAY_MS / 3, count: 600 });
  const running = startFarm(["history", "rollup", house]);
  started = running;
  const read = async () => parseCoverage(await database.get(`rollupCoverage/${house}`));
  await expectSoon(async () => ((await read())?.version ?? 0) > 2, true);
  running.signal("SIGINT");
  const { code, stdout, stderr } = await running.finished;
  const hint = "The hours that were rolled up are stored. Run it again to go on.";
  expect([code, stderr]).toEqual([130, `farm: Interrupted.\n  ${hint}\n`]);
  const from = (await read())?.from ?? 0;
  expect(stdout).toContain(`${house} is rolled up from ${new Date(from).toISOString()}`);
  expect(from).toBeGreaterThan(fromMs + DAY_MS);

  expect((await startFarm(["history", "rollup", house]).finished).code).toBe(0);
  const coverage = (await read())!;
  expect(coverage.from).toBeLessThan(fromMs);
  const paths = [`rollups/${house}`, `greenhouseRollups/${house}`, `sensors/${house}/history`];
  const [sensorRollups, houseRollups, history] = await Promise.all(
    paths.map((path) => database.get(path)),
  );
  expect(foldedIn(sensorRollups, houseRollups)).toEqual(bruteForce(history, coverage, () => true));
});
