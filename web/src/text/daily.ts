/** The texts of the daily figures. */

import { de } from "./daily-de";
import { en } from "./daily-en";
import { defineTexts } from "./define";

export const useDailyTexts = defineTexts({ en, de });
