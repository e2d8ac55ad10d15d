/** The texts of the outputs. */

import { defineTexts } from "./define";
import { de } from "./outputs-de";
import { en } from "./outputs-en";

export const useOutputTexts = defineTexts({ en, de });
