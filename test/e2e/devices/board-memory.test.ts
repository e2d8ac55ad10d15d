/** A board whose memory does not suffice for an answer: one attempt failed, and it goes on. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../../support/backend/addresses";
import { MICROPYTHON, MICROPYTHON_WASM } from "../../support/devices/clients";
import { FOLDER } from "../../support/devices/device";

const SCRIPT = join(FOLDER, "out-of-memory.py");

describe.each([
  {
    name: "MicroPython",
    missing: MICROPYTHON === undefined ? "micropython 1.23 or newer is not installed" : undefined,
    command: ["micropython", SCRIPT],
  },
  {
    name: "MicroPython (WebAssembly)",
    missing: undefined,
    command: [process.execPath, MICROPYTHON_WASM, SCRIPT],
  },
] as const)("the $name client", ({ missing, command: [program, ...args] }) => {
  if (missing !== undefined) {
    test.skip(`cannot be tried: ${missing}`, () => undefined); // Needs what this machine does not have.
    return;
  }

  test("counts a MemoryError as a failed attempt", () => {
    const { stdout, stderr } = spawnSync(program, args, {
      encoding: "utf8",
      env: { ...process.env, CLIENT_FOLDER: join(ROOT, "devices/micropython") },
    });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^no answer \(memory allocation failed, .*\): trying again in .*\n1\n$/);
  });
});
