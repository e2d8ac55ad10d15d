/** The limits that a new greenhouse can start with. Owners change them in its form. */

import type { Thresholds } from "@greenhouse/domain/quantities/measurements";

/** In °C. Frost limits leave time to heat. Limits of a crop come before cold or heat does lasting harm. */
const FIRST_LIMITS = {
  frost: { temperature: { min: 2 } },
  tomatoes: { temperature: { min: 12, max: 32 } },
  cucumbers: { temperature: { min: 15, max: 34 } },
  lettuce: { temperature: { min: 3, max: 26 } },
  strawberries: { temperature: { min: 4, max: 28 } },
  herbs: { temperature: { min: 8, max: 30 } },
  seedlings: { temperature: { min: 16, max: 30 } },
  none: {},
} as const satisfies Readonly<Record<string, Thresholds>>;

export type FirstLimits = keyof typeof FIRST_LIMITS;
/** The form proposes the first choice, because frost harms every greenhouse. */
export const FIRST_CHOICES = Object.keys(FIRST_LIMITS) as readonly FirstLimits[];

export function isFirstLimits(name: string): name is FirstLimits {
  return Object.hasOwn(FIRST_LIMITS, name);
}

export function firstLimitsOf(name: FirstLimits): Thresholds {
  return FIRST_LIMITS[name];
}
