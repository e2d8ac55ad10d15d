import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FolderLock } from "../../../src/persistence/folder-lock";
import { useTemporaryFolder } from "../../../testing/temporary-folder";

const temporaryFolder = useTemporaryFolder();
const file = () => join(temporaryFolder(), "lock");

function take(): FolderLock {
  const taken = FolderLock.take(file());
  if (!taken.ok) throw new Error(`held by ${taken.holder}`);
  return taken.lock;
}

/** Returns the pid of a process that has ended. */
function deadProcess(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

describe("a lock", () => {
  it("has one holder at a time", () => {
    const lock = take();
    expect(FolderLock.take(file())).toEqual({ ok: false, holder: process.pid });
    lock.release();
    expect(existsSync(file())).toBe(false);
    take().release();
  });

  it("can be taken by its own process after a refusal", () => {
    const lock = take();
    expect(FolderLock.take(file()).ok).toBe(false);
    // Imitates a holder that was killed before it released the lock.
    const [, first = ""] = readFileSync(file(), "utf8").split("\n");
    const dead = first.replace(` ${process.pid} `, ` ${deadProcess()} `);
    writeFileSync(file(), readFileSync(file(), "utf8").replace(first, dead));
    take().release();
    lock.release();
  });

  it.each<[string, () => string]>([
    ["a process that has ended", () => `x ${deadProcess()} `],
    ["a half-written line", () => `x ${process.ppid}`],
    ["a withdrawn claim", () => `x ${process.pid} \nx withdrawn`],
    ["a number that is not a pid", () => "x 0 \ny -1 "],
    ["text of another kind", () => "null\n12\nhello"],
  ])("is free of %s", (_, content) => {
    writeFileSync(file(), `${content()}\n`);
    take().release();
  });

  it("is held by a living process whose start is unknown", () => {
    writeFileSync(file(), `\nx ${process.ppid} \n`);
    expect(FolderLock.take(file())).toEqual({ ok: false, holder: process.ppid });
  });

  it("goes to the first process after a dead holder", () => {
    writeFileSync(file(), `x ${deadProcess()} \ny ${process.ppid} \n`);
    expect(FolderLock.take(file())).toEqual({ ok: false, holder: process.ppid });
  });
});

// Only Linux tells when a process started.
if (process.platform === "linux") {
  it("is not held by a later process with the holder's pid", () => {
    writeFileSync(file(), `x ${process.pid} 1\n`);
    take().release();
  });
}
