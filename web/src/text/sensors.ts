/** Texts of the sensors view. */

import { de } from "./de/sensors";
import { defineTexts } from "./define";
import { en } from "./en/sensors";

export const useSensorTexts = defineTexts({ en, de });
