/**
 * Corrects readings. Everything that shows or computes figures gets readings through this module: stored history through
 * `parseHistoryEntry`, newest values through `newestValue`. Only exports and lists that say so show readings as they were sent.
 * Pure.
 */

import { entriesOf, oneOf } from "../stored.ts";
import { parseCalibration, parseExclusion } from "./corrections-model.ts";
import type { Calibration, Exclusion } from "./corrections-model.ts";
import { countedValue, MEASUREMENTS, QUANTITY } from "./measurements.ts";
import type { Measurement, Measurements } from "./measurements.ts";

/** A reading of a sensor. */
export interface ReadingOf {
  readonly uid: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** The id of the import that brought it (imports.ts); undefined if its board sent it. */
  readonly import?: string | undefined;
}

export interface Corrected {
  /** The calibrated values that count. A fault of the sensor is among them, see `countedValue`. */
  readonly values: Measurements;
  /** The calibrated values that do not count; undefined without. */
  readonly excluded: Measurements | undefined;
}

/** The corrections of one sensor, with those that were undone. */
export interface SensorCorrections {
  /** In the order of `from`, then of `at`, then of `key`. */
  readonly calibrations: readonly Calibration[];
  readonly exclusions: readonly Exclusion[];
}

/** The calibrations and exclusions of a farm. The object never changes. */
export interface Corrections {
  /** Returns the reading as figures use it. */
  readonly correct: (reading: ReadingOf, sent: Measurements) => Corrected;
  /** Returns one value of a reading; undefined if it does not count. */
  readonly valueOf: (reading: ReadingOf, quantity: Measurement, sent: number) => number | undefined;
  /** Whether a value of a reading does not count. */
  readonly isExcluded: (reading: ReadingOf, quantity: Measurement) => boolean;
  readonly ofSensor: (uid: string) => SensorCorrections;
  /** The sensors that have corrections. */
  readonly uids: readonly string[];
}

const NOTHING: SensorCorrections = { calibrations: [], exclusions: [] };

/**
 * @param calibrations `calibrations/<farmId>`
 * @param exclusions `exclusions/<farmId>`
 */
export function createCorrections(calibrations: unknown, exclusions: unknown): Corrections {
  const bySensor = new Map<string, SensorCorrections>();
  const sensors = [...entriesOf(calibrations), ...entriesOf(exclusions)].map(([uid]) => uid);
  const [calibrationsOf, exclusionsOf] = [calibrations, exclusions].map(
    (stored) => new Map(entriesOf(stored)),
  );
  for (const uid of new Set(sensors)) {
    bySensor.set(uid, {
      calibrations: parseCalibrations(calibrationsOf?.get(uid)),
      exclusions: entriesOf(exclusionsOf?.get(uid)).flatMap(
        ([key, stored]) => parseExclusion(key, stored) ?? [],
      ),
    });
  }
  return of(bySensor);
}

const asMeasurement = oneOf(MEASUREMENTS);

function parseCalibrations(ofSensor: unknown): readonly Calibration[] {
  return entriesOf(ofSensor)
    .flatMap(([name, stored]) => {
      const quantity = asMeasurement(name);
      return quantity === undefined
        ? []
        : entriesOf(stored).flatMap(
            ([key, record]) => parseCalibration(quantity, key, record) ?? [],
          );
    })
    .toSorted((a, b) => a.from - b.from || a.at - b.at || (a.key < b.key ? -1 : 1));
}

function of(bySensor: ReadonlyMap<string, SensorCorrections>): Corrections {
  const inForce = new Map(
    [...bySensor].map(([uid, { calibrations, exclusions }]) => [
      uid,
      { calibrations: calibrations.filter(isInForce), exclusions: exclusions.filter(isInForce) },
    ]),
  );
  const correctReading: Corrections["correct"] = (reading, sent) => {
    const corrections = inForce.get(reading.uid);
    if (corrections === undefined) return { values: sent, excluded: undefined };
    return correct(corrections, reading, sent);
  };
  return {
    correct: correctReading,
    valueOf: (reading, quantity, sent) =>
      correctReading(reading, { [quantity]: sent }).values[quantity],
    isExcluded: (reading, quantity) => {
      const corrections = inForce.get(reading.uid);
      return corrections !== undefined && isExcluded(corrections, reading, quantity);
    },
    ofSensor: (uid) => bySensor.get(uid) ?? NOTHING,
    uids: [...bySensor.keys()],
  };
}

export const NO_CORRECTIONS: Corrections = of(new Map());

function correct(
  corrections: SensorCorrections,
  reading: ReadingOf,
  sent: Measurements,
): Corrected {
  const values: Partial<Record<Measurement, number>> = {};
  let excluded: Partial<Record<Measurement, number>> | undefined;
  for (const quantity of MEASUREMENTS) {
    const value = sent[quantity];
    if (value === undefined) continue;
    const calibration = calibrationAt(corrections.calibrations, quantity, reading.at);
    const corrected = calibrated(calibration, quantity, value);
    if (isExcluded(corrections, reading, quantity)) (excluded ??= {})[quantity] = corrected;
    else values[quantity] = corrected;
  }
  return { values, excluded };
}

export function isInForce({ undoneAt }: Pick<Calibration, "undoneAt">): boolean {
  return undoneAt === undefined;
}

/** Returns the calibration of a quantity that applies at a time; undefined without. @param calibrations in force, in order */
export function calibrationAt(
  calibrations: readonly Calibration[],
  quantity: Measurement,
  at: number,
): Calibration | undefined {
  return calibrations.findLast(
    (calibration) => calibration.quantity === quantity && calibration.from <= at,
  );
}

/**
 * A calibration that changes the scale, or shifts it, by more than this share of the range converts from another scale, such
 * as the counts of a probe, or kelvins. Degrees Fahrenheit differ least: by 0.44. Probes of one scale differ by less.
 */
const OTHER_SCALE = 0.4;
const OTHER_ZERO = 0.5;
/** How far beyond the possible range a value from another scale counts as the bound, as a share of the range. */
const TOLERANCE = 0.25;
/** Decimals finer than any sensor. The rest is noise of binary fractions: 21.4 - 0.8 is 20.599999999999998. */
const STEPS = 1e6;

/**
 * Returns the calibrated value, within the possible range. A fault of the sensor stays a fault: a broken DS18B20 that reports
 * -127 °C, or a probe whose counts are far beyond those of dry and wet.
 */
export function calibrated(
  calibration: Pick<Calibration, "scale" | "offset"> | undefined,
  quantity: Measurement,
  sent: number,
): number {
  if (calibration === undefined) return sent;
  const { scale, offset } = calibration;
  const { min, max } = QUANTITY[quantity];
  const range = max - min;
  const value = Math.round((sent * scale + offset) * STEPS) / STEPS;
  const isOtherScale = Math.abs(scale - 1) > OTHER_SCALE || Math.abs(offset) > range * OTHER_ZERO;
  if (!isOtherScale && countedValue(quantity, sent) === undefined) return sent;
  const isNear = value >= min - range * TOLERANCE && value <= max + range * TOLERANCE;
  if (!isOtherScale || isNear) return Math.min(Math.max(value, min), max);
  return Number.isFinite(value) ? value : sent;
}

function isExcluded(
  { exclusions }: SensorCorrections,
  { at, import: id }: ReadingOf,
  quantity: Measurement,
): boolean {
  return exclusions.some(
    (exclusion) =>
      exclusion.from <= at &&
      at < exclusion.until &&
      (exclusion.quantity === undefined || exclusion.quantity === quantity) &&
      (exclusion.import === undefined || exclusion.import === id),
  );
}
