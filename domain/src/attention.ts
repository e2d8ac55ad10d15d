/** When a sensor needs attention: a value beyond its threshold, no reading for long, a low battery. */

import { MEASUREMENTS } from "./measurements.ts";
import type { Measurement, Thresholds } from "./measurements.ts";

const MINUTE = 60_000;

/** A sensor with an unknown interval may well be one that reports every quarter of an hour. */
const ASSUMED_INTERVAL = 10 * MINUTE;
const OLD_AFTER = { intervals: 2.5, atLeast: 5 * MINUTE };
const SILENT_AFTER = { intervals: 5, atLeast: 15 * MINUTE };

/** A battery below this many percent needs attention. */
export const LOW_BATTERY = 20;

/** `pending` while not enough was read to decide. */
export type Freshness = "fresh" | "old" | "silent" | "never" | "pending";

/**
 * @param at of the newest reading, in Unix milliseconds
 * @param interval the sensor's usual one, in milliseconds
 */
export function freshnessOf(
  at: number | undefined,
  interval: number | undefined,
  now: number,
): Freshness {
  if (at === undefined) return "never";
  const age = now - at;
  const isOver = ({ intervals, atLeast }: typeof OLD_AFTER): boolean =>
    age > Math.max(atLeast, intervals * (interval ?? ASSUMED_INTERVAL));
  if (isOver(SILENT_AFTER)) return "silent";
  return isOver(OLD_AFTER) ? "old" : "fresh";
}

/** What is known of a sensor. */
export interface Condition {
  readonly values: Readonly<Partial<Record<Measurement, { readonly value: number }>>>;
  /** Of the newest reading, in Unix milliseconds. */
  readonly at: number | undefined;
  readonly freshness: Freshness;
}

export type Attention =
  | {
      readonly kind: "below" | "above";
      readonly measurement: Measurement;
      readonly value: number;
      readonly bound: number;
    }
  | { readonly kind: "silent"; readonly since: number | undefined }
  | { readonly kind: "battery"; readonly value: number };

/**
 * Values beyond their thresholds, then the battery. A silent sensor is reported for that alone. A sensor that has never
 * sent anything is still being installed and is not reported.
 */
export function attentionOf(thresholds: Thresholds, condition: Condition): readonly Attention[] {
  switch (condition.freshness) {
    case "never":
    case "pending":
      return [];
    case "silent":
      return [{ kind: "silent", since: condition.at }];
    case "fresh":
    case "old":
      return [...outOfBounds(thresholds, condition), ...lowBattery(thresholds, condition)];
  }
}

const RANKS: Readonly<Record<Attention["kind"], number>> = {
  above: 0,
  below: 0,
  silent: 1,
  battery: 2,
};

/** The worst first: values beyond their thresholds, then silence, then batteries. Otherwise the order is kept. */
export function rankAttention<T extends { readonly attention: Pick<Attention, "kind"> }>(
  all: readonly T[],
): readonly T[] {
  return all.toSorted((a, b) => RANKS[a.attention.kind] - RANKS[b.attention.kind]);
}

function outOfBounds(thresholds: Thresholds, { values }: Condition): Attention[] {
  return MEASUREMENTS.flatMap((measurement): Attention[] => {
    const value = values[measurement]?.value;
    const { min, max } = thresholds[measurement] ?? {};
    if (value === undefined) return [];
    if (min !== undefined && value < min)
      return [{ kind: "below", measurement, value, bound: min }];
    if (max !== undefined && value > max)
      return [{ kind: "above", measurement, value, bound: max }];
    return [];
  });
}

/** A threshold of the greenhouse replaces LOW_BATTERY. */
function lowBattery(thresholds: Thresholds, { values }: Condition): Attention[] {
  const value = values.battery?.value;
  if (value === undefined || thresholds.battery !== undefined) return [];
  return value < LOW_BATTERY ? [{ kind: "battery", value }] : [];
}
