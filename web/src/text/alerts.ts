/** The texts of the alerts. */

import { de } from "./alerts-de";
import { en } from "./alerts-en";
import { defineTexts } from "./define";

export const useAlertTexts = defineTexts({ en, de });
