/** Texts of the list of farms and the account menu. */

import { de } from "./de/farms";
import { defineTexts } from "./define";
import { en } from "./en/farms";

export const useFarmsTexts = defineTexts({ en, de });
