/**
 * Runs a script like the command `micropython`, which need not be installed: `node run.ts script.py`. It is the real
 * MicroPython, compiled to WebAssembly. It imports from the script's folder and MICROPYPATH. Node provides sockets
 * (socket.py, sockets.ts), files below the temporary folder (machine_files.py, files.ts), sleep (time.py), the
 * environment and random bytes. There is no TLS.
 */

import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, readSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import { files } from "./files.ts";
import { sockets } from "./sockets.ts";

const [script = ""] = process.argv.slice(2);
const folders = [
  dirname(script),
  ...(process.env["MICROPYPATH"] ?? "").split(":"),
  // The drivers' scripts import from these folders, which are copied below.
  ...(process.env["CLIENT_FOLDERS"] ?? "").split(":"),
  import.meta.dirname,
].filter((folder) => folder !== "");

const micropython = await loadMicroPython({
  stdin: () => {
    const bytes = Buffer.alloc(1);
    return untilReady(() => readSync(0, bytes)) === 0 ? null : (bytes[0] ?? null);
  },
  stdout: (line) => print(1, line),
  stderr: (line) => print(2, line),
});

/** Returns the path of a script's copy in MicroPython, outside the temporary folder, which may contain the repository. */
function within(path: string): string {
  return `/scripts${path}`;
}

function print(file: 1 | 2, line: string): void {
  let rest = Buffer.from(`${line}\n`);
  while (rest.length > 0) rest = rest.subarray(untilReady(() => writeSync(file, rest)));
}

/** Reads again if a pipe of this process is non-blocking. */
function untilReady(step: () => number): number {
  for (;;) {
    try {
      return step();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      sleep(1);
    }
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

micropython.registerJsModule("machine_below", {
  ...sockets,
  ...files,
  sleep,
  getenv: (name: string) => {
    const value = process.env[name] ?? null;
    return name === "CLIENT_FOLDERS" ? (value?.split(":").map(within).join(":") ?? null) : value;
  },
  random: (count: number) => randomBytes(count).toString("hex"),
});
for (const folder of folders) {
  micropython.FS.mkdirTree(within(folder));
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".py")) continue;
    micropython.FS.mkdirTree(dirname(within(join(folder, name))));
    micropython.FS.writeFile(within(join(folder, name)), readFileSync(join(folder, name)));
  }
}

try {
  micropython.runPython(`
import binascii, machine_below, os, sys
os.getenv = machine_below.getenv
os.urandom = lambda count: binascii.unhexlify(machine_below.random(count))
sys.path[:] = ${JSON.stringify(folders.map(within))} + [".frozen"]
import machine_files
os.mount(machine_files.Files(${JSON.stringify(tmpdir())}), ${JSON.stringify(tmpdir())})
with open(${JSON.stringify(within(script))}) as _file:
    _script = _file.read()
exec(_script, {"__name__": "__main__"})
`);
} catch (error) {
  print(2, error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
sockets.end();
