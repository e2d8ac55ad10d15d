/** The texts of this view, apart from the page's: in both languages. */

import { usePage } from "../shared/page";
import { de } from "../text/sensors-de";
import { en } from "../text/sensors-en";
import type { SensorTexts } from "../text/sensors-en";

const TEXTS = { en, de };

export function useSensorTexts(): SensorTexts {
  return TEXTS[usePage().language];
}
