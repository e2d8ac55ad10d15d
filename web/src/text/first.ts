/** The first steps of a new farm, and the limits that a new greenhouse begins with. */

import { de } from "./de/first";
import { defineTexts } from "./define";
import { en } from "./en/first";

export const useFirstTexts = defineTexts({ en, de });
