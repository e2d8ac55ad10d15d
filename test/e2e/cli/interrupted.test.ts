/** However a command is interrupted, it cleans up and reports once: signals, repeated signals, closed terminals. */

import { DAY_MS } from "@greenhouse/domain/time";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addGreenhouse } from "../../support/backend/farm";
import type { Farm } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { sharedHost } from "../../support/backend/targets";
import { startFarm, startNpmFarm, startTerminalFarm } from "../../support/cli/farm-command";
import type { FarmSettings, RunningFarm } from "../../support/cli/farm-command";
import { countSensors } from "../../support/cli/registered-sensors";
import { storeHistory } from "../../support/cli/stored-history";
import { parseCoverage } from "@greenhouse/domain/rollups/rollups";
import { bruteForce, foldedIn } from "../../support/jobs/expected-rollups";
import { startTcpProxy } from "../../support/faults/tcp-proxy";
import type { TcpProxy } from "../../support/faults/tcp-proxy";
import { expectSoon, POLLING_TIMEOUT_MS } from "rtdb-emulator/testing/polling";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const database = databaseClient();
const host = sharedHost();
const folder = useTemporaryFolder();
let acres: Farm;
let house: string;
let started: RunningFarm | undefined;

beforeEach(async () => {
  acres = await addFarm(database);
  house = await addGreenhouse(database, acres);
});

afterEach(async () => {
  // Still running only if the test has failed.
  started?.signal("SIGKILL", "group");
  await started?.finished;
});

const ACCOUNT = /sent +\d+\naccepted +(\d+)\nstored +\1\n/g;

type Start<R extends RunningFarm> = (args: readonly string[], settings: FarmSettings) => R;

/** Resolves when readings arrive. */
async function simulate<R extends RunningFarm>(start: Start<R>): Promise<R> {
  const args = ["simulate", acres.id, "--devices", "2", "--for", "1h", "--every", "1s"];
  const env = { FUNCTIONS_URL: host.url };
  const running = start([...args, "--variant", "signed"], { env });
  started = running;
  await running.printed("Press Ctrl-C to end");
  while ((await readRecords(database, house)).history.length < 2) await pass(20);
  return running;
}

const countDevices = (): Promise<number> => countSensors(database, acres);

describe("a simulation", () => {
  test("cleans up and reports once, also when signals are repeated", async () => {
    const running = await simulate(startFarm);
    running.signal("SIGINT");
    await running.printed("Stopping");
    // These signals arrive during the clean-up.
    for (let time = 0; time < 3; time += 1) running.signal("SIGINT");
    const { code, stdout, stderr } = await running.finished;
    expect([code, stdout.replace(ACCOUNT, "account ")]).toEqual([130, "account "]);
    expect(stderr.match(/Interrupted/g)).toHaveLength(1);
    expect(await countDevices()).toBe(0);
  });

  test.each([
    ["npm", "SIGTERM", undefined],
    ["all processes at once", "SIGHUP", "group"],
  ] as const)("under npm, when %s gets %s", async (_, name, to) => {
    const running = await simulate(startNpmFarm);
    running.signal(name, to);
    const { stdout, stderr } = await running.finished;
    expect(stdout.replace(ACCOUNT, "account ")).toBe("account ");
    expect(stderr.match(/Interrupted/g)).toHaveLength(1);
    expect(await countDevices()).toBe(0);
  });

  test("in a terminal, when Ctrl-C is typed four times", async () => {
    const running = await simulate(startTerminalFarm);
    for (let time = 0; time < 4; time += 1) running.type("\u0003");
    const { stdout } = await running.finished;
    expect(stdout.replaceAll("\r", "").match(ACCOUNT)).toHaveLength(1);
    expect(await countDevices()).toBe(0);
  });

  test("in a terminal that is closed removes its devices", async () => {
    const running = await simulate(startTerminalFarm);
    expect(await countDevices()).toBe(2);
    running.closeWindow();
    await expectSoon(countDevices, 0);
  });
});

describe("an export into a file", () => {
  let proxy: TcpProxy | undefined;
  let full: Farm;

  beforeAll(async () => {
    full = await addFarm(database);
    const greenhouse = await addGreenhouse(database, full);
    const fromMs = Date.UTC(2026, 0, 1);
    await storeHistory(database, { greenhouse, fromMs, stepMs: 60_000, count: 30_000 });
  });
  afterEach(() => proxy?.refuse());

  /** Starts an export, and stalls the database halfway. */
  async function exportHalf(output: string): Promise<RunningFarm> {
    proxy = await startTcpProxy(DATABASE_ADDRESS);
    const env = { FIREBASE_DATABASE_EMULATOR_HOST: proxy.address };
    const running = startFarm(["readings", "export", full.id, "--output", output], { env });
    started = running;
    await expectSoon(
      () => Promise.resolve(readdirSync(folder()).some((name) => name.endsWith(".partial"))),
      true,
    );
    proxy.stall();
    return running;
  }

  test("leaves nothing when it is interrupted", async () => {
    const output = join(folder(), "here.csv");
    const running = await exportHalf(output);
    const signalledMs = performance.now();
    [1, 2, 3].forEach(() => running.signal("SIGTERM"));
    const { code, stderr } = await running.finished;
    // The stalled connection would keep the process alive for 50 s.
    expect(performance.now() - signalledMs).toBeLessThan(POLLING_TIMEOUT_MS);
    expect([code, stderr]).toEqual([
      130,
      `farm: Interrupted: ${output} was not written. Nothing was left behind.\n`,
    ]);
    expect(readdirSync(folder())).toEqual([]);
  });

  test("leaves the earlier file unchanged", async () => {
    const output = join(folder(), "here.csv");
    writeFileSync(output, "earlier");
    const running = await exportHalf(output);
    running.signal("SIGINT");
    const { code, stderr } = await running.finished;
    expect([code, stderr]).toEqual([
      130,
      `farm: Interrupted: ${output} was not written. The earlier file is unchanged.\n`,
    ]);
    expect(readdirSync(folder())).toEqual(["here.csv"]);
    expect(readFileSync(output, "utf8")).toBe("earlier");
  });

  test("leaves nothing when the database stops answering", async () => {
    const running = await exportHalf(join(folder(), "here.csv"));
    const { code, stderr } = await running.finished;
    expect([code, stderr]).toEqual([4, expect.stringContaining("Nothing was left behind.")]);
    expect(stderr).toContain("gave no answer within 15 s");
    expect(readdirSync(folder())).toEqual([]);
  });
});

test("a rollup that is interrupted goes on at the next run, with the same result", async () => {
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

test("an interrupted deletion of history reports its progress, and the next run deletes the rest", async () => {
  const stored = 30_000;
  const fromMs = Date.UTC(2026, 0, 1);
  await storeHistory(database, { greenhouse: house, fromMs, stepMs: 60_000, count: stored });
  const path = `sensors/${house}/history`;
  const readKeys = async () => Object.keys((await database.get(path)) ?? {});
  const [first] = (await readKeys()).toSorted();
  const args = ["history", "prune", house, "--before", "now", "--delete", "--not-rolled-up"];
  const prune = (): RunningFarm => startFarm([...args, "--confirm", house]);
  const running = prune();
  started = running;
  await expectSoon(() => database.get(`${path}/${first}`), null);
  running.signal("SIGINT");
  const { code, stdout, stderr } = await running.finished;
  expect([code, stderr]).toEqual([130, "farm: Interrupted.\n  Run it again to delete the rest.\n"]);
  const left = (await readKeys()).length;
  expect(left).toBeGreaterThan(0);
  const deleted = (stored - left).toLocaleString("en-US");
  expect(stdout).toBe(`Deleted ${deleted} entries of ${house}.\n`);

  const next = prune();
  started = next;
  expect((await next.finished).code).toBe(0);
  expect(await database.get(path)).toBeNull();
});
