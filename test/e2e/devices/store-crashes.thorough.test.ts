/** The stores of the Python and Node clients, with a power cut or a full disk at each file operation. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../support/backend/addresses";
import { NO_PYTHON, PYTHON } from "../../support/devices/commands";
import { FOLDER } from "../../support/devices/device";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const folder = useTemporaryFolder();

/** Runs a Python program of test/support/devices, and returns what it prints. */
function outcomesOf(program: string): unknown {
  const folders = join(ROOT, "devices/python");
  const env = { ...process.env, CLIENT_FOLDERS: folders };
  const args = ["-B", join(FOLDER, program), folders];
  const { stdout, stderr } = spawnSync(PYTHON ?? "", args, { encoding: "utf8", env });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

const testPython = NO_PYTHON === undefined ? test : test.skip;

// MicroPython has the same store.
testPython("Python: neither loses nor duplicates a reading of its store", () => {
  const outcomes = outcomesOf("store-crashes.py") as Readonly<Record<string, unknown>>;
  expect(outcomes).toMatchObject({ "bad crashes": [], "bad failures": [] });
  expect(outcomes["crashes"]).toBeGreaterThan(100);
  expect(outcomes["failures"]).toBe(outcomes["crashes"]);
});

testPython("Python: nor when a power cut undoes unsynced writes", () => {
  expect(outcomesOf("power-cuts.py")).toEqual({ cuts: 35, lost: 0, doubled: 0 });
});

/** Returns a program that prints whether it has locked the store, and then stays alive for a time. */
function programOf(store: string, seconds = 0): string[] {
  const program = `import { Store } from ${JSON.stringify(join(ROOT, "devices/node/store.mjs"))};
const store = new Store(${JSON.stringify(store)}, 100, console.log);
console.log(store.isOnDisk);
setTimeout(() => undefined, ${seconds * 1_000});`;
  return ["--input-type=module", "-e", program];
}

function takeOver(store: string): readonly string[] {
  const { stdout, stderr } = spawnSync(process.execPath, programOf(store), { encoding: "utf8" });
  return [stdout, stderr];
}

const testOnLinux = process.platform === "linux" ? test : test.skip;

testOnLinux("Node: takes over a lock that a power cut left", () => {
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  // An empty lock; and the lock of an earlier process with this process's number.
  for (const [at, lock] of ["", `${process.pid} ${boot} 1`].entries()) {
    const store = join(folder(), `left-${at}`);
    mkdirSync(store);
    writeFileSync(join(store, "lock"), lock);
    utimesSync(join(store, "lock"), 0, 0);
    expect([lock, ...takeOver(store)]).toEqual([lock, "true\n", ""]);
  }
});

testOnLinux("Node: takes over the lock of a zombie process", async () => {
  const store = join(folder(), "zombie");
  // The shell becomes a program that never reads its child's exit code.
  const parent = spawn(
    "sh",
    ["-c", '"$@" & exec sleep 60', "sh", process.execPath, ...programOf(store, 60)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  try {
    expect(String((await once(parent.stdout, "data"))[0])).toBe("true\n");
    expect(takeOver(store)[0]).toContain("another process uses it");
    const pid = Number.parseInt(readFileSync(join(store, "lock"), "utf8"), 10);
    process.kill(pid, "SIGKILL");
    const state = (): string => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]![0]!;
    await expectSoon(() => Promise.resolve(state()), "Z");
    expect(takeOver(store)).toEqual(["true\n", ""]);
    expect(state()).toBe("Z");
  } finally {
    parent.kill("SIGKILL");
  }
});
