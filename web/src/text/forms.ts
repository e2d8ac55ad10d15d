/** The texts of forms with numbers and of those that several people may fill in at once. */

import { de } from "./de/forms";
import { defineTexts } from "./define";
import { en } from "./en/forms";

export const useFormTexts = defineTexts({ en, de });
