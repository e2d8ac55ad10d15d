/** Summarizes a greenhouse's sensors: one figure for each quantity, and the newest reading as it was sent. */

import { beyondOf, counts } from "@greenhouse/domain/alerts/findings";
import { quantitiesOf } from "@greenhouse/domain/alerts/condition";
import type { Measured } from "@greenhouse/domain/alerts/condition";
import type { OutOfBounds } from "@greenhouse/domain/alerts/findings";
import { excessOf } from "@greenhouse/domain/quantities/margins";
import { medianOf } from "@greenhouse/domain/quantities/median";
import {
  boundsAt,
  countedValue,
  hasMedian,
  QUANTITY,
} from "@greenhouse/domain/quantities/measurements";
import type { Quantity, Thresholds } from "@greenhouse/domain/quantities/measurements";
import type { GreenhouseFinding } from "../findings/findings";
import type { Sensor } from "../farm/farm";
import type { SensorState } from "./latest";
import { timeOf } from "./moments";
import type { Charted } from "./measurement";

export interface Figure {
  /**
   * The median of the live sensors, or else of the late ones (robust against one outlier); else the newest value. For a
   * quantity without a median: the newest value of the live sensors.
   */
  readonly value: number;
  /** The lowest value of all sensors, including values far away. */
  readonly low: number;
  readonly high: number;
  /** When `low` and `high` were measured, in Unix milliseconds; undefined if unknown. */
  readonly lowAt: number | undefined;
  readonly highAt: number | undefined;
  /** The range of the sensors that the median is computed from. */
  readonly range: { readonly low: number; readonly high: number };
  /** The sensors that the median is computed from. */
  readonly uids: readonly string[];
  /** The sensors that the median leaves out, because their values lie far from all others. */
  readonly far: readonly { readonly uid: string; readonly value: number }[];
  /** Whether one of the sensors is live. */
  readonly isLive: boolean;
}

/** Returns the states of a greenhouse's sensors that count for a quantity. */
export function countedFor(
  quantity: Quantity,
  { sensors, states }: { sensors: readonly Sensor[]; states: ReadonlyMap<string, SensorState> },
): readonly SensorState[] {
  return sensors.flatMap(({ uid, role }) => (counts(quantity, role) && states.get(uid)) || []);
}

/**
 * Returns the figure; undefined if no sensor ever measured the quantity. Ignores faults, and uses old values only if
 * there are no others.
 */
export function figureOf(states: readonly SensorState[], quantity: Quantity): Figure | undefined {
  const counted = states.flatMap((state) => {
    const value = quantitiesOf(state)[quantity];
    return value === undefined ? [] : [{ ...state, value, at: timeOf(quantity, state) }];
  });
  const live = counted.filter(({ freshness }) => freshness === "fresh");
  const late = counted.filter(({ freshness }) => freshness === "old");
  const freshest = [live, late].find((group) => group.length > 0);
  const chosen =
    hasMedian(quantity) && freshest ? freshest : newestOf(freshest ?? states, quantity);
  const { near, far } = splitFar(chosen, quantity);
  const value = medianOf(near.map((state) => state.value));
  if (value === undefined) return undefined;
  const [lowest, highest] = extremesOf(chosen);
  return {
    value,
    low: lowest.value,
    high: highest.value,
    lowAt: lowest.at,
    highAt: highest.at,
    range: rangeOf(near),
    far,
    uids: near.map(({ uid }) => uid),
    isLive: live.length > 0,
  };
}

function rangeOf(states: readonly Counted[]): Figure["range"] {
  const values = states.map(({ value }) => value);
  return { low: Math.min(...values), high: Math.max(...values) };
}

interface Counted {
  readonly uid: string;
  readonly value: number;
  /** Unix milliseconds; undefined if unknown. */
  readonly at: number | undefined;
}

function extremesOf([first, ...others]: readonly Counted[]): readonly [Counted, Counted] {
  if (first === undefined) throw new Error("Without values there are no extremes.");
  return [
    others.reduce((low, other) => (other.value < low.value ? other : low), first),
    others.reduce((high, other) => (other.value > high.value ? other : high), first),
  ];
}

/**
 * Splits off values far from the others. Most values must lie together: with two values, nobody knows which is wrong.
 */
function splitFar(
  all: readonly Counted[],
  quantity: Quantity,
): { readonly near: readonly Counted[]; readonly far: readonly Counted[] } {
  const limit = QUANTITY[quantity].spread ?? Infinity;
  const isAlone = (state: Counted): boolean =>
    all.every((other) => other === state || Math.abs(other.value - state.value) > limit);
  const far = all.filter(isAlone);
  if (far.length >= all.length / 2) return { near: all, far: [] };
  return {
    near: all.filter((state) => !far.includes(state)),
    far,
  };
}

export interface Alarm {
  /** How the figure itself is out of bounds. */
  readonly own: OutOfBounds | undefined;
  /** The sensor farthest beyond its bound, unless the figure is that sensor's value. */
  readonly worst: (OutOfBounds & { readonly sensor: Sensor }) | undefined;
}

/** The large figure of a quantity. */
export interface Headline extends Pick<Figure, "value" | "isLive"> {
  /** The bound, if the value is beyond it. */
  readonly bound: number | undefined;
  /** The sensor with this value, if the value is not the figure of all sensors. */
  readonly sensor: Sensor | undefined;
}

/**
 * Returns the large figure: the figure of all sensors, or the value of the worst sensor if only that is out of bounds.
 * So a median within bounds never hides a sensor that freezes.
 */
export function headlineOf(figure: Figure, { own, worst }: Alarm): Headline {
  return own === undefined && worst !== undefined
    ? { value: worst.value, isLive: true, bound: worst.bound, sensor: worst.sensor }
    : { value: figure.value, isLive: figure.isLive, bound: own?.bound, sensor: undefined };
}

/**
 * Returns how a quantity is out of bounds. The median of several sensors may be within bounds although one sensor is
 * not.
 */
export function alarmOf(
  quantity: Quantity,
  figure: Figure | undefined,
  findings: readonly GreenhouseFinding[],
  thresholds: Thresholds,
  isNight: boolean,
): Alarm {
  const [worst] = findings
    .flatMap((finding) =>
      (finding.kind === "above" || finding.kind === "below") && finding.measurement === quantity
        ? [finding]
        : [],
    )
    .sort((a, b) => excessOf(b) - excessOf(a));
  if (worst !== undefined && figure?.uids.join() === worst.sensor.uid) {
    return { own: worst, worst: undefined };
  }
  const bounds = boundsAt(thresholds[quantity] ?? {}, isNight);
  const beyond = figure?.isLive ? beyondOf(figure.value, bounds) : undefined;
  const own = figure && beyond && { ...beyond, measurement: quantity, value: figure.value };
  return { own, worst };
}

/**
 * Returns the newest value, of any age. Computed quantities have none, because their inputs could be from different
 * times.
 */
function newestOf(states: readonly SensorState[], quantity: Quantity): readonly Counted[] {
  const all = states.flatMap(({ uid, values }) => {
    const measured = (values as Partial<Record<Quantity, Measured>>)[quantity];
    if (measured === undefined) return [];
    const value = countedValue(quantity, measured.value);
    return value === undefined ? [] : [{ uid, at: measured.at, value }];
  });
  return all.sort((a, b) => (b.at ?? 0) - (a.at ?? 0)).slice(0, 1);
}

export interface NewestReading {
  readonly state: SensorState;
  /** Unix milliseconds. */
  readonly at: number;
  /** The reading's values, the most important first; empty if the sensor sent only a sign of life. */
  readonly values: readonly (readonly [Charted, Measured])[];
}

/** Returns the newest of all readings, with its sensor; undefined if no reading's time is known. */
export function newestReading(
  states: readonly SensorState[],
  measurements: readonly Charted[],
): NewestReading | undefined {
  let found: NewestReading | undefined;
  for (const state of states) {
    const latest = measurements.flatMap((measurement) => {
      const measured = state.values[measurement];
      return measured?.at === undefined ? [] : [{ measurement, measured, at: measured.at }];
    });
    const at = Math.max(...latest.map((value) => value.at));
    if (latest.length === 0 || at <= (found?.at ?? -Infinity)) continue;
    const values = latest
      .filter((value) => value.at === at)
      .map(({ measurement, measured }) => [measurement, measured] as const);
    found = { state, at, values };
  }
  return found;
}
