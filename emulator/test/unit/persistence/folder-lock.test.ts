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

/** The number of a process that has ended. */
function deadProcess(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

describe("a lock", () => {
  it("is held by one at a time", () => {
    const lock = take();
    expect(FolderLock.take(file())).toEqual({ ok: false, holder: process.pid });
    lock.release();
    expect(existsSync(file())).toBe(false);
    take().release();
  });

  it("can be taken by its own process after a refusal", () => {
    const lock = take();
    expect(FolderLock.take(file()).ok).toBe(false);
    // As if the holder had been killed rather than released it.
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
    ["a number that is no process", () => "x 0 \ny -1 "],
    ["text of another kind", () => "null\n12\nhello"],
  ])("is free of %s", (_, content) => {
    writeFileSync(file(), `${content()}\n`);
    take().release();
  });

  it("is held by a living process of which only the number is known", () => {
    writeFileSync(file(), `\nx ${process.ppid} \n`);
    expect(FolderLock.take(file())).toEqual({ ok: false, holder: process.ppid });
  });

  it("goes to the first process that waits for a dead holder", () => {
    writeFileSync(file(), `x ${deadProcess()} \ny ${process.ppid} \n`);
    expect(FolderLock.take(file())).toEqual({ ok: false, holder: process.ppid });
  });

  it("does not remove the file of another holder, made after the first was removed by hand", () => {
    const lock = take();
    writeFileSync(file(), "other 1 \n");
    lock.release();
    expect(existsSync(file())).toBe(true);
  });
});

// Only Linux says when a process began.
if (process.platform === "linux") {
  it("is not held by a later process with the number of the holder", () => {
    writeFileSync(file(), `x ${process.pid} 1\n`);
    take().release();
  });
}
