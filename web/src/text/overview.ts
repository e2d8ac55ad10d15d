/** Texts of the overview: its list on a phone, and the outputs that are on. */

import { de } from "./de/overview";
import { defineTexts } from "./define";
import { en } from "./en/overview";

export const useOverviewTexts = defineTexts({ en, de });
