/** The measurements that devices send, and what is computed from them: the names and facts of the table of quantities. */

import { COMPUTED, MEASURED } from "./quantity-table.ts";
import type { QuantityRow } from "./quantity-table.ts";

export type Measurement = keyof typeof MEASURED;
export type Measurements = Readonly<Partial<Record<Measurement, number>>>;

/** In the order in which they are stored and shown. */
export const MEASUREMENTS = Object.keys(MEASURED) as readonly Measurement[];

/** The measurements of the key-in-body variant, and of `sensors/<greenhouseId>/current`: the contract's. */
export const AMBIENT = ["temperature", "humidity", "light"] as const satisfies Measurement[];

export function isAmbient(name: Measurement): boolean {
  return AMBIENT.some((ambient) => ambient === name);
}

/** Computed from the temperature and humidity of one reading (derived.ts). */
export const DERIVED = Object.keys(COMPUTED) as readonly (keyof typeof COMPUTED)[];

/** What a greenhouse may have thresholds for. */
export const QUANTITIES = [...MEASUREMENTS, ...DERIVED] as const;
export type Quantity = (typeof QUANTITIES)[number];

/**
 * What the page shows of a greenhouse, and what its thresholds are set for. A battery's level is shown with its sensor,
 * and a farm has one bound for all batteries.
 */
export type Shown = Exclude<Quantity, "battery">;
export const SHOWN = QUANTITIES.filter((quantity) => quantity !== "battery");

/** What is known of each. */
export const QUANTITY: Readonly<Record<Quantity, QuantityRow>> = { ...MEASURED, ...COMPUTED };

/** Returns what a reading must have for the quantity to be known. */
export function partsOf(quantity: Quantity): readonly Measurement[] {
  const isDerived = DERIVED.some((derived) => derived === quantity);
  return isDerived ? ["temperature", "humidity"] : [quantity as Measurement];
}

/** Whether a threshold can be passed. Values of sensors are read with `countedValue`. */
export function isPlausible(quantity: Quantity, bound: number): boolean {
  const { min, max } = QUANTITY[quantity];
  return bound >= min && bound <= max;
}

/**
 * Returns the value that counts: in figures, thresholds, charts and rollups, and for what is computed from it. A value
 * slightly beyond what can be counts as the bound. History keeps it as it was sent.
 * @returns undefined for a fault of the sensor, which is shown as a fault and counts nowhere
 */
export function countedValue(quantity: Quantity, value: number): number | undefined {
  const { min, max, lowest = min, highest = max } = QUANTITY[quantity];
  if (!(value >= lowest && value <= highest)) return undefined;
  return Math.min(Math.max(value, min), max);
}

/** Returns the value that people see: the one that counts, or a fault as it was sent. */
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

export const BOUNDS = ["min", "max", "nightMin", "nightMax"] as const;

/** From sunset to sunrise `nightMin` and `nightMax`, where they are set, replace `min` and `max`. */
export type Bounds = Readonly<Partial<Record<(typeof BOUNDS)[number], number>>>;

/** Of a greenhouse. */
export type Thresholds = Readonly<Partial<Record<Quantity, Bounds>>>;

/** The bounds that hold now. */
export function boundsAt(
  bounds: Bounds,
  isNight: boolean,
): { readonly min?: number; readonly max?: number } {
  const min = isNight ? (bounds.nightMin ?? bounds.min) : bounds.min;
  const max = isNight ? (bounds.nightMax ?? bounds.max) : bounds.max;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** Some quantities have no unit. @param unit as people see it */
export function withUnit(number: string, unit: string): string {
  return unit === "" ? number : `${number}\u202f${unit}`;
}

/** The head of a column of its values, such as "temperature (°C)". */
export function columnOf(measurement: Measurement): string {
  const { unit } = QUANTITY[measurement];
  return unit === "" ? measurement : `${measurement} (${unit})`;
}
