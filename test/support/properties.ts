/** fast-check with the seed of `npm test`: whoever asserts a property takes it from here. */

import fc from "fast-check";
import { seedFrom } from "./seed";

/** FUZZ_SEED brings the cases of a run again, and tries others. */
export const FUZZ_SEED = seedFrom("FUZZ_SEED");

fc.configureGlobal({ seed: FUZZ_SEED });

export { fc };
