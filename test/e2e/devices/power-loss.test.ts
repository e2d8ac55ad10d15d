/**
 * The Arduino client, whose power is lost in the middle of its work: nothing durable is lost, nothing is stored twice.
 */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { NO_COMPILER } from "../../support/devices/commands";
import { compile } from "../../support/devices/compile";
import { seedFrom } from "rtdb-emulator/testing/seed";

/** FUZZ_RUNS tries more. */
const RUNS = Number(process.env["FUZZ_RUNS"] ?? 300);
const SEED = seedFrom("FUZZ_SEED");

// It compiles the client.
const onCompiler = NO_COMPILER === undefined ? test : test.skip;

onCompiler(`through a loss of power at any instant, ${RUNS} times from seed ${SEED}`, async () => {
  const program = await compile("power-loss.cpp");
  const seeds = [String(SEED), String(SEED + RUNS)];
  // It fails with the seed and what went wrong.
  const said = await promisify(execFile)(program, seeds).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );
  expect(said).toBe("all is well\n");
});
