/** Converts values to the units that a person has chosen. Stored and computed values use the domain's units: °C. */

import { QUANTITY } from "@greenhouse/domain/quantities/measurements";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";

export const TEMPERATURE_UNITS = ["C", "F"] as const;
export type TemperatureUnit = (typeof TEMPERATURE_UNITS)[number];

/** More digits than people type, but too few to show the rounding errors of conversions. */
const SHOWN_DIGITS = 4;
const STORED_DIGITS = 6;

export interface Units {
  /** Returns the symbol. */
  readonly unit: (quantity: Quantity) => string;
  /** Returns a stored value in the person's unit. */
  readonly shown: (value: number, quantity: Quantity) => number;
  /** Returns a difference of two stored values in the person's unit: 0.5 °C becomes 0.9 °F. */
  readonly shownDifference: (difference: number, quantity: Quantity) => number;
  /** Returns the stored value for a value in the person's unit. `shown` reverses this exactly. */
  readonly stored: (value: number, quantity: Quantity) => number;
}

export function unitsOf(temperatureUnit: TemperatureUnit): Units {
  const isConverted = (quantity: Quantity): boolean =>
    temperatureUnit === "F" && QUANTITY[quantity].unit === "°C";
  return {
    unit: (quantity) => (isConverted(quantity) ? "°F" : QUANTITY[quantity].unit),
    shown: (value, quantity) =>
      isConverted(quantity) ? round(value * 1.8 + 32, SHOWN_DIGITS) : value,
    shownDifference: (difference, quantity) =>
      isConverted(quantity) ? round(difference * 1.8, SHOWN_DIGITS) : difference,
    stored: (value, quantity) =>
      isConverted(quantity) ? round((value - 32) / 1.8, STORED_DIGITS) : value,
  };
}

/**
 * Returns the steps of an axis that are round numbers in the person's unit, as stored values.
 * @param step the smallest distance between them
 */
export function splitsOf(
  units: Units,
  quantity: Quantity,
  { min, max, step }: { readonly min: number; readonly max: number; readonly step: number },
): readonly number[] {
  const round = shownStep(units, quantity, step);
  const [from, to] = [units.shown(min, quantity), units.shown(max, quantity)];
  const splits: number[] = [];
  for (let index = Math.ceil(from / round); index * round <= to; index += 1) {
    splits.push(units.stored(index * round, quantity));
  }
  return splits;
}

/** Returns a step of 1, 2 or 5 times a power of ten in the converted unit. */
export function shownStep(units: Units, quantity: Quantity, step: number): number {
  if (units.unit(quantity) === QUANTITY[quantity].unit) return step;
  const smallest = units.shownDifference(step, quantity);
  const power = 10 ** Math.floor(Math.log10(smallest));
  const factor = [1, 2, 5, 10].find((factor) => factor * power >= smallest * 0.999) ?? 10;
  return factor * power;
}

function round(value: number, digits: number): number {
  const factor = 10 ** digits;
  // Larger values, far beyond any sensor's range, would lose precision when multiplied.
  return Math.abs(value) < 1e9 ? Math.round(value * factor) / factor + 0 : value;
}
