/** What rollups must be: computed by a pass over the whole history, independently of the code that folds. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { derive } from "@greenhouse/domain/quantities/derived";
import { countedValue, MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurements, Quantity } from "@greenhouse/domain/quantities/measurements";
import { entriesOf, fieldOf } from "@greenhouse/domain/stored";

/** A reading in history. */
export interface Entry {
  readonly uid: string;
  readonly at: number;
  /** As it was sent, with its other fields. */
  readonly measured: Measurements;
}

/** Which values count. */
export type Correct = (entry: Entry) => Measurements;
const asSent: Correct = ({ measured }) => measured;

/** Every entry of a history, of both layouts. */
function entriesIn(history: unknown): readonly Entry[] {
  const read = (entry: unknown, uid: string): Entry => ({
    uid,
    at: fieldOf(entry, "updatedAt") as number,
    measured: entry as Measurements,
  });
  return entriesOf(history).flatMap(([key, entry]) => {
    const uid = fieldOf(entry, "uid");
    if (typeof uid === "string") return [read(entry, uid)];
    return entriesOf(entry).map(([, reading]) => read(reading, key));
  });
}

/** A greenhouse has no figure of these. */
const SINGLE: readonly Quantity[] = ["battery", "ec", "ph"];
/** These count wherever they are measured, and all others only in the air. */
const ANYWHERE: readonly Quantity[] = ["soilMoisture", "pressure", "windSpeed"];

/** Returns whether a sensor is part of its greenhouse's rollups. @param isAir whether it measures the air */
export function countsIn(
  isAir: (uid: string) => boolean,
): (uid: string, quantity: Quantity) => boolean {
  return (uid, quantity) =>
    !SINGLE.includes(quantity) && (ANYWHERE.includes(quantity) || isAir(uid));
}

type Values = readonly (readonly [quantity: Quantity, value: number])[];

function valuesOf(entry: Measurements): Values {
  const measured = MEASUREMENTS.flatMap((name) => {
    const sent = entry[name];
    const value = sent === undefined ? undefined : countedValue(name, sent);
    return value === undefined ? [] : [[name, value] as const];
  });
  const { temperature, humidity } = Object.fromEntries(measured) as Measurements;
  const derived =
    temperature === undefined || humidity === undefined ? undefined : derive(temperature, humidity);
  if (derived === undefined) return measured;
  return [...measured, ["vpd", derived.vpd], ["dewPoint", derived.dewPoint]];
}

/** Computes the rollups by a pass over the whole history: paths below the greenhouse's, with numbers to compare. */
export function bruteForce(
  history: unknown,
  { from, until }: { readonly from: number; readonly until: number },
  counts: (uid: string, quantity: Quantity) => boolean,
  correct = asSent,
): { readonly sensors: object; readonly greenhouse: object } {
  const groups = new Map<string, number[]>();
  for (const entry of entriesIn(history)) {
    const { uid, at } = entry;
    if (at < from || at >= until) continue;
    for (const [quantity, value] of valuesOf(correct(entry))) {
      for (const [level, length] of [
        ["hour", HOUR_MS],
        ["day", DAY_MS],
      ] as const) {
        const path = `${uid}/${level}/${quantity}/${at - (at % length)}`;
        addTo(groups, path, value);
      }
    }
  }
  const mean = (values: readonly number[]): number =>
    values.toSorted((a, b) => Math.abs(a) - Math.abs(b)).reduce((sum, value) => sum + value, 0) /
    values.length;
  const sensors: Record<string, object> = {};
  const houses = new Map<string, number[][]>();
  for (const [path, values] of groups) {
    sensors[path] = summaryOf(values, { mean: mean(values) });
    const [uid = "", ...rest] = path.split("/");
    if (counts(uid, rest[1] as Quantity)) addTo(houses, rest.join("/"), values);
  }
  const greenhouse: Record<string, object> = {};
  for (const [path, all] of houses) {
    const means = all.map(mean).sort((a, b) => a - b);
    const [low, high] = [means[(means.length - 1) >> 1]!, means[means.length >> 1]!];
    greenhouse[path] = {
      ...summaryOf(all.flat(), { median: round((low + high) / 2) }),
      n: all.length,
    };
  }
  return { sensors, greenhouse };
}

function addTo<T>(lists: Map<string, T[]>, path: string, item: T): void {
  const list = lists.get(path);
  if (list === undefined) lists.set(path, [item]);
  else list.push(item);
}

function summaryOf(values: readonly number[], more: Readonly<Record<string, number>>): object {
  const rounded = Object.entries(more).map(([name, value]) => [name, round(value)] as const);
  return {
    min: Math.min(...values) + 0,
    max: Math.max(...values) + 0,
    ...Object.fromEntries(rounded),
    n: values.length,
  };
}

/** Equal to ten digits: better than one part in a thousand million. */
function round(value: number): number {
  return Number(value.toPrecision(10)) + 0;
}

/** Figures of each five minutes of an hour, by path: lowest, median and highest; empty without readings. */
type FineHours = Readonly<Record<string, readonly (readonly number[])[]>>;

/** Computes the fine rollups by a pass over the whole history. */
export function bruteForceFine(
  history: unknown,
  { from, until }: { readonly from: number; readonly until: number },
  counts: (uid: string, quantity: Quantity) => boolean,
  correct = asSent,
): FineHours {
  const part = 5 * MINUTE_MS;
  const values = new Map<string, Map<string, Map<number, number[]>>>();
  for (const entry of entriesIn(history)) {
    const { uid, at } = entry;
    if (at < from || at >= until) continue;
    for (const [quantity, value] of valuesOf(correct(entry))) {
      if (!counts(uid, quantity)) continue;
      const path = `${quantity}/${at - (at % HOUR_MS)}`;
      const sensors = values.get(path) ?? new Map<string, Map<number, number[]>>();
      const parts = sensors.get(uid) ?? new Map<number, number[]>();
      const index = Math.floor((at % HOUR_MS) / part);
      parts.set(index, [...(parts.get(index) ?? []), value]);
      values.set(path, sensors.set(uid, parts));
    }
  }
  const mean = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0) / all.length;
  const hours = [...values].map(([path, sensors]) => {
    const figures = Array.from({ length: 12 }, (_, index) => {
      const all = [...sensors.values()];
      if (!all.some((parts) => parts.has(index))) return [];
      const used = all.map((parts) => {
        const own = parts.get(index);
        if (own !== undefined) return own;
        const others = [...parts.keys()].sort((a, b) => a - b);
        const near = others.findLast((other) => other < index) ?? others[0]!;
        return [mean(parts.get(near)!)];
      });
      const means = used.map(mean).sort((a, b) => a - b);
      const median = (means[(means.length - 1) >> 1]! + means[means.length >> 1]!) / 2;
      return [Math.min(...used.flat()), median, Math.max(...used.flat())];
    });
    return [path, figures] as const;
  });
  return Object.fromEntries(hours);
}

/** Returns the stored fine rollups in the same form. @param stored `greenhouseRollups/<greenhouseId>/fiveMinutes` */
export function fineIn(stored: unknown): FineHours {
  return Object.fromEntries(
    entriesOf(stored).flatMap(([quantity, hours]) =>
      entriesOf(hours).map(([start, text]) => {
        const parts = String(text)
          .split(",")
          .map((part) => {
            const [low, median = low, high = low] = part.split("/");
            return part === "" ? [] : [Number(low), Number(median), Number(high)];
          });
        return [`${quantity}/${start}`, parts] as const;
      }),
    ),
  );
}

/** Returns the paths of hours that differ by more than the stored decimals. */
export function differentFine(found: FineHours, expected: FineHours): readonly string[] {
  const paths = new Set([...Object.keys(found), ...Object.keys(expected)]);
  return [...paths].filter((path) => {
    const [a, b] = [found[path]?.flat() ?? [], expected[path]?.flat() ?? []];
    const isAlike = found[path]?.every(
      (part, index) => part.length === expected[path]?.[index]?.length,
    );
    return (
      isAlike !== true || a.some((value, index) => Math.abs(value - (b[index] ?? NaN)) > 0.001)
    );
  });
}

/** Returns the stored rollups in the same form. */
export function foldedIn(
  rollups: unknown,
  greenhouseRollups: unknown,
): ReturnType<typeof bruteForce> {
  const flatten = (stored: unknown, depth: number): readonly (readonly [string, unknown])[] =>
    entriesOf(stored).flatMap(([key, value]) =>
      depth === 0
        ? [[key, value] as const]
        : flatten(value, depth - 1).map(([path, leaf]) => [`${key}/${path}`, leaf] as const),
    );
  const sensors = flatten(rollups, 3).map(([path, value]) => {
    const { min, max, sum, n } = value as Readonly<Record<string, number>>;
    return [path, { min, max, mean: round(sum! / n!), n }];
  });
  const houses = entriesOf(greenhouseRollups).filter(([level]) => level !== "fiveMinutes");
  const greenhouse = flatten(Object.fromEntries(houses), 2).map(([path, value]) => {
    const { min, max, median, n } = value as Readonly<Record<string, number>>;
    return [path, { min, max, median: round(median!), n }];
  });
  return { sensors: Object.fromEntries(sensors), greenhouse: Object.fromEntries(greenhouse) };
}
