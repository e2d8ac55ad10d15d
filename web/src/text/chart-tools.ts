/** The texts of the charts' tools. */

import { de } from "./chart-tools-de";
import { en } from "./chart-tools-en";
import { defineTexts } from "./define";

export const useToolTexts = defineTexts({ en, de });
