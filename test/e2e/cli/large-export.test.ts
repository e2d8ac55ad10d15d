/** A long history is exported in constant memory. */

import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addGreenhouse } from "../../support/backend/farm";
import { startFarm } from "../../support/cli/farm-command";
import { storeHistory } from "../../support/cli/stored-history";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const ENTRIES = 100_000;
/** Less than Node, the SDK and all entries as objects need. The entries alone need about 50 MB. */
const HEAP_MB = 40;
/**
 * Node and the SDK need up to 221, depending on the garbage collector. The rest is less than the
 * entries' text.
 */
const RESIDENT_MB = 250;

const database = databaseClient();
const folder = useTemporaryFolder();
let greenhouse: string;

afterAll(async () => {
  await database.remove(`sensors/${greenhouse}`);
});

test("a year of 100 000 readings needs no more memory than a page", async () => {
  const acres = await addFarm(database);
  greenhouse = await addGreenhouse(database, acres);
  const stepMs = Math.floor((365 * 86_400_000) / ENTRIES);
  const fromMs = Date.now() - ENTRIES * stepMs;
  await storeHistory(database, { greenhouse, fromMs, stepMs, count: ENTRIES });
  const peak = join(folder(), "peak.txt");
  const meter = join(folder(), "meter.cjs");
  writeFileSync(
    meter,
    `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS)));`,
  );
  const output = join(folder(), "year.ndjson");
  const { code, stdout } = await startFarm(
    ["readings", "export", acres.id, "--format", "ndjson", "--output", output],
    { nodeArguments: [`--max-old-space-size=${HEAP_MB}`, "--require", meter] },
  ).finished;
  expect([code, stdout.trim()]).toEqual([0, `Exported 100,000 readings of ${greenhouse}.`]);
  expect(await countLines(output)).toBe(ENTRIES);
  expect(Number(readFileSync(peak, "utf8")) / 1024).toBeLessThan(RESIDENT_MB);
});

async function countLines(file: string): Promise<number> {
  let count = 0;
  for await (const chunk of createReadStream(file, "utf8")) {
    count += String(chunk).split("\n").length - 1;
  }
  return count;
}
