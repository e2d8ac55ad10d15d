/**
 * The seed of random numbers: the same at each `npm test`, so that a failure is caused by the change and can be
 * repeated; a random one in the soak, which looks for new failures. An environment variable chooses a certain seed.
 */

import { randomInt } from "node:crypto";

/** With it, the first nine faults of the chaos test are one of each kind. */
const USUAL = 1129;

/** @param variable that repeats a run with its seed */
export function seedFrom(variable: "FUZZ_SEED" | "CHAOS_SEED"): number {
  return Number(
    process.env[variable] ?? (process.env["SOAK"] === "1" ? randomInt(2 ** 31) : USUAL),
  );
}
