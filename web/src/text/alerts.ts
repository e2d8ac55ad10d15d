/** Loads the texts of the alerts. */

import { en } from "./alerts-en";
import type { AlertTexts } from "./alerts-en";
import type { Language } from "./language";

export async function loadAlertTexts(language: Language): Promise<AlertTexts> {
  switch (language) {
    case "en":
      return en;
    case "de":
      return (await import("./alerts-de")).de;
  }
}
