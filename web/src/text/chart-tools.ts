/** Texts of the chart tools. */

import { de } from "./de/chart-tools";
import { en } from "./en/chart-tools";
import { defineTexts } from "./define";

export const useToolTexts = defineTexts({ en, de });
