/**
 * What chance begins with: the same at each `npm test`, so that what fails fails again and is the change's own; by
 * chance in the soak, which is there to find what is new. A variable of the environment asks for a certain seed.
 */

import { randomInt } from "node:crypto";
import { IS_LONG } from "./faults/length";

/** With it, the first nine faults of the chaos test are one of each kind. */
const USUAL = 1129;

/** @param variable that repeats a run with its seed */
export function seedFrom(variable: "FUZZ_SEED" | "CHAOS_SEED"): number {
  return Number(process.env[variable] ?? (IS_LONG ? randomInt(2 ** 31) : USUAL));
}
