/** First steps of a new farm, and the first limits of a new greenhouse, in English. */

import type { FirstLimits } from "../../model/farm/first-limits";
import type { FirstStep } from "../../model/farm/first-steps";

export const en = {
  steps: {
    title: (done: number, all: number): string => `First steps: ${done} of ${all} done`,
    done: "done",
    names: {
      greenhouse: "Add a greenhouse",
      sensor: "Add a sensor",
      limits: "Set limits",
      alerts: "Switch alerts on",
      messages: "Get alerts by e-mail or push",
    } satisfies Record<FirstStep, string> as Readonly<Record<FirstStep, string>>,
  },
  limits: {
    label: "Limits to start with",
    hint: "Values outside these limits are flagged. You can change them at any time.",
    noneHint: "Nothing is checked until you set limits.",
    names: {
      frost: "Frost",
      tomatoes: "Tomatoes, peppers",
      cucumbers: "Cucumbers, melons",
      lettuce: "Lettuce, spinach",
      strawberries: "Strawberries",
      herbs: "Herbs",
      seedlings: "Seedlings",
      none: "No limits",
    } satisfies Record<FirstLimits, string> as Readonly<Record<FirstLimits, string>>,
  },
};

export type FirstTexts = typeof en;
