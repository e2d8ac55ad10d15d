/** The last 24 hours of a greenhouse as far as they are known at one time. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { readingsOf, stepOf } from "../history/known-history";
import type { KnownHistory } from "../history/known-history";
import type { Reading } from "../values/reading";
import { hoursOf, withLate } from "./day";
import type { Hours } from "./day";

export type LastDay =
  | {
      /** No hours were folded recently. */
      readonly source: "readings";
      readonly history: KnownHistory;
    }
  | FoldedDay;

export interface FoldedDay {
  readonly source: "hours";
  /** The end of the last folded hour, in Unix milliseconds. */
  readonly until: number;
  /** The folded hours. */
  readonly folded: ReadonlyMap<Quantity, Hours>;
  /** The readings since then. */
  readonly newest: readonly Reading[];
  /** The readings of folded hours that wait to be folded again. */
  readonly late: readonly Reading[];
  /** Whether the hours and the newest readings arrived, or cannot be read. */
  readonly isRead: boolean;
  readonly isNewestWhole: boolean;
  readonly isLateWhole: boolean;
}

const NO_HOURS: Hours = new Map();

/** Returns whether the day arrived, or cannot be read. */
export function isDayRead(day: LastDay, now: number): boolean {
  return day.source === "hours" ? day.isRead : sampleStep(day.history, now) !== undefined;
}

/**
 * Returns the time up to which nothing is missing, in Unix milliseconds: the day may have too many readings to read all of
 * them.
 */
export function wholeUntil(day: LastDay, now: number): number | undefined {
  if (day.source === "hours") return day.isNewestWhole ? now : day.until;
  return sampleStep(day.history, now) === 0 ? now : undefined;
}

/** Returns whether readings that arrived late may be missing. */
export function awaitsLate(day: LastDay): boolean {
  return day.source === "hours" && !day.isLateWhole;
}

/** Returns the hours of a quantity. @param uids the sensors that count */
export function dayHours(day: LastDay, quantity: Quantity, uids: readonly string[]): Hours {
  if (day.source === "readings") {
    return hoursOf(
      uids.map((uid) => readingsOf(day.history, uid)),
      quantity,
    );
  }
  const { until, newest, late, folded } = day;
  const hoursIn = (readings: readonly Reading[]): Hours =>
    hoursOf(
      uids.map((uid) => readings.filter((reading) => reading.uid === uid)),
      quantity,
    );
  return new Map([
    ...withLate(folded.get(quantity) ?? NO_HOURS, hoursIn(late.filter(({ at }) => at < until))),
    ...hoursIn(newest.filter(({ at }) => at >= until)),
  ]);
}

function sampleStep(history: KnownHistory, now: number): number | undefined {
  return history.problem === undefined
    ? stepOf(history, { from: now - DAY_MS + HOUR_MS, to: now })
    : Infinity;
}
