/** Loads the texts of the charts' tools. */

import { en } from "./chart-tools-en";
import type { ChartToolTexts } from "./chart-tools-en";
import type { Language } from "./language";

export async function loadChartToolTexts(language: Language): Promise<ChartToolTexts> {
  switch (language) {
    case "en":
      return en;
    case "de":
      return (await import("./chart-tools-de")).de;
  }
}
