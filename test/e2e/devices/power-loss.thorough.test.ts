/** The Arduino client with power cuts in the middle of its work: no durable reading is lost, none is stored twice. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { NO_COMPILER } from "../../support/devices/commands";
import { compile } from "../../support/devices/compile";
import { seedFrom } from "rtdb-emulator/testing/seed";

/** Set FUZZ_RUNS for more. */
const RUNS = Number(process.env["FUZZ_RUNS"] ?? 120);
const SEED = seedFrom("FUZZ_SEED");

// This test compiles the client.
const onCompiler = NO_COMPILER === undefined ? test : test.skip;

onCompiler(`through a loss of power at any instant, ${RUNS} times from seed ${SEED}`, async () => {
  const program = await compile("power-loss.cpp");
  const seeds = [String(SEED), String(SEED + RUNS)];
  // The program fails with the seed and the error.
  const output = await promisify(execFile)(program, seeds).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );
  expect(output).toBe("all is well\n");
});
