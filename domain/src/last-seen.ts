/** When a sensor last sent a reading, from what `lastSeen/<farmId>/<uid>` holds. */

import { MEASUREMENTS } from "./measurements.ts";
import type { Measurements } from "./measurements.ts";

/** All times are the database's, in Unix milliseconds. */
export interface LastSeen {
  /** Of the newest reading; undefined if there was none. */
  readonly at: number | undefined;
  /** Of the newest reading that had the measurement. Measurements of one reading have the same time. */
  readonly measured: Measurements;
}

/** @param stored a time for each set of measurements (nameMeasured) */
export function readLastSeen(stored: unknown): LastSeen {
  let at: number | undefined;
  const measured: Record<string, number> = {};
  for (const [name, time] of Object.entries(stored ?? {}) as [string, unknown][]) {
    if (typeof time !== "number") continue;
    at = Math.max(at ?? time, time);
    for (const each of name.split(",")) measured[each] = Math.max(measured[each] ?? time, time);
  }
  const known = MEASUREMENTS.filter((name) => measured[name] !== undefined);
  return { at, measured: Object.fromEntries(known.map((name) => [name, measured[name]])) };
}
