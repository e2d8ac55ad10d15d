/** The findings of a sensor: a value beyond its threshold, a fault, no reading for long, a low battery. */

import { excessOf, stillHolds } from "../quantities/margins.ts";
import {
  boundsAt,
  countedValue,
  DERIVED,
  isOfGreenhouse,
  MEASUREMENTS,
  QUANTITIES,
} from "../quantities/measurements.ts";
import type { Measurement, Quantity, Thresholds } from "../quantities/measurements.ts";
import type { AlertKind } from "./model.ts";
import type { SensorRole } from "../identity/sensor-records.ts";
import { isWhollyExcluded, quantitiesOf } from "./condition.ts";
import type { Condition, Quantities } from "./condition.ts";

/** The limits that a farm and its greenhouse have set. */
export interface Limits {
  readonly thresholds: Thresholds;
  /** Whether the sun is down at the farm. */
  readonly isNight: boolean;
  /** In percent; 0 switches the warning off. */
  readonly lowBattery: number;
  /** Whether missing measurements are reported. False if the farm has set 0, so that no sensor counts as silent. */
  readonly watchesSilence: boolean;
}

export type SensorFinding =
  | {
      readonly kind: "below" | "above";
      readonly measurement: Quantity;
      readonly value: number;
      readonly bound: number;
    }
  /** A value that cannot be true. */
  | { readonly kind: "fault"; readonly measurement: Measurement; readonly value: number }
  /** With a measurement, only this measurement is missing, and the greenhouse has a threshold for it. */
  | {
      readonly kind: "silent";
      readonly measurement?: Measurement;
      readonly since: number | undefined;
    }
  | { readonly kind: "battery"; readonly value: number; readonly bound: number };

/** Whether a finding that can swing around its bound was reported before. A battery finding has no `measurement`. */
type WasReported = (alert: {
  readonly kind: "above" | "below" | "battery";
  readonly measurement?: Quantity;
}) => boolean;

/**
 * Returns the findings of a sensor: values beyond their thresholds, then faults, missing measurements and the battery. A
 * silent sensor has only this finding. A sensor that has never sent anything is still being installed and has no finding.
 * Excluded values have none.
 * @param wasReported whether a finding was reported before. Such a finding holds until the value is within its bound by a
 * margin.
 */
export function findingsOf(
  limits: Limits,
  condition: Condition,
  role: SensorRole,
  wasReported: WasReported = () => false,
): readonly SensorFinding[] {
  switch (condition.freshness) {
    case "never":
      return [];
    case "silent":
      return isWhollyExcluded(condition) ? [] : [{ kind: "silent", since: condition.at }];
    case "fresh":
    case "old": {
      const quantities = quantitiesOf(condition);
      return [
        ...outOfBounds(limits, quantities, wasReported).filter(({ measurement }) =>
          counts(measurement, role),
        ),
        ...faults(condition),
        ...missing(limits, condition),
        ...lowBattery(limits, quantities, wasReported),
      ];
    }
  }
}

/**
 * Compares for toSorted, the worst first: values beyond their thresholds, then faults, silent sensors, orders that are not
 * applied and plans that do not work, then all others.
 */
export function byUrgency(a: Ranked, b: Ranked): number {
  return RANKS[a.kind] - RANKS[b.kind];
}

/** Compares for toSorted: the most urgent first, then the farthest beyond its bound, then the oldest. */
export function worstFirst(a: Lasting, b: Lasting): number {
  return (
    byUrgency(a, b) ||
    excessOf(b) - excessOf(a) ||
    (a.since ?? Infinity) - (b.since ?? Infinity) ||
    (a.id < b.id ? -1 : 1)
  );
}

type Lasting = Ranked &
  Parameters<typeof excessOf>[0] & {
    readonly id: string;
    readonly since?: number | undefined;
  };

interface Ranked {
  readonly kind: AlertKind;
}

const RANKS: Readonly<Record<Ranked["kind"], number>> = {
  above: 0,
  below: 0,
  fault: 1,
  silent: 1,
  unapplied: 1,
  blind: 1,
  ineffective: 1,
  limit: 2,
  manual: 2,
  battery: 2,
};

/** Whether sensors of a role count for a quantity of their greenhouse. */
export function counts(quantity: Quantity, role: SensorRole): boolean {
  return isOfGreenhouse(quantity, role === "air");
}

/** Returns the bound that a value is beyond. */
export function beyondOf(
  value: number,
  { min, max }: ReturnType<typeof boundsAt>,
): Pick<OutOfBounds, "kind" | "bound"> | undefined {
  const found = [
    { kind: "below" as const, bound: min },
    { kind: "above" as const, bound: max },
  ].find((finding) => isBeyond(finding, value));
  return found?.bound === undefined ? undefined : { kind: found.kind, bound: found.bound };
}

/**
 * Whether a value is beyond the bound of a finding. An unknown value counts as beyond, so that nobody reads that it is back
 * within the bound.
 */
export function isBeyond(
  { kind, bound }: { readonly kind: AlertKind; readonly bound?: number | undefined },
  value: number | undefined,
): boolean {
  if (value === undefined) return true;
  if (bound === undefined) return false;
  switch (kind) {
    case "below":
      return value < bound;
    case "above":
      return value > bound;
    case "battery":
      return value <= bound;
    case "fault":
    case "silent":
    case "unapplied":
    case "limit":
    case "manual":
    case "blind":
    case "ineffective":
      return false;
  }
}

export type OutOfBounds = Extract<SensorFinding, { readonly kind: "below" | "above" }>;

function outOfBounds(
  { thresholds, isNight }: Limits,
  quantities: Quantities,
  wasReported: WasReported,
): OutOfBounds[] {
  return QUANTITIES.flatMap((measurement): OutOfBounds[] => {
    const value = quantities[measurement];
    const bounds = boundsAt(thresholds[measurement] ?? {}, isNight);
    if (value === undefined) return [];
    const beyond = beyondOf(value, bounds);
    if (beyond !== undefined) return [{ ...beyond, measurement, value }];
    return (["below", "above"] as const).flatMap((kind): OutOfBounds[] => {
      const bound = kind === "below" ? bounds.min : bounds.max;
      if (bound === undefined || !wasReported({ kind, measurement })) return [];
      return stillHolds(kind, measurement, value, bounds)
        ? [{ kind, measurement, value, bound }]
        : [];
    });
  });
}

function faults({ values }: Condition): SensorFinding[] {
  return MEASUREMENTS.flatMap((measurement): SensorFinding[] => {
    const measured = values[measurement];
    if (measured === undefined || measured.isStale) return [];
    const { value } = measured;
    const isFault = countedValue(measurement, value) === undefined;
    return isFault ? [{ kind: "fault", measurement, value }] : [];
  });
}

/** Whether a threshold needs the measurement or a quantity that is computed from it. Then its absence is reported. */
export function isWatched(measurement: Measurement, thresholds: Thresholds): boolean {
  if (thresholds[measurement] !== undefined) return true;
  const isPart = measurement === "temperature" || measurement === "humidity";
  return isPart && DERIVED.some((derived) => thresholds[derived] !== undefined);
}

function missing({ thresholds, watchesSilence }: Limits, { values }: Condition): SensorFinding[] {
  if (!watchesSilence) return [];
  return MEASUREMENTS.flatMap((measurement): SensorFinding[] => {
    const measured = values[measurement];
    const isMissed = measured?.isStale === true && isWatched(measurement, thresholds);
    return isMissed ? [{ kind: "silent", measurement, since: measured.at }] : [];
  });
}

/** A battery threshold of the greenhouse replaces the farm's bound. */
function lowBattery(
  { thresholds, lowBattery: bound }: Limits,
  { battery: value }: Quantities,
  wasReported: WasReported,
): SensorFinding[] {
  if (value === undefined || thresholds.battery !== undefined) return [];
  const kind = "battery";
  const isLow =
    value <= bound || (wasReported({ kind }) && stillHolds(kind, kind, value, { min: bound }));
  return bound > 0 && isLow ? [{ kind, value, bound }] : [];
}
