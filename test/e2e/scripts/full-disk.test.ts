/** `npm start` on a full disk prints one line and stops everything. */

import { appendFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { startStack } from "../../support/scripts/started-stack";
import type { StartedStack } from "../../support/scripts/started-stack";
import { useTemporaryFolder } from "../../support/temporary-folder";

jest.setTimeout(120_000);

const folder = useTemporaryFolder();
const PAGE_BYTES = 4_096;
/** Mounts a disk of one megabyte at a folder, visible only for the command that follows. */
const SMALL_DISK = ["unshare", "--map-root-user", "--mount", "sh", "-c"];
const MOUNT = 'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"';

let stack: StartedStack | undefined;
afterEach(async () => {
  await stack?.stop();
  stack = undefined;
});

/** Only Linux has private mounts and /dev/full. */
const onLinux = process.platform === "linux" ? test : test.skip;

/** The lines about the disk, of all processes. */
function problemsIn(output: string): readonly string[] {
  return output.split("\n").filter((line) => line.includes("ENOSPC"));
}

onLinux("a write that the disk refuses", async () => {
  stack = await startStack(folder(), ["--no-demo"], [...SMALL_DISK, MOUNT, folder()]);
  // The process's own view of the disk.
  fill(join(`/proc/${stack.pid}/root`, folder(), "filler"));
  await expect(stack.database.put("large", "x".repeat(2 * PAGE_BYTES))).rejects.toThrow("ENOSPC");
  expect(await stack.ended).toBe(1);
  // The file itself, or the one that is to replace it.
  const file = /^cannot write to \S+\/db-demo-farm-default-rtdb\.journal(\.tmp)?: /;
  const advice = /: the disk is full; free some space and try again \(ENOSPC\)$/;
  const problems = problemsIn(stack.output());
  expect(problems).toEqual([expect.stringMatching(file)]);
  expect(problems).toEqual([expect.stringMatching(advice)]);
});

function fill(file: string): void {
  const page = Buffer.alloc(PAGE_BYTES);
  expect(() => {
    for (;;) appendFileSync(file, page);
  }).toThrow("ENOSPC");
}

onLinux("a log that cannot be written", async () => {
  const log = join(folder(), "firebase.log");
  symlinkSync("/dev/full", log);
  const text = await startStack(folder(), ["--no-demo"]).then(
    () => "started",
    (error: unknown) => String(error),
  );
  expect(problemsIn(text)).toEqual([
    `cannot write to ${log}: the disk is full; free some space and try again (ENOSPC)`,
  ]);
});
