/** The texts of settings and keys, apart from the page's: in both languages, with the views that show them. */

import { de } from "../text/settings-de";
import { en } from "../text/settings-en";
import type { SettingsTexts } from "../text/settings-en";
import { usePage } from "./page";

const TEXTS = { en, de };

export function useSettingsTexts(): SettingsTexts {
  return TEXTS[usePage().language];
}
