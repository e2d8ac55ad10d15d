/** The texts of the lines about pending changes and versions: in both languages, with the views that show them. */

import { usePage } from "../shared/page";
import { de } from "../text/offline-de";
import { en } from "../text/offline-en";
import type { OfflineTexts } from "../text/offline-en";

const TEXTS = { en, de };

export function useOfflineTexts(): OfflineTexts {
  return TEXTS[usePage().language];
}
