/** Texts of a line for many problems of the same kind. */

import { de } from "./de/storms";
import { defineTexts } from "./define";
import { en } from "./en/storms";

export const useStormTexts = defineTexts({ en, de });
