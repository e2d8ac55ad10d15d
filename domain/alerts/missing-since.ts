/** Finds out whether the present value of a quantity is unknown, for open alerts. Page and jobs share it. */

import { freshnessOf, isStale } from "./condition.ts";
import type { LastSeen } from "../history/last-seen.ts";
import { partsOf } from "../quantities/measurements.ts";
import type { Quantity } from "../quantities/measurements.ts";

/**
 * Returns when a quantity was last measured, if nobody knows its present value because its sensor or its probe is silent.
 * Returns undefined otherwise. Times are in Unix milliseconds.
 */
export function missingSince(
  quantity: Quantity,
  { at, measured }: LastSeen,
  silentAfterMs: number,
  now: number,
): number | undefined {
  if (at === undefined) return undefined;
  const times = partsOf(quantity).map((part) => [part, measured[part] ?? at] as const);
  const isMissing =
    freshnessOf(at, silentAfterMs, now) === "silent" ||
    times.some(([part, time]) => isStale(part, time, silentAfterMs, now));
  return isMissing ? Math.min(...times.map(([, time]) => time)) : undefined;
}
