/** Texts of the imports of a farm. */

import { de } from "./de/imports";
import { defineTexts } from "./define";
import { en } from "./en/imports";

export const useImportTexts = defineTexts({ en, de });
