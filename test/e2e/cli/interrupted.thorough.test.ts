/** Further ways to interrupt a command, and long histories in little memory. */

import { createReadStream, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addGreenhouse } from "../../support/backend/farm";
import type { Farm } from "../../support/backend/farm";
import { startFarm, startTerminalFarm } from "../../support/cli/farm-command";
import type { RunningFarm } from "../../support/cli/farm-command";
import { startSimulation } from "../../support/cli/simulation";
import { storeHistory } from "../../support/cli/stored-history";
import { startTcpProxy } from "../../support/faults/tcp-proxy";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const database = databaseClient();
const folder = useTemporaryFolder();
let acres: Farm;
let house: string;
let started: RunningFarm | undefined;

afterEach(async () => {
  // Still running only if the test has failed.
  started?.signal("SIGKILL", "group");
  await started?.finished;
});

/** Adds a greenhouse with this number of readings. */
async function addHistory(count: number, stepMs = 60_000): Promise<void> {
  acres = await addFarm(database);
  house = await addGreenhouse(database, acres);
  const fromMs = Date.now() - count * stepMs;
  await storeHistory(database, { greenhouse: house, fromMs, stepMs, count });
}

test("a simulation in a terminal that is closed removes its devices", async () => {
  const { running, countDevices } = await startSimulation(database, startTerminalFarm);
  started = running;
  expect(await countDevices()).toBe(2);
  running.closeWindow();
  await expectSoon(countDevices, 0);
});

test("an export leaves nothing when the database stops answering", async () => {
  await addHistory(30_000);
  const proxy = await startTcpProxy(DATABASE_ADDRESS);
  const env = { FIREBASE_DATABASE_EMULATOR_HOST: proxy.address };
  const output = join(folder(), "here.csv");
  started = startFarm(["readings", "export", acres.id, "--output", output], { env });
  await expectSoon(() => Promise.resolve(readdirSync(folder()).length), 1);
  proxy.stall();
  const { code, stderr } = await started.finished;
  await proxy.refuse();
  expect([code, stderr]).toEqual([4, expect.stringContaining("Nothing was left behind.")]);
  expect(stderr).toContain("gave no answer within 15 s");
  expect(readdirSync(folder())).toEqual([]);
});

test("an interrupted deletion of history reports its progress, and the next run deletes the rest", async () => {
  const stored = 30_000;
  await addHistory(stored);
  const path = `sensors/${house}/history`;
  const readKeys = async () => Object.keys((await database.get(path)) ?? {});
  const [first] = (await readKeys()).toSorted();
  const args = ["history", "prune", house, "--before", "now", "--delete", "--not-rolled-up"];
  const prune = (): RunningFarm => (started = startFarm([...args, "--confirm", house]));
  const running = prune();
  await expectSoon(() => database.get(`${path}/${first}`), null);
  running.signal("SIGINT");
  const { code, stdout, stderr } = await running.finished;
  expect([code, stderr]).toEqual([130, "farm: Interrupted.\n  Run it again to delete the rest.\n"]);
  const left = (await readKeys()).length;
  expect(left).toBeGreaterThan(0);
  const deleted = (stored - left).toLocaleString("en-US");
  expect(stdout).toBe(`Deleted ${deleted} entries of ${house}.\n`);

  expect((await prune().finished).code).toBe(0);
  expect(await database.get(path)).toBeNull();
});

test("an export of 100,000 readings needs no more memory than a page", async () => {
  const entries = 100_000;
  await addHistory(entries, Math.floor((365 * 86_400_000) / entries));
  const peak = join(folder(), "peak.txt");
  const meter = join(folder(), "meter.cjs");
  writeFileSync(
    meter,
    `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS)));`,
  );
  const output = join(folder(), "year.ndjson");
  // Less than Node, the SDK and all entries as objects need. The entries alone need about 50 MB.
  const nodeArguments = ["--max-old-space-size=40", "--require", meter];
  const args = ["readings", "export", acres.id, "--format", "ndjson", "--output", output];
  const { code, stdout } = await startFarm(args, { nodeArguments }).finished;
  expect([code, stdout.trim()]).toEqual([0, `Exported 100,000 readings of ${house}.`]);
  let lines = 0;
  for await (const chunk of createReadStream(output, "utf8")) {
    lines += String(chunk).split("\n").length - 1;
  }
  expect(lines).toBe(entries);
  // Node and the SDK need up to 221 MB, depending on the garbage collector. The rest is less than the entries' text.
  expect(Number(readFileSync(peak, "utf8")) / 1024).toBeLessThan(250);
  await database.remove(`sensors/${house}`);
});
