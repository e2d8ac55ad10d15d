/**
 * Roll-ups: the figures of an hour and of a UTC day, folded from history by the jobs once the hour is over. Here is
 * what they are, where they are stored and how they are computed. Pure.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { derive } from "../quantities/derived.ts";
import {
  countedValue,
  DERIVED,
  isOfGreenhouse,
  MEASUREMENTS,
  QUANTITIES,
  QUANTITY,
} from "../quantities/measurements.ts";
import type { Measurements, Quantity } from "../quantities/measurements.ts";
import { entriesOf, numberOf } from "../stored.ts";

/** An hour is folded when it ended so long ago: by then its readings are stored. */
const FOLD_DELAY_MS = 10 * MINUTE_MS;
/** A reading of an hour that ended longer ago marks that hour. The rest of the delay is for requests in progress. */
const LATE_AFTER_MS = 2 * MINUTE_MS;

/**
 * The most sensors of a greenhouse that is rolled up. The memory of a fold and the size of its update grow with them: the
 * jobs fold several greenhouses at once in half a gigabyte.
 */
export const MAX_FOLDED_SENSORS = 1_000;

export const LEVELS = ["hour", "day"] as const;
export type Level = (typeof LEVELS)[number];

/** `rollups/<greenhouseId>/<uid>/<level>/<quantity>/<startMs>`. The mean is `sum / n`. */
export interface RollUp {
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  readonly n: number;
}

/** `greenhouseRollups/<greenhouseId>/<level>/<quantity>/<startMs>`: over the sensors that count (quantity-table.ts). */
export interface GreenhouseRollUp {
  /** The lowest and the highest of all readings. */
  readonly min: number;
  readonly max: number;
  /** Of the sensors' means. */
  readonly median: number;
  /** How many sensors. */
  readonly n: number;
}

/**
 * `rollupCoverage/<greenhouseId>`: every hour from `from` to before `until` is folded, also where nothing was measured.
 */
export interface Coverage {
  /** Unix milliseconds, as `until`. */
  readonly from: number;
  readonly until: number;
  /** One more with each fold. */
  readonly version: number;
  /** History before this was pruned: its hours are not folded again. */
  readonly prunedUntil?: number;
}

export type RollUps = Readonly<Partial<Record<Quantity, RollUp>>>;

const LENGTHS: Readonly<Record<Level, number>> = { hour: HOUR_MS, day: DAY_MS };

export function lengthOf(level: Level): number {
  return LENGTHS[level];
}

/** When the hour or the UTC day began. */
export function startOf(level: Level, timeMs: number): number {
  return Math.floor(timeMs / LENGTHS[level]) * LENGTHS[level];
}

/** Before this, every hour can be folded: what is stored later for such an hour marks it. */
export function foldableUntil(nowMs: number): number {
  return startOf("hour", nowMs - FOLD_DELAY_MS);
}

/** The hour that a reading must mark, because it may have been folded already; undefined where it needs no mark. */
export function lateHourOf(updatedAt: number, nowMs: number): number | undefined {
  const start = startOf("hour", updatedAt);
  return nowMs - (start + HOUR_MS) > LATE_AFTER_MS ? start : undefined;
}

export function rollUpPath(
  greenhouse: string,
  uid: string,
  level: Level,
  quantity: Quantity,
): string {
  return `rollups/${greenhouse}/${uid}/${level}/${quantity}`;
}

export function greenhouseRollUpPath(greenhouse: string, level: Level, quantity: Quantity): string {
  return `greenhouseRollups/${greenhouse}/${level}/${quantity}`;
}

/** @param stored an hour or a day of one quantity */
export function readRollUp(stored: unknown): RollUp | undefined {
  const [min, max, sum, n] = ["min", "max", "sum", "n"].map((name) => numberOf(stored, name));
  if (min === undefined || max === undefined || sum === undefined || !n) return undefined;
  return { min, max, sum, n };
}

/** @param stored an hour or a day of one quantity */
export function readGreenhouseRollUp(stored: unknown): GreenhouseRollUp | undefined {
  const [min, max, median, n] = ["min", "max", "median", "n"].map((name) => numberOf(stored, name));
  if (min === undefined || max === undefined || median === undefined || !n) return undefined;
  return { min, max, median, n };
}

/** Roll-ups by their start, in the order of time. @param stored those of one quantity, or a range of them */
export function readSeries<T>(
  stored: unknown,
  read: (stored: unknown) => T | undefined,
): ReadonlyMap<number, T> {
  const found = entriesOf(stored).flatMap(([start, value]) => {
    const rollUp = read(value);
    return rollUp === undefined ? [] : [[Number(start), rollUp] as const];
  });
  return new Map(found.sort(([a], [b]) => a - b));
}

/** Undefined where nothing is folded yet. @param stored `rollupCoverage/<greenhouseId>` */
export function readCoverage(stored: unknown): Coverage | undefined {
  const [from, until] = [numberOf(stored, "from"), numberOf(stored, "until")];
  const version = numberOf(stored, "version");
  if (from === undefined || until === undefined || version === undefined) return undefined;
  const prunedUntil = numberOf(stored, "prunedUntil");
  return { from, until, version, ...(prunedUntil !== undefined && { prunedUntil }) };
}

/**
 * Minimum, maximum and mean of values, as they come. The sum is compensated (Neumaier 1974), so that its error does not
 * grow with their number: https://doi.org/10.1002/zamm.19740540106
 */
class Tally {
  #min = Infinity;
  #max = -Infinity;
  #sum = 0;
  #lost = 0;
  #n = 0;

  add(value: number): void {
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    const sum = this.#sum + value;
    const isSumLarger = Math.abs(this.#sum) >= Math.abs(value);
    this.#lost += isSumLarger ? this.#sum - sum + value : value - sum + this.#sum;
    this.#sum = sum;
    this.#n += 1;
  }

  get rollUp(): RollUp {
    return { min: this.#min, max: this.#max, sum: this.#sum + this.#lost, n: this.#n };
  }
}

/** Folds readings of one sensor and hour that come one by one, in any order. */
export class HourFold {
  readonly #tallies = new Map<Quantity, Tally>();

  add(reading: Measurements): void {
    for (const [quantity, value] of countedIn(reading)) {
      const tally = this.#tallies.get(quantity) ?? new Tally();
      tally.add(value);
      this.#tallies.set(quantity, tally);
    }
  }

  get rollUps(): RollUps {
    const found = QUANTITIES.flatMap((quantity) => {
      const tally = this.#tallies.get(quantity);
      return tally === undefined ? [] : [[quantity, tally.rollUp] as const];
    });
    return Object.fromEntries(found);
  }
}

/** Every value of a reading that counts, with those that follow from its temperature and humidity. */
export function countedIn(reading: Measurements): readonly (readonly [Quantity, number])[] {
  const measured = MEASUREMENTS.flatMap((name) => {
    const sent = reading[name];
    const value = sent === undefined ? undefined : countedValue(name, sent);
    return value === undefined ? [] : [[name, value] as const];
  });
  const { temperature, humidity }: Measurements = Object.fromEntries(measured);
  if (temperature === undefined || humidity === undefined) return measured;
  const derived = derive(temperature, humidity);
  if (derived === undefined) return measured;
  return [...measured, ...DERIVED.map((name) => [name, derived[name]] as const)];
}

/** Of one sensor's readings of an hour. */
export function foldHour(readings: Iterable<Measurements>): RollUps {
  const fold = new HourFold();
  for (const reading of readings) fold.add(reading);
  return fold.rollUps;
}

/** Of one sensor and quantity; undefined where nothing was measured. */
export function foldDay(hours: Iterable<RollUp>): RollUp | undefined {
  let day: RollUp | undefined;
  for (const { min, max, sum, n } of hours) {
    day = {
      min: Math.min(day?.min ?? min, min),
      max: Math.max(day?.max ?? max, max),
      sum: (day?.sum ?? 0) + sum,
      n: (day?.n ?? 0) + n,
    };
  }
  return day;
}

/** Whether a sensor's values are summed up with those of others in its greenhouse. @param isAir whether it measures the air */
export function isSummedUp(quantity: Quantity, isAir: boolean): boolean {
  return QUANTITY[quantity].summary !== "none" && isOfGreenhouse(quantity, isAir);
}

/** Of one quantity and hour or day, from that of each sensor that is summed up; undefined where nothing was measured. */
export function foldGreenhouse(sensors: readonly RollUp[]): GreenhouseRollUp | undefined {
  if (sensors.length === 0) return undefined;
  const means = sensors.map(({ sum, n }) => sum / n).sort((a, b) => a - b);
  const middle = means.length / 2;
  const [low = 0, high = 0] = [means[Math.ceil(middle) - 1], means[Math.floor(middle)]];
  return {
    min: Math.min(...sensors.map(({ min }) => min)),
    max: Math.max(...sensors.map(({ max }) => max)),
    median: (low + high) / 2,
    n: sensors.length,
  };
}
