/** Texts about boards: how they are, and the interval that they are asked for. */

import { de } from "./de/boards";
import { en } from "./en/boards";
import { defineTexts } from "./define";

export const useBoardTexts = defineTexts({ en, de });
