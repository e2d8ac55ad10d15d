/** Alerts in English. */

import { FINDINGS } from "./finding-words.ts";
import { NAMES } from "./names.ts";
import type { AlertWords } from "./words.ts";

export const en: AlertWords = {
  locale: "en-GB",
  names: NAMES.en,
  findings: FINDINGS.en,
  lastValue: (moment) => `no value since ${moment}: this is the last one`,
  whatIsOver: ({ kind, name, value, bound, duration }) => {
    if (kind === "silent") return `${name ?? "sending"} again after ${duration}`;
    if (value !== undefined) return `${value} again`;
    switch (kind) {
      case "below":
        return `no longer below ${bound}`;
      case "above":
        return `no longer above ${bound}`;
      case "fault":
        return `sends no ${name ?? "value"} any more`;
      case "battery":
        return "battery no longer low";
    }
  },
  outputIsOver: {
    unapplied: (name) => `${name} waits for no order any more`,
    limit: (name) => `no order of ${name} is held back by its daily limit any more`,
    manual: (name) => `${name} no longer on by hand`,
  },
  lowest: (value) => `lowest ${value}`,
  highest: (value) => `highest ${value}`,
};
