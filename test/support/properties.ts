/**
 * fast-check with the seed and the number of cases of `npm test`: all property tests import it from here. FUZZ_SEED
 * repeats the cases of a run or chooses others; FUZZ_RUNS tries more of each property.
 */

import fc from "fast-check";
import { seedFrom } from "./seed";

export const FUZZ_SEED = seedFrom("FUZZ_SEED");

fc.configureGlobal({ seed: FUZZ_SEED, numRuns: Number(process.env["FUZZ_RUNS"] ?? 100) });

export { fc };
