/** Texts about outputs. */

import { defineTexts } from "./define";
import { de } from "./de/outputs";
import { en } from "./en/outputs";

export const useOutputTexts = defineTexts({ en, de });
