/**
 * fast-check with the seed and the number of cases of `npm test`. All property tests import it from here. FUZZ_SEED
 * repeats the cases of a run or chooses others. FUZZ_RUNS sets the number of cases for each property.
 */

import fc from "fast-check";
import { seedFrom } from "./seed";

export const FUZZ_SEED = seedFrom("FUZZ_SEED");

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 100);

fc.configureGlobal({ seed: FUZZ_SEED, numRuns: RUNS });

/** Sets the number of cases for a single property. @param factor of the usual number */
export const timesUsual = (factor: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil(RUNS * factor),
});

export { fc };
