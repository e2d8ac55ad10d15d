/** Texts of readings that do not count. */

import { de } from "./de/corrections";
import { en } from "./en/corrections";
import { defineTexts } from "./define";

export const useCorrectionTexts = defineTexts({ en, de });
