/** Texts of the daily figures. */

import { de } from "./de/daily";
import { en } from "./en/daily";
import { defineTexts } from "./define";

export const useDailyTexts = defineTexts({ en, de });
