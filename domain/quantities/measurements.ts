/** Names and facts of quantities: the measurements that devices send, and quantities computed from them. */

import { COMPUTED, MEASURED } from "./quantity-table.ts";
import type { QuantityRow } from "./quantity-table.ts";

export type Measurement = keyof typeof MEASURED;
export type Measurements = Readonly<Partial<Record<Measurement, number>>>;

/** In the order in which they are stored and shown. */
export const MEASUREMENTS = Object.keys(MEASURED) as readonly Measurement[];

/** The contract's measurements: of readings with the key in the body, and of `sensors/<greenhouseId>/current`. */
export const AMBIENT = ["temperature", "humidity", "light"] as const satisfies Measurement[];

export function isAmbient(name: Measurement): boolean {
  return AMBIENT.some((ambient) => ambient === name);
}

/** Computed from the temperature and humidity of one reading (derived.ts). */
export const DERIVED = Object.keys(COMPUTED) as readonly (keyof typeof COMPUTED)[];

/** Quantities that a greenhouse may have thresholds for. */
export const QUANTITIES = [...MEASUREMENTS, ...DERIVED] as const;
export type Quantity = (typeof QUANTITIES)[number];

/**
 * Quantities that the page shows for a greenhouse and that people set thresholds for. A battery's level is shown with its
 * sensor, and a farm has one bound for all batteries.
 */
export type Shown = Exclude<Quantity, "battery">;
export const SHOWN = QUANTITIES.filter((quantity) => quantity !== "battery");

/** The facts of each quantity. */
export const QUANTITY: Readonly<Record<Quantity, QuantityRow>> = { ...MEASURED, ...COMPUTED };

/** Returns the measurements that a reading needs for the quantity. */
export function partsOf(quantity: Quantity): readonly Measurement[] {
  const isDerived = DERIVED.some((derived) => derived === quantity);
  return isDerived ? ["temperature", "humidity"] : [quantity as Measurement];
}

/** Whether a value can pass this threshold. Values of sensors are read with `countedValue`. */
export function isPlausible(quantity: Quantity, bound: number): boolean {
  const { min, max } = QUANTITY[quantity];
  return bound >= min && bound <= max;
}

/**
 * Returns the value for figures, thresholds, charts, rollups and derived quantities. A value slightly beyond the possible
 * range becomes the bound of the range. History keeps the value as it was sent.
 * @returns undefined for a fault of the sensor, which is shown as a fault and used nowhere
 */
export function countedValue(quantity: Quantity, value: number): number | undefined {
  const { min, max, lowest = min, highest = max } = QUANTITY[quantity];
  if (!(value >= lowest && value <= highest)) return undefined;
  return Math.min(Math.max(value, min), max);
}

/** Returns the value that people see: the counted value, or a fault as it was sent. */
export function shownValue(quantity: Quantity, value: number): number {
  return countedValue(quantity, value) ?? value;
}

/**
 * Whether a sensor counts for a quantity of its greenhouse: for its figure, its band and its threshold.
 * @param isAir whether it measures the air
 */
export function isOfGreenhouse(quantity: Quantity, isAir: boolean): boolean {
  return isAir || !QUANTITY[quantity].isOfAir;
}

/** Whether a greenhouse has a figure of all its sensors together, which rollups summarize. */
export function hasMedian(quantity: Quantity): boolean {
  return QUANTITY[quantity].summary === "median";
}

export const BOUNDS = ["min", "max", "nightMin", "nightMax"] as const;

/** From sunset to sunrise, `nightMin` and `nightMax` replace `min` and `max` if they are set. */
export type Bounds = Readonly<Partial<Record<(typeof BOUNDS)[number], number>>>;

/** The thresholds of a greenhouse. */
export type Thresholds = Readonly<Partial<Record<Quantity, Bounds>>>;

/** Returns the bounds that hold by day or by night. */
export function boundsAt(
  bounds: Bounds,
  isNight: boolean,
): { readonly min?: number; readonly max?: number } {
  const min = isNight ? (bounds.nightMin ?? bounds.min) : bounds.min;
  const max = isNight ? (bounds.nightMax ?? bounds.max) : bounds.max;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** Returns a number with its unit, if there is one. @param unit as people see it */
export function withUnit(number: string, unit: string): string {
  return unit === "" ? number : `${number}\u202f${unit}`;
}
