/** Loads the texts of the daily figures. */

import { en } from "./daily-en";
import type { DailyTexts } from "./daily-en";
import type { Language } from "./language";

export async function loadDailyTexts(language: Language): Promise<DailyTexts> {
  switch (language) {
    case "en":
      return en;
    case "de":
      return (await import("./daily-de")).de;
  }
}
