/** The overview, in German. */

import type { OverviewTexts } from "../en/overview";

export const de: OverviewTexts = {
  list: {
    filter: "Anzeigen",
    shown: { all: "Alle", problems: "Probleme" },
    order: "Sortieren",
    orders: {
      worst: "Probleme zuerst",
      name: "Nach Name",
      coldest: "Kälteste zuerst",
      warmest: "Wärmste zuerst",
    },
    none: "Kein Gewächshaus hat ein Problem.",
  },
  running: {
    on: "an",
    isOn: (name, value, left) =>
      left === undefined ? `${name} ${value}` : `${name} ${value}, noch ${left}`,
    wasOn: (name, value, until) =>
      `${name} ${value}${until === undefined ? "" : ` bis ${until}`} (zuletzt bekannt)`,
    states: {
      switching: (name) => `${name} wird eingeschaltet`,
      unordered: (name, value) => `${name} ${value} ohne Auftrag`,
      "by-hand": (name, value) => `${name} ${value}, am Board geschaltet`,
      fallback: (name, value) => `${name} ${value}, durch die Notregelung des Boards`,
      unheard: (name) => `${name}: Board offline`,
    },
  },
};
