/**
 * The seed of random numbers. It is the same in each `npm test`, so a failure comes from a change and can be repeated.
 * The soak test uses a random seed, because it looks for new failures. An environment variable sets a seed.
 */

import { randomInt } from "node:crypto";

const DEFAULT_SEED = 1129;

/** Returns the seed. @param variable an environment variable that sets the seed, to repeat a run */
export function seedFrom(variable: string): number {
  return Number(
    process.env[variable] ?? (process.env["SOAK"] === "1" ? randomInt(2 ** 31) : DEFAULT_SEED),
  );
}
