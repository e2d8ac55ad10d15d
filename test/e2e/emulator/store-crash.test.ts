/** Stores in processes of their own: killed, without space, without permission, and two at once. */

import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildSync } from "esbuild";
import { openStore } from "../../../emulator/src/persistence/store";
import { nodeToJson } from "../../../emulator/src/tree/json";
import type { Json } from "../../../emulator/src/tree/json";
import { useTemporaryFolder } from "../../support/temporary-folder";

const temporaryFolder = useTemporaryFolder();
let programFolder: string;
let program: string;

beforeAll(() => {
  programFolder = mkdtempSync(join(tmpdir(), "store-writer-"));
  chmodSync(programFolder, 0o755);
  program = join(programFolder, "store-writer.js");
  buildSync({
    entryPoints: [join(__dirname, "../../support/store-writer.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
  });
});
afterAll(() => rmSync(programFolder, { recursive: true }));

function stored(): { readonly root: Json; readonly notes: readonly string[] } {
  const opened = openStore(temporaryFolder());
  if (!opened.ok) throw new Error(opened.problem);
  const { store } = opened;
  const root = nodeToJson(store.load("demo"));
  store.close();
  return { root, notes: store.notes };
}

/** Starts a process that writes for ever, and waits until it has kept `count` entries. */
async function startWriter(
  count: number,
): Promise<{ writer: ChildProcess; acknowledged: string[] }> {
  const writer = spawn(process.execPath, [program, "writeForEver", temporaryFolder()], {
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
  // "close" comes once all of its output has been read.
  const closed = once(writer, "close");
  writer.kill("SIGKILL");
  await closed;
}

describe("a store whose process is killed", () => {
  it("holds every write that was acknowledged, time after time", async () => {
    let before = 0;
    for (const count of [1, 5, 38, 39, 40, 41, 80, 133, 210, 500]) {
      const { writer, acknowledged } = await startWriter(count);
      await kill(writer);
      expect(acknowledged[0]).toBe(String(before));
      const last = Number(acknowledged.at(-1));

      const root = stored().root as Record<string, string>;
      const entries = Object.keys(root).length;
      // One more may have been kept that its process did not live to report.
      expect([last + 1, last + 2]).toContain(entries);
      expect(root).toEqual(
        Object.fromEntries(
          Array.from({ length: entries }, (_, n) => [`n${n}`, `entry ${n} ${"x".repeat(n % 300)}`]),
        ),
      );
      before = entries;
    }
  });

  it("is no other emulator's while it lives, and the next one's at once when it is dead", async () => {
    const { writer } = await startWriter(1);
    try {
      expect(openStore(temporaryFolder())).toEqual({
        ok: false,
        problem: expect.stringContaining(`is in use by another emulator, process ${writer.pid};`),
      });
    } finally {
      await kill(writer);
    }
    expect(stored().root).toHaveProperty("n0");
  });

  it("goes to one alone of several that come at the same moment", async () => {
    await kill((await startWriter(1)).writer);
    const processes = Array.from({ length: 6 }, () =>
      spawn(process.execPath, [program, "hold", temporaryFolder()], {
        stdio: ["pipe", "pipe", "inherit"],
      }),
    );
    const closed = processes.map((one) => once(one, "close"));
    const reports = await Promise.all(
      processes.map(async (one) => {
        const [line] = (await once(createInterface({ input: one.stdout }), "line")) as [string];
        return line === "opened" ? line : "refused";
      }),
    );
    for (const one of processes) one.stdin.end();
    await Promise.all(closed);
    expect(reports.sort()).toEqual(["opened", ...Array.from({ length: 5 }, () => "refused")]);
  });
});

/** What the shell limits and permissions of this kind are a matter of Unix. */
function describeOnUnix(name: string, tests: () => void): void {
  if (process.platform !== "win32") describe(name, tests);
}

// The shell's `ulimit` stands for a full disk: it, too, lets a part of a write through and refuses the rest.
describeOnUnix("a store on a full disk", () => {
  it("refuses the write, keeps nothing of it, and goes on when there is space", () => {
    const { stdout, status } = spawnSync(
      "sh",
      [
        "-c",
        'ulimit -f 16; exec "$@"',
        "sh",
        process.execPath,
        program,
        "fillDisk",
        temporaryFolder(),
      ],
      { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
    );
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    const refusals = lines.filter((line) => !line.startsWith("kept "));
    const limit =
      "the file has reached the largest size allowed; raise the limit (ulimit -f) (EFBIG)";
    const file = join(temporaryFolder(), "db-demo");
    expect(refusals).toEqual([
      `refused StorageError: cannot write to ${file}.journal: ${limit}; cause EFBIG`,
      `not compacted, cannot write to ${file}.journal.tmp: ${limit}`,
    ]);
    const kept = lines.filter((line) => line.startsWith("kept ")).map((line) => line.slice(5));
    expect(kept.length).toBeGreaterThan(3);
    expect(readdirSync(temporaryFolder())).toEqual(["db-demo.journal"]);
    expect(stored()).toEqual({
      root: {
        ...Object.fromEntries(kept.map((name) => [name, "x".repeat(1000)])),
        small: 1,
        last: 2,
      },
      notes: [],
    });
  });
});

describeOnUnix("a store without permission", () => {
  /** An administrator may do everything, so the process is nobody's then. */
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

  function open(folder: string): string {
    const { stdout } = spawnSync(process.execPath, [program, "hold", folder], {
      ...nobody,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    return stdout.trimEnd();
  }

  const reason =
    "this user may not; change the owner or the permissions, or name another place (EACCES)";

  it("to the folder or its files says so", () => {
    chmodSync(temporaryFolder(), 0o555);
    expect(open(join(temporaryFolder(), "new"))).toBe(
      `cannot create the folder ${join(temporaryFolder(), "new")}: ${reason}`,
    );
    expect(open(temporaryFolder())).toBe(
      `cannot write ${join(temporaryFolder(), "emulator.lock")}: ${reason}`,
    );

    chmodSync(temporaryFolder(), 0o777);
    const folder = join(temporaryFolder(), "data");
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    writeFileSync(join(folder, "db-demo.journal"), "");
    chmodSync(join(folder, "db-demo.journal"), 0o000);
    expect(open(folder)).toBe(`cannot open ${join(folder, "db-demo.journal")}: ${reason}`);
  });
});
