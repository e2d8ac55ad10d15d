/** Stores in separate processes: killed, and without space. */

import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildSync } from "esbuild";
import { readStore } from "../support/stores";
import { useTemporaryFolder } from "../../testing/temporary-folder";

const folder = useTemporaryFolder();
const journal = () => join(folder(), "db-demo.journal");
let programFolder: string;
let program: string;

beforeAll(() => {
  programFolder = mkdtempSync(join(tmpdir(), "store-writer-"));
  program = join(programFolder, "store-writer.js");
  buildSync({
    entryPoints: [join(__dirname, "../support/store-writer.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
  });
});
afterAll(() => rmSync(programFolder, { recursive: true }));

/** Starts a process that writes endlessly, and waits until it has stored `count` entries. */
async function startWriter(
  count: number,
): Promise<{ writer: ChildProcess; acknowledged: string[] }> {
  const writer = spawn(process.execPath, [program, "write", folder()], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acknowledged: string[] = [];
  const lines = createInterface({ input: writer.stdout });
  await new Promise<void>((resolve, reject) => {
    writer.once("exit", () => reject(new Error("the writer ended")));
    lines.on("line", (line) => {
      acknowledged.push(line);
      if (acknowledged.length === count) resolve();
    });
  });
  return { writer, acknowledged };
}

async function kill(writer: ChildProcess): Promise<void> {
  // "close" comes after all output has been read.
  const closed = once(writer, "close");
  writer.kill("SIGKILL");
  await closed;
}

/** Returns the output of a process without input. */
function run(command: string, ...args: readonly string[]): string[] {
  const { stdout } = spawnSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return stdout.trimEnd().split("\n");
}

describe("a store whose process is killed", () => {
  it("has every acknowledged write, each time", async () => {
    let before = 0;
    for (const count of [1, 39, 40, 41, 133, 500]) {
      const { writer, acknowledged } = await startWriter(count);
      await kill(writer);
      expect(acknowledged[0]).toBe(String(before));
      const last = Number(acknowledged.at(-1));

      const root = readStore(folder()).root as Record<string, string>;
      const entries = Object.keys(root).length;
      // The process may have stored one more write and died before it reported it.
      expect([last + 1, last + 2]).toContain(entries);
      expect(root).toEqual(
        Object.fromEntries(
          Array.from({ length: entries }, (_, n) => [`n${n}`, `entry ${n} ${"x".repeat(n % 300)}`]),
        ),
      );
      before = entries;
    }
  });
});

/** Only Unix has these shell limits. */
const describeOnUnix = process.platform === "win32" ? describe.skip : describe;

// The shell's `ulimit` imitates a full disk: it also accepts a part of a write and refuses the rest.
describeOnUnix("a store on a full disk", () => {
  it("refuses the write as a whole, and works again when there is space", () => {
    const limited = ["-c", 'ulimit -f 16; exec "$@"', "sh", process.execPath, program];
    const lines = run("sh", ...limited, "fillDisk", folder());
    const limit =
      "the file has reached the largest size allowed; raise the limit (ulimit -f) (EFBIG)";
    expect(lines.filter((line) => !line.startsWith("kept "))).toEqual([
      `refused StorageError: cannot write to ${journal()}: ${limit}; cause EFBIG`,
      `not compacted, cannot write to ${journal()}.tmp: ${limit}`,
    ]);
    const kept = lines.filter((line) => line.startsWith("kept ")).map((line) => line.slice(5));
    expect(kept.length).toBeGreaterThan(3);
    expect(readdirSync(folder())).toEqual(["db-demo.journal"]);
    expect(readStore(folder())).toEqual({
      root: {
        ...Object.fromEntries(kept.map((name) => [name, "x".repeat(1000)])),
        small: 1,
        last: 2,
      },
      notes: [],
    });
  });
});
