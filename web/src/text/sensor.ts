/** Texts of the page of one sensor. */

import { de } from "./de/sensor";
import { en } from "./en/sensor";
import { defineTexts } from "./define";

export const useSensorPageTexts = defineTexts({ en, de });
