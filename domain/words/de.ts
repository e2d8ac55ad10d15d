/** Alerts in German. */

import { FINDINGS } from "./finding-words.ts";
import { NAMES } from "./names.ts";
import type { AlertWords } from "./words.ts";

export const de: AlertWords = {
  locale: "de",
  names: NAMES.de,
  findings: FINDINGS.de,
  lastValue: (moment) => `letzter Wert von ${moment}, seitdem keiner`,
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
    unapplied: (name) => `kein offener Schaltbefehl für ${name}`,
    limit: (name) => `${name} nicht mehr durch das Tageslimit gesperrt`,
    manual: (name) => `${name} nicht mehr von Hand an`,
    blind: (name) => `${name}: Plan hat wieder frische Werte oder braucht keine mehr`,
    ineffective: (name) => `${name}: nicht mehr drei Läufe ohne feuchteren Boden`,
  },
};
