/** Texts of the file of a farm. */

import { de } from "./de/export";
import { defineTexts } from "./define";
import { en } from "./en/export";

export const useExportTexts = defineTexts({ en, de });
