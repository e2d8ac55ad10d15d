/** When a sensor last sent a reading, from what `lastSeen/<farmId>/<uid>` holds. */

import { MEASUREMENTS } from "./measurements.ts";
import type { Measurements } from "./measurements.ts";

/** All times are the database's, in Unix milliseconds. */
export interface LastSeen {
  /** Of the newest reading; undefined if there was none. */
  readonly at: number | undefined;
  /** Of the newest reading that had the measurement. Measurements of one reading have the same time. */
  readonly measured: Measurements;
  /** Whether the newest temperature and humidity came in one reading. Those of a batch have the same time. */
  readonly isOneReading: boolean;
}

/** @param stored a time for each set of measurements (nameMeasured) */
export function readLastSeen(stored: unknown): LastSeen {
  let at: number | undefined;
  const measured: Record<string, number> = {};
  let [together, apart] = [-Infinity, -Infinity];
  for (const [name, time] of Object.entries(stored ?? {}) as [string, unknown][]) {
    if (typeof time !== "number") continue;
    at = Math.max(at ?? time, time);
    const names = name.split(",");
    for (const each of names) measured[each] = Math.max(measured[each] ?? time, time);
    const parts = ["temperature", "humidity"].filter((part) => names.includes(part)).length;
    if (parts === 2) together = Math.max(together, time);
    if (parts === 1) apart = Math.max(apart, time);
  }
  const known = MEASUREMENTS.filter((name) => measured[name] !== undefined);
  return {
    at,
    measured: Object.fromEntries(known.map((name) => [name, measured[name]])),
    isOneReading: together > apart,
  };
}
