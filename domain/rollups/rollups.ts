/**
 * Rollups: the figures of an hour and of a UTC day. The jobs fold history to rollups once the hour is over (folding.ts). This
 * file has their stored form, their paths and the times of folds.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import type { Quantity } from "../quantities/measurements.ts";
import { fields, parseChildren, asNumber, asTime, parseRecord } from "../stored.ts";
import type { Reader } from "../stored.ts";

/** Delay before a finished hour is folded: by then its readings are stored. */
const FOLD_DELAY_MS = 10 * MINUTE_MS;
/** A reading marks its hour if the hour ended longer ago. The rest of the delay is for requests in progress. */
const LATE_AFTER_MS = 2 * MINUTE_MS;

/**
 * Maximum number of sensors of a greenhouse that is folded. The memory of a fold and the size of its update grow with
 * them. The jobs fold several greenhouses at once in half a gigabyte.
 */
export const MAX_FOLDED_SENSORS = 1_000;

export const LEVELS = ["hour", "day"] as const;
export type Level = (typeof LEVELS)[number];

/** `rollups/<greenhouseId>/<uid>/<level>/<quantity>/<startMs>`. The mean is `sum / n`. */
export interface Rollup {
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  readonly n: number;
}

/** `greenhouseRollups/<greenhouseId>/<level>/<quantity>/<startMs>`, of the sensors that count (quantity-table.ts). */
export interface GreenhouseRollup {
  /** The lowest and the highest of all readings. */
  readonly min: number;
  readonly max: number;
  /** The median of the sensors' means. */
  readonly median: number;
  /** The number of sensors. */
  readonly n: number;
}

/**
 * `rollupCoverage/<greenhouseId>`. Every hour from `from` to before `until` is folded, also hours without readings.
 */
export interface Coverage {
  /** In Unix milliseconds, like `until`. */
  readonly from: number;
  readonly until: number;
  /** Each fold adds 1. */
  readonly version: number;
  /** History before this time was pruned. Its hours are not folded again. */
  readonly prunedUntil?: number;
  /** Every folded hour from this time on also has fine rollups. Absent in databases of earlier versions. */
  readonly fineFrom?: number;
  /**
   * All changes of calibrations and exclusions until then are folded, or are folded again with `again`. Absent in databases
   * of earlier versions.
   */
  readonly correctedAt?: number;
  /** Absent if no hours are to be folded again. */
  readonly again?: Again;
}

/**
 * The hours that are folded again after changes of calibrations and exclusions. `from`, `next` and `until` are starts of
 * hours, in Unix milliseconds.
 */
export interface Again {
  readonly from: number;
  /** The hours before it are done. */
  readonly next: number;
  /** Hours before this one. */
  readonly until: number;
  /**
   * Only hours of changes that were made after this time, in Unix milliseconds. Absent in databases of earlier versions: all
   * hours.
   */
  readonly since?: number;
}

export type Rollups = Readonly<Partial<Record<Quantity, Rollup>>>;

/** The length of a part of an hour in fine rollups (fine-rollups.ts). */
export const FINE_LENGTH_MS = 5 * MINUTE_MS;

const LENGTHS: Readonly<Record<Level, number>> = { hour: HOUR_MS, day: DAY_MS };

export function lengthOf(level: Level): number {
  return LENGTHS[level];
}

/** Returns the start of the hour or of the UTC day. */
export function startOf(level: Level, timeMs: number): number {
  return Math.floor(timeMs / LENGTHS[level]) * LENGTHS[level];
}

/** Returns the time before which every hour can be folded. Later readings of such an hour mark it. */
export function foldableUntil(nowMs: number): number {
  return startOf("hour", nowMs - FOLD_DELAY_MS);
}

/** Returns the hour that a reading must mark, because the hour may be folded already; otherwise undefined. */
export function lateHourOf(updatedAt: number, nowMs: number): number | undefined {
  const start = startOf("hour", updatedAt);
  return nowMs - (start + HOUR_MS) > LATE_AFTER_MS ? start : undefined;
}

export function rollupPath(
  greenhouse: string,
  uid: string,
  level: Level,
  quantity: Quantity,
): string {
  return `rollups/${greenhouse}/${uid}/${level}/${quantity}`;
}

export function greenhouseRollupPath(greenhouse: string, level: Level, quantity: Quantity): string {
  return `greenhouseRollups/${greenhouse}/${level}/${quantity}`;
}

const readCount: Reader<number> = (stored) => asNumber(stored) || undefined;
const ROLLUP = { ...fields(asNumber, "min", "max", "sum"), n: readCount };
const GREENHOUSE_ROLLUP = { ...fields(asNumber, "min", "max", "median"), n: readCount };
const COVERAGE = { ...fields(asTime, "from", "until"), version: asNumber };
const AGAIN = fields(asTime, "from", "next", "until");
const OPTIONAL = {
  ...fields(asTime, "prunedUntil", "fineFrom", "correctedAt"),
  again: (stored: unknown): Again | undefined => parseRecord(stored, AGAIN, { since: asTime }),
};

/** @param stored an hour or a day of one quantity */
export function parseRollup(stored: unknown): Rollup | undefined {
  return parseRecord(stored, ROLLUP);
}

/** @param stored an hour or a day of one quantity */
export function parseGreenhouseRollup(stored: unknown): GreenhouseRollup | undefined {
  return parseRecord(stored, GREENHOUSE_ROLLUP);
}

/** Reads rollups by their start, in the order of time. @param stored all rollups of one quantity, or a range */
export function parseSeries<T>(stored: unknown, read: Reader<T>): ReadonlyMap<number, T> {
  const found = parseChildren(stored, (child, start) => {
    const rollup = read(child);
    return rollup === undefined ? undefined : ([Number(start), rollup] as const);
  });
  return new Map(found.sort(([a], [b]) => a - b));
}

/** @param stored all hours or days of one quantity of a greenhouse, or a range */
export function parseGreenhouseSeries(stored: unknown): ReadonlyMap<number, GreenhouseRollup> {
  return parseSeries(stored, parseGreenhouseRollup);
}

/** Returns undefined if no hour is folded yet. @param stored `rollupCoverage/<greenhouseId>` */
export function parseCoverage(stored: unknown): Coverage | undefined {
  return parseRecord(stored, COVERAGE, OPTIONAL);
}
