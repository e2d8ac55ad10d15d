/** Readings, and the rollups that the jobs would fold from them, as they are stored. */

import type { AMBIENT } from "@greenhouse/domain/quantities/measurements";
import { foldDay, foldGreenhouse, foldHour } from "@greenhouse/domain/rollups/folding";
import { LEVELS, startOf } from "@greenhouse/domain/rollups/rollups";
import type { Rollup } from "@greenhouse/domain/rollups/rollups";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";

type Quantity = (typeof AMBIENT)[number];

export interface SentReading {
  readonly at: number;
  readonly values: Readonly<Partial<Record<Quantity, number>>>;
}

type ByStart = Record<string, Rollup>;

/** Returns the records of signed readings under `sensors/<greenhouse>/history`. */
export function historyOf(sent: Readonly<Record<string, readonly SentReading[]>>): object {
  const newKey = createPushKeys(Math.random);
  const entries = Object.entries(sent).flatMap(([uid, readings]) =>
    readings.map(({ at, values }) => [newKey(at), { uid, ...values, updatedAt: at }] as const),
  );
  return Object.fromEntries(entries);
}

/** Returns a greenhouse's rollups by path. @param until the start of the first hour that is not folded */
export function rollupsOf(
  greenhouse: string,
  sent: Readonly<Record<string, readonly SentReading[]>>,
  from: number,
  until: number,
  quantities: readonly Quantity[] = ["temperature"],
): Readonly<Record<string, unknown>> {
  const stored: Record<string, unknown> = {
    [`rollupCoverage/${greenhouse}`]: { from, until, version: 1 },
  };
  const folded = Object.entries(sent).map(
    ([uid, readings]) => [uid, hoursOf(readings, from, until)] as const,
  );
  for (const quantity of quantities) {
    const hours = folded.map(([uid, all]) => [uid, ofQuantity(all, quantity)] as const);
    for (const level of LEVELS) {
      const lists = hours.map(
        ([uid, list]) => [uid, level === "hour" ? list : daysOf(list)] as const,
      );
      for (const [uid, list] of lists) {
        stored[`rollups/${greenhouse}/${uid}/${level}/${quantity}`] = list;
      }
      stored[`greenhouseRollups/${greenhouse}/${level}/${quantity}`] = bandOf(
        lists.map(([, list]) => list),
      );
    }
  }
  return stored;
}

type Hours = ReadonlyMap<number, ReturnType<typeof foldHour>>;

function hoursOf(readings: readonly SentReading[], from: number, until: number): Hours {
  const byHour = new Map<number, SentReading["values"][]>();
  for (const { at, values } of readings) {
    if (at < from || at >= until) continue;
    const start = startOf("hour", at);
    byHour.set(start, [...(byHour.get(start) ?? []), values]);
  }
  return new Map([...byHour].map(([start, all]) => [start, foldHour(all)]));
}

function ofQuantity(hours: Hours, quantity: Quantity): ByStart {
  return Object.fromEntries(
    [...hours].flatMap(([start, { [quantity]: rollup }]) => (rollup ? [[start, rollup]] : [])),
  );
}

function daysOf(hours: ByStart): ByStart {
  const byDay = new Map<number, Rollup>();
  for (const [hour, rollup] of Object.entries(hours)) {
    const start = startOf("day", Number(hour));
    const earlier = byDay.get(start);
    byDay.set(start, earlier === undefined ? rollup : (foldDay([earlier, rollup]) ?? rollup));
  }
  return Object.fromEntries(byDay);
}

function bandOf(lists: readonly ByStart[]): object {
  const starts = new Set(lists.flatMap((list) => Object.keys(list)));
  return Object.fromEntries(
    [...starts].map((start) => [start, foldGreenhouse(lists.flatMap((list) => list[start] ?? []))]),
  );
}
