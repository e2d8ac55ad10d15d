/** The texts of the list of farms, apart from the page's: in both languages. */

import { de } from "../text/farms-de";
import { en } from "../text/farms-en";
import type { FarmsTexts } from "../text/farms-en";
import { usePage } from "./page";

const TEXTS = { en, de };

export function useFarmsTexts(): FarmsTexts {
  return TEXTS[usePage().language];
}
