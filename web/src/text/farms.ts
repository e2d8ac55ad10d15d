/** The list of farms, and the account menu: creating, joining and leaving a farm. */

import { de } from "./de/farms";
import { defineTexts } from "./define";
import { en } from "./en/farms";

export const useFarmsTexts = defineTexts({ en, de });
