/** Alerts in German. */

import { FINDINGS } from "./finding-words.ts";
import { NAMES } from "./names.ts";
import type { AlertWords } from "./words.ts";

export const de: AlertWords = {
  locale: "de",
  names: NAMES.de,
  findings: FINDINGS.de,
  lastValue: (moment) => `kein Wert seit ${moment}: das ist der letzte`,
  whatIsOver: ({ kind, name, value, bound, duration }) => {
    if (kind === "silent")
      return name === undefined
        ? `sendet nach ${duration} wieder`
        : `${name} nach ${duration} wieder da`;
    if (value !== undefined) return `wieder ${value}`;
    switch (kind) {
      case "below":
        return `nicht mehr unter ${bound}`;
      case "above":
        return `nicht mehr über ${bound}`;
      case "fault":
        return `sendet ${name ?? "den Wert"} nicht mehr`;
      case "battery":
        return "Batterie nicht mehr schwach";
    }
  },
  outputIsOver: {
    unapplied: (name) => `${name}: keine Anordnung ist mehr offen`,
    limit: (name) => `keine Anordnung für ${name} wird mehr vom Tageslimit aufgehalten`,
    manual: (name) => `${name} nicht mehr von Hand an`,
  },
  lowest: (value) => `Tiefstwert ${value}`,
  highest: (value) => `Höchstwert ${value}`,
};
