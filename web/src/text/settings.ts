/** Texts of settings and keys. */

import { de } from "./de/settings";
import { defineTexts } from "./define";
import { en } from "./en/settings";

export const useSettingsTexts = defineTexts({ en, de });
