/** Alerts in English. */

import { FINDINGS } from "./finding-words.ts";
import { NAMES } from "./names.ts";
import type { AlertWords } from "./words.ts";

export const en: AlertWords = {
  locale: "en-GB",
  names: NAMES.en,
  findings: FINDINGS.en,
  lastValue: (moment) => `last value from ${moment}, none since`,
  whatIsOver: ({ kind, name, value, bound, duration }) => {
    if (kind === "silent") return `${name ?? "sending"} again after ${duration}`;
    if (value !== undefined) return `${value} again`;
    switch (kind) {
      case "below":
        return `no longer below ${bound}`;
      case "above":
        return `no longer above ${bound}`;
      case "fault":
        return `no longer sends ${name ?? "the value"}`;
      case "battery":
        return "battery no longer low";
    }
  },
  outputIsOver: {
    unapplied: (name) => `no open order for ${name}`,
    limit: (name) => `${name} no longer held back by its daily limit`,
    manual: (name) => `${name} no longer on by hand`,
    blind: (name) => `${name}: plan has fresh values again, or no longer needs them`,
    ineffective: (name) => `${name}: no longer three runs without wetter soil`,
  },
};
