/** `npm start` when its disk is full: it prints one line and stops everything. */

import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TIMEOUT_MS } from "../../support/faults/length";
import { startStack } from "../../support/scripts/started-stack";

// `npm start` may take a minute on a busy machine.
jest.setTimeout(TIMEOUT_MS);

const isLinux = process.platform === "linux";
const onLinux = isLinux ? test : test.skip; // Only Linux has private mounts.

const PAGE_BYTES = 4_096;
/** Mounts a disk of one megabyte at a folder, visible only for the command that follows. */
const MOUNT = 'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"';

const folder = mkdtempSync(join(tmpdir(), "start-"));
const smallDisk = ["unshare", "--map-root-user", "--mount", "sh", "-c", MOUNT, folder];
afterAll(() => rmSync(folder, { recursive: true }));

onLinux("the disk refuses a write of the database", async () => {
  const stack = await startStack(folder, ["--no-demo"], smallDisk);
  // The process's own view of the disk.
  fill(join(`/proc/${stack.pid}/root`, folder, "filler"));
  await expect(stack.database.put("large", "x".repeat(2 * PAGE_BYTES))).rejects.toThrow("ENOSPC");
  expect(await stack.ended).toBe(1);
  // The file itself, or the file that is about to replace it.
  const file = /^cannot write to \S+\/db-demo-farm-default-rtdb\.journal(\.tmp)?: /;
  const advice = /: the disk is full; free some space and try again \(ENOSPC\)$/;
  const problems = stack
    .output()
    .split("\n")
    .filter((line) => line.includes("ENOSPC"));
  expect(problems).toEqual([expect.stringMatching(file)]);
  expect(problems).toEqual([expect.stringMatching(advice)]);
});

function fill(file: string): void {
  const page = Buffer.alloc(PAGE_BYTES);
  expect(() => {
    for (;;) appendFileSync(file, page);
  }).toThrow("ENOSPC");
}

test("the disk refuses the log", async () => {
  const log = join(folder, "firebase.log");
  mkdirSync(log);
  const text = await startStack(folder, ["--no-demo"]).then(
    () => "started",
    (error: unknown) => String(error),
  );
  expect(text).toMatch(new RegExp(`^cannot write to ${log}: EISDIR: `, "m"));
});
