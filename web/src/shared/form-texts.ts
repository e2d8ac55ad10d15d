/** The texts of forms, apart from the page's: in both languages, with the views that have such forms. */

import { de } from "../text/forms-de";
import { en } from "../text/forms-en";
import type { FormTexts } from "../text/forms-en";
import { usePage } from "./page";

const TEXTS = { en, de };

export function useFormTexts(): FormTexts {
  return TEXTS[usePage().language];
}
