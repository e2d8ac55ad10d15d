/**
 * `npm start` when its database dies: it comes back from its folder, and the next reading is stored. On a full disk it
 * prints one line and stops everything.
 */

import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { post } from "../../support/backend/exchange";
import type { Answer } from "../../support/backend/exchange";
import { addFarm, addSensor, signedBody } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { DatabaseProcess } from "../../support/faults/database-process";
import { RECOVERY_MS, TIMEOUT_MS } from "../../support/faults/length";
import { startStack } from "../../support/scripts/started-stack";
import type { StartedStack } from "../../support/scripts/started-stack";

// `npm start` alone may take a minute on a busy machine.
jest.setTimeout(4 * TIMEOUT_MS);

const isLinux = process.platform === "linux";
const onLinux = isLinux ? test : test.skip; // Only Linux has private mounts and /dev/full.

const PAGE_BYTES = 4_096;
/** Mounts a disk of one megabyte at a folder, visible only for the command that follows. */
const MOUNT = 'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"';

const folder = mkdtempSync(join(tmpdir(), "start-"));
const smallDisk = ["unshare", "--map-root-user", "--mount", "sh", "-c", MOUNT, folder];
let stack: StartedStack;
beforeAll(async () => {
  stack = await startStack(folder, ["--no-demo"], isLinux ? smallDisk : []);
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true });
});

/** What `npm start` printed, by its pattern. */
function printed(pattern: RegExp): string {
  const [, found] = pattern.exec(stack.output()) ?? [];
  if (found === undefined) throw new Error(`It did not print ${pattern}:\n${stack.output()}`);
  return found;
}

/** Whether a command line names this port, and not one whose digits hold it. */
function isAt(port: string, line: string): boolean {
  return `${line} `.includes(` --port ${port} `);
}

/** `kill -9` for the process that serves the database. */
function killDatabase(): void {
  const port = printed(/^ {2}database +http:\/\/[^:/ ]+:(\d+)/m);
  const processes = execFileSync("ps", ["-ww", "-eo", "pid=,args="], { encoding: "utf8" }).split(
    "\n",
  );
  const found = processes.filter((line) => line.includes("cli.js --host") && isAt(port, line));
  expect(found).toHaveLength(1);
  process.kill(parseInt(found[0]!, 10), "SIGKILL");
}

test("the database is killed, and the next reading is stored", async () => {
  const sensor = await addSensor(stack.database, await addFarm(stack.database));
  const url = printed(/(http:\S+\/sensorData)/);
  const send = (light: number): Promise<Answer> => post(url, signedBody(sensor, { light }));
  // The first finds the functions emulator without a process.
  expect(await send(1)).toMatchObject({ status: 200 });
  for (const light of [2, 3, 4]) {
    killDatabase();
    const [{ status, elapsedMs }, startMs] = await Promise.all([
      send(light),
      DatabaseProcess.timeStart(),
    ]);
    expect(status).toBe(200);
    expect(elapsedMs).toBeLessThan(startMs + RECOVERY_MS);
  }
  const { history } = await readRecords(stack.database, sensor.greenhouse);
  expect(history.map(({ light }) => light)).toEqual([1, 2, 3, 4]);
});

onLinux("the disk refuses a write of the database", async () => {
  // The process's own view of the disk.
  fill(join(`/proc/${stack.pid}/root`, folder, "filler"));
  await expect(stack.database.put("large", "x".repeat(2 * PAGE_BYTES))).rejects.toThrow("ENOSPC");
  expect(await stack.ended).toBe(1);
  // The file itself, or the one that is to replace it.
  const file = /^cannot write to \S+\/db-demo-farm-default-rtdb\.journal(\.tmp)?: /;
  const advice = /: the disk is full; free some space and try again \(ENOSPC\)$/;
  const problems = problemsIn(stack.output());
  expect(problems).toEqual([expect.stringMatching(file)]);
  expect(problems).toEqual([expect.stringMatching(advice)]);
});

/** The lines about the disk, of all processes. */
function problemsIn(output: string): readonly string[] {
  return output.split("\n").filter((line) => line.includes("ENOSPC"));
}

function fill(file: string): void {
  const page = Buffer.alloc(PAGE_BYTES);
  expect(() => {
    for (;;) appendFileSync(file, page);
  }).toThrow("ENOSPC");
}

onLinux("the disk refuses the log", async () => {
  const log = join(folder, "firebase.log");
  symlinkSync("/dev/full", log);
  const text = await startStack(folder, ["--no-demo"]).then(
    () => "started",
    (error: unknown) => String(error),
  );
  expect(problemsIn(text)).toEqual([
    `cannot write to ${log}: the disk is full; free some space and try again (ENOSPC)`,
  ]);
});
