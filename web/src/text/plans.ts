/** Texts about plans. */

import { defineTexts } from "./define";
import { de } from "./de/plans";
import { en } from "./en/plans";

export const usePlanTexts = defineTexts({ en, de });
