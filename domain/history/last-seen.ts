/** Parses `lastSeen/<farmId>/<uid>`: when a sensor last sent a reading and each measurement. */

import { DAY_MS } from "../time.ts";
import { AMBIENT, MEASUREMENTS } from "../quantities/measurements.ts";
import type { Measurement, Measurements } from "../quantities/measurements.ts";
import { asTime, entriesOf } from "../stored.ts";

/** All times are the database's, in Unix milliseconds. */
export interface LastSeen {
  /** Time of the newest reading; undefined if there was none. */
  readonly at: number | undefined;
  /** Time of the newest reading with the measurement. Measurements of one reading have the same time. */
  readonly measured: Measurements;
  /** Measurements whose newest reading came with the key in the body. At equal times, the signed reading counts. */
  readonly unsigned: readonly Measurement[];
  /** Whether the newest temperature and humidity came in one reading. Readings of a batch have the same time. */
  readonly isOneReading: boolean;
}

/** Vpd and dew point are computed from both (derived.ts), so these two must come from one reading. */
const PAIR: readonly Measurement[] = ["temperature", "humidity"];
const TOGETHER = PAIR.join(",");
/** The name that a reading without a measurement renews. */
const SIGN_OF_LIFE = "none";
/** Prefix of the names that a reading with the key in the body renews. So it never dates a signed value. */
const UNSIGNED = "unsigned";
const unsigned = (name: string): string => `${UNSIGNED},${name}`;

/** All names of `lastSeen/<farmId>/<uid>/<name>`. A sensor cannot have other names, whatever it sends. */
export const LAST_SEEN_NAMES: readonly string[] = [
  ...MEASUREMENTS,
  TOGETHER,
  ...[...AMBIENT, TOGETHER].map(unsigned),
  SIGN_OF_LIFE,
];

/** Returns the names that a reading renews. If it has temperature and humidity, it renews their common name instead. */
export function lastSeenNames(measurements: Measurements, isSigned = true): readonly string[] {
  const names = measuredNames(measurements);
  if (names.length === 0) return [SIGN_OF_LIFE];
  return isSigned ? names : names.map(unsigned);
}

function measuredNames(measurements: Measurements): readonly string[] {
  const names = MEASUREMENTS.filter((name) => measurements[name] !== undefined);
  if (PAIR.some((name) => measurements[name] === undefined)) return names;
  return [TOGETHER, ...names.filter((name) => !PAIR.includes(name))];
}

/** Younger names may be renewed: some boards send certain measurements together only now and then. */
export const KEPT_FOR_MS = 30 * DAY_MS;

/**
 * Returns the names that are no longer needed: not renewed for 30 days, and each of their measurements came later under
 * another name. Without them `parseLastSeen` returns the same.
 * @param stored as `parseLastSeen`
 */
export function supersededNames(stored: unknown, nowMs: number): readonly string[] {
  const { at, measured } = parseLastSeen(stored);
  return entriesOf(stored).flatMap(([name, time]) => {
    if (typeof time !== "number" || nowMs - time <= KEPT_FOR_MS || time === at) return [];
    const isNewest = name.split(",").some((part) => measured[part as Measurement] === time);
    return isNewest ? [] : [name];
  });
}

/** @param stored a time for each name. Names of earlier versions join any measurements by commas. */
export function parseLastSeen(stored: unknown): LastSeen {
  let at: number | undefined;
  const measured: Record<string, number> = {};
  const signed: Record<string, number> = {};
  let [together, apart] = [-Infinity, -Infinity];
  for (const [name, value] of entriesOf(stored)) {
    const time = asTime(value);
    if (time === undefined) continue;
    at = Math.max(at ?? time, time);
    const names = name.split(",");
    for (const times of names.includes(UNSIGNED) ? [measured] : [measured, signed])
      for (const part of names) times[part] = Math.max(times[part] ?? time, time);
    const parts = PAIR.filter((part) => names.includes(part)).length;
    if (parts === 2) together = Math.max(together, time);
    if (parts === 1) apart = Math.max(apart, time);
  }
  const found = MEASUREMENTS.filter((name) => measured[name] !== undefined);
  return {
    at,
    measured: Object.fromEntries(found.map((name) => [name, measured[name]])),
    unsigned: found.filter((name) => measured[name] !== signed[name]),
    isOneReading: together > apart,
  };
}
