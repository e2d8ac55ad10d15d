/** Texts about alerts. */

import { de } from "./de/alerts";
import { en } from "./en/alerts";
import { defineTexts } from "./define";

export const useAlertTexts = defineTexts({ en, de });
