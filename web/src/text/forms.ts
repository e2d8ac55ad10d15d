/** Texts of forms with numbers, and of forms that several people may edit at once. */

import { de } from "./de/forms";
import { defineTexts } from "./define";
import { en } from "./en/forms";

export const useFormTexts = defineTexts({ en, de });
