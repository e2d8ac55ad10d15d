/** Texts of the first steps of a new farm, and of the first limits of a new greenhouse. */

import { de } from "./de/first";
import { defineTexts } from "./define";
import { en } from "./en/first";

export const useFirstTexts = defineTexts({ en, de });
