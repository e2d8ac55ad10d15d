/** The hours of light that plans with the light of the day need. Jobs and page read them. */

import { asNumber } from "../../stored.ts";
import { plantLight } from "../../rollups/daily.ts";
import type { HourMean, LightSource } from "../../rollups/daily.ts";
import {
  greenhouseRollupPath,
  parseGreenhouseRollup,
  parseRollup,
  parseSeries,
  rollupPath,
} from "../../rollups/rollups.ts";
import { DAY_MS, HOUR_MS } from "../../time.ts";

/** Where the light is measured. */
export interface LightPlace {
  readonly greenhouse: string;
  /** The uid of a sensor; undefined: the median of the greenhouse. */
  readonly source: string | undefined;
}

/** Today may have begun 25 hours ago. */
export const LIGHT_MS = 2 * DAY_MS;
export const MAX_LIGHT_HOURS = LIGHT_MS / HOUR_MS + 1;

export const LIGHT_QUANTITIES = ["light", "ppfd"] as const;
export type LightQuantity = (typeof LIGHT_QUANTITIES)[number];

/** Returns the path of the hours. Read those of the last `LIGHT_MS`. */
export function lightPath({ greenhouse, source }: LightPlace, quantity: LightQuantity): string {
  return source === undefined
    ? greenhouseRollupPath(greenhouse, "hour", quantity)
    : rollupPath(greenhouse, source, "hour", quantity);
}

/**
 * Returns the light that plants can use, for `planValue`.
 * @param stored the hours at `lightPath`, by quantity
 */
export function lightHours(
  { source }: LightPlace,
  stored: Readonly<Partial<Record<LightQuantity, unknown>>>,
  lightSource: LightSource,
): readonly HourMean[] {
  const hours = (quantity: LightQuantity): readonly HourMean[] =>
    [...parseSeries(stored[quantity], source === undefined ? medianOf : meanOf)].map(
      ([startMs, mean]) => ({ startMs, mean }),
    );
  return plantLight(hours("light"), hours("ppfd"), lightSource);
}

function medianOf(stored: unknown): number | undefined {
  return parseGreenhouseRollup(stored)?.median;
}

function meanOf(stored: unknown): number | undefined {
  const rollup = parseRollup(stored);
  return rollup && asNumber(rollup.sum / rollup.n);
}
