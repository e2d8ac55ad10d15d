/** The Arduino client, whose power is lost in the middle of its work: nothing durable is lost, nothing is doubled. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { NO_COMPILER } from "../../support/devices/commands";
import { compile } from "../../support/devices/compile";

const RUNS = 1_500;
const BLOCKS = 3;

(NO_COMPILER === undefined ? test : test.skip).each(
  Array.from({ length: BLOCKS }, (_, block) => [(RUNS / BLOCKS) * block]),
)("through a loss of power at any instant, from seed %i", async (from) => {
  const program = await compile("power-loss.cpp");
  const seeds = [String(from), String(from + RUNS / BLOCKS)];
  // It fails with the seed and what went wrong.
  const said = await promisify(execFile)(program, seeds).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );
  expect(said).toBe("all is well\n");
});
