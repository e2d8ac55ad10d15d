/** Long work on a history: it can be interrupted and continued, stops with its database, and needs little memory. */

import { DAY_MS } from "@greenhouse/domain/time";
import { createReadStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addGreenhouse } from "../../support/backend/farm";
import type { Farm } from "../../support/backend/farm";
import { farm, startFarm } from "../../support/cli/farm-command";
import type { RunningFarm } from "../../support/cli/farm-command";
import { storeHistory } from "../../support/cli/stored-history";
import { parseCoverage } from "@greenhouse/domain/rollups/rollups";
import { bruteForce, foldedIn } from "../../support/jobs/expected-rollups";
import { startTcpProxy } from "../../support/faults/tcp-proxy";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const database = databaseClient();
const folder = useTemporaryFolder();
let acres: Farm;
let house: string;

/** Adds a greenhouse with this number of readings. */
async function addHistory(count: number, stepMs = 60_000): Promise<void> {
  acres = await addFarm(database);
  house = await addGreenhouse(database, acres);
  const fromMs = Date.now() - count * stepMs;
  await storeHistory(database, { greenhouse: house, fromMs, stepMs, count });
}

test("a rollup that is interrupted goes on at the next run, with the same result", async () => {
  await addHistory(300, DAY_MS / 3);
  const running = startFarm(["history", "rollup", house]);
  const read = async () => parseCoverage(await database.get(`rollupCoverage/${house}`));
  await expectSoon(async () => ((await read())?.version ?? 0) > 2, true);
  running.signal("SIGINT");
  const { code, stdout, stderr } = await running.finished;
  const hint = "The hours that were rolled up are stored. Run it again to go on.";
  expect([code, stderr]).toEqual([130, `farm: Interrupted.\n  ${hint}\n`]);
  const from = (await read())?.from ?? 0;
  expect(stdout).toContain(`${house} is rolled up from ${new Date(from).toISOString()}`);
  expect(from).toBeGreaterThan(Date.now() - 99 * DAY_MS);

  expect((await farm(["history", "rollup", house])).code).toBe(0);
  const coverage = (await read())!;
  expect(coverage.from).toBeLessThan(Date.now() - 100 * DAY_MS);
  const paths = [`rollups/${house}`, `greenhouseRollups/${house}`, `sensors/${house}/history`];
  const [sensorRollups, houseRollups, history] = await Promise.all(
    paths.map((path) => database.get(path)),
  );
  expect(foldedIn(sensorRollups, houseRollups)).toEqual(bruteForce(history, coverage, () => true));
});

describe("with 20,000 readings", () => {
  const stored = 20_000;
  beforeAll(() => addHistory(stored));

  /** Exports over an earlier file, and checks what the export leaves. @param stop runs when the database is silent */
  async function expectUnchanged(
    name: string,
    [expected, words]: readonly [number, string],
    stop: (running: RunningFarm) => void,
  ): Promise<void> {
    const proxy = await startTcpProxy(DATABASE_ADDRESS);
    const env = { FIREBASE_DATABASE_EMULATOR_HOST: proxy.address };
    const own = join(folder(), name);
    mkdirSync(own);
    const output = join(own, "here.csv");
    writeFileSync(output, "earlier");
    const running = startFarm(["readings", "export", acres.id, "--output", output], { env });
    await expectSoon(() => Promise.resolve(readdirSync(own).length), 2);
    proxy.stall();
    stop(running);
    const { code, stderr } = await running.finished;
    await proxy.refuse();
    expect([code, stderr]).toEqual([expected, expect.stringContaining(words)]);
    expect(readdirSync(own)).toEqual(["here.csv"]);
    expect(readFileSync(output, "utf8")).toBe("earlier");
  }

  test("an export that is interrupted, or gets no answer, leaves the earlier file unchanged, and nothing else", async () => {
    const unchanged = "was not written. The earlier file is unchanged.";
    await Promise.all([
      expectUnchanged("interrupted", [130, unchanged], (running) => running.signal("SIGTERM")),
      expectUnchanged("silent", [4, "gave no answer within 15 s"], () => undefined),
    ]);
  });

  test("an interrupted deletion of history reports its progress, and the next run deletes the rest", async () => {
    const path = `sensors/${house}/history`;
    const readKeys = async () => Object.keys((await database.get(path)) ?? {});
    const [first] = (await readKeys()).toSorted();
    const args = ["history", "prune", house, "--before", "now", "--delete", "--not-rolled-up"];
    const running = startFarm([...args, "--confirm", house]);
    await expectSoon(() => database.get(`${path}/${first}`), null);
    running.signal("SIGINT");
    const { code, stdout, stderr } = await running.finished;
    const advice = "farm: Interrupted.\n  Run it again to delete the rest.\n";
    expect([code, stderr]).toEqual([130, advice]);
    const left = (await readKeys()).length;
    expect(left).toBeGreaterThan(0);
    const deleted = (stored - left).toLocaleString("en-US");
    expect(stdout).toBe(`Deleted ${deleted} entries of ${house}.\n`);

    expect((await farm([...args, "--confirm", house])).code).toBe(0);
    expect(await database.get(path)).toBeNull();
  });
});

test("an export of 60,000 readings needs no more memory than a page", async () => {
  const entries = 60_000;
  await addHistory(entries, Math.floor((365 * DAY_MS) / entries));
  const output = join(folder(), "year.ndjson");
  // Node, the SDK and a page need less than 22 MB; with all entries as objects more than 30 MB.
  const nodeArguments = ["--max-old-space-size=28"];
  const args = ["readings", "export", acres.id, "--format", "ndjson", "--output", output];
  const { code, stdout } = await startFarm(args, { nodeArguments }).finished;
  expect([code, stdout.trim()]).toEqual([0, `Exported 60,000 readings of ${house}.`]);
  let lines = 0;
  for await (const chunk of createReadStream(output, "utf8")) {
    lines += String(chunk).split("\n").length - 1;
  }
  expect(lines).toBe(entries);
  await database.remove(`sensors/${house}`);
});
