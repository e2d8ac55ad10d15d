/** Texts of an opened invitation, and of a farm that the person may not see. */

import { de } from "./de/join";
import { defineTexts } from "./define";
import { en } from "./en/join";

export const useJoinTexts = defineTexts({ en, de });
