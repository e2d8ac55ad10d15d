/** Folds readings to hours, hours to days, and sensors to a greenhouse. */

import { medianOf } from "../quantities/median.ts";
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
import { FINE_LENGTH_MS, startOf } from "./rollups.ts";
import type { GreenhouseRollup, Rollup, Rollups } from "./rollups.ts";

/** The rollups of each sensor and hour with values, by uid and start. */
export type FoldedHours = ReadonlyMap<string, ReadonlyMap<number, Rollups>>;

export interface Folded {
  readonly hours: FoldedHours;
  /** The same for each five minutes, of the hours that have fine rollups. */
  readonly fine: FoldedHours;
}

/**
 * Adds up minimum, maximum, sum and number of values. The sum is compensated (Neumaier 1974), so that its error does not
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

  get rollup(): Rollup {
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

  get rollups(): Rollups {
    const found = QUANTITIES.flatMap((quantity) => {
      const tally = this.#tallies.get(quantity);
      return tally === undefined ? [] : [[quantity, tally.rollup] as const];
    });
    return Object.fromEntries(found);
  }
}

/** Folds readings of many sensors into parts of time of one length, in any order. */
class SensorFolds {
  readonly #startOf: (timeMs: number) => number;
  readonly #folds = new Map<string, Map<number, HourFold>>();
  #parts = 0;

  constructor(startOfPart: (timeMs: number) => number) {
    this.#startOf = startOfPart;
  }

  add(uid: string, at: number, measurements: Measurements): void {
    const parts = this.#folds.get(uid) ?? new Map<number, HourFold>();
    this.#folds.set(uid, parts);
    const start = this.#startOf(at);
    let fold = parts.get(start);
    if (fold === undefined) {
      fold = new HourFold();
      parts.set(start, fold);
      this.#parts += 1;
    }
    fold.add(measurements);
  }

  get sensors(): number {
    return this.#folds.size;
  }

  /** The number of parts of all sensors together. */
  get parts(): number {
    return this.#parts;
  }

  get folded(): FoldedHours {
    return new Map(
      Array.from(this.#folds, ([uid, parts]) => [
        uid,
        new Map(Array.from(parts, ([start, { rollups }]) => [start, rollups])),
      ]),
    );
  }
}

/** Folds readings of many sensors and hours, in any order. */
export class SensorHourFolds {
  readonly #hours = new SensorFolds((timeMs) => startOf("hour", timeMs));
  readonly #fine = new SensorFolds(
    (timeMs) => Math.floor(timeMs / FINE_LENGTH_MS) * FINE_LENGTH_MS,
  );
  readonly #fineFrom: number;

  /** @param fineFrom later readings are also folded to five minutes, in Unix milliseconds */
  constructor(fineFrom: number) {
    this.#fineFrom = fineFrom;
  }

  /** @param at the reading's time, in Unix milliseconds */
  add(uid: string, at: number, measurements: Measurements): void {
    this.#hours.add(uid, at, measurements);
    if (at >= this.#fineFrom) this.#fine.add(uid, at, measurements);
  }

  get sensors(): number {
    return this.#hours.sensors;
  }

  /** The number of hours of all sensors together. */
  get sensorHours(): number {
    return this.#hours.parts;
  }

  get folded(): Folded {
    return { hours: this.#hours.folded, fine: this.#fine.folded };
  }
}

/** Returns the counted values of a reading, and the quantities derived from its temperature and humidity. */
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

/** Folds one sensor's readings of an hour. */
export function foldHour(readings: Iterable<Measurements>): Rollups {
  const fold = new HourFold();
  for (const reading of readings) fold.add(reading);
  return fold.rollups;
}

/** Folds the hours of one sensor and quantity; undefined without values. */
export function foldDay(hours: Iterable<Rollup>): Rollup | undefined {
  let day: Rollup | undefined;
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

/** Whether a sensor is part of the rollups of its greenhouse. @param isAir whether the sensor measures the air */
export function isSummedUp(quantity: Quantity, isAir: boolean): boolean {
  return QUANTITY[quantity].summary !== "none" && isOfGreenhouse(quantity, isAir);
}

/** Folds the rollups of a greenhouse's sensors, for one quantity and time; undefined without sensors. */
export function foldGreenhouse(sensors: readonly Rollup[]): GreenhouseRollup | undefined {
  const median = medianOf(sensors.map(({ sum, n }) => sum / n));
  if (median === undefined) return undefined;
  return {
    min: Math.min(...sensors.map(({ min }) => min)),
    max: Math.max(...sensors.map(({ max }) => max)),
    median,
    n: sensors.length,
  };
}
