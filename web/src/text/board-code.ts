/** Texts of the code for a board. A greenhouse without readings shows it, too. */

import { de } from "./de/board-code";
import { defineTexts } from "./define";
import { en } from "./en/board-code";

export const useBoardCodeTexts = defineTexts({ en, de });
