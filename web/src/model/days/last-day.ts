/** The known part of the last 24 hours of a greenhouse, at one time. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { readingsOf, stepOf } from "../history/known-history";
import type { KnownHistory } from "../history/known-history";
import type { Reading } from "../values/reading";
import { withLate } from "./day";
import type { Hours } from "./day";
import { hoursOf } from "./folded-hours";

export type LastDay = (FoldedHours | DayReadings) & {
  /** Whether the day arrived, or cannot be read. */
  readonly isRead: boolean;
  /** No reading before this time is missing, in Unix milliseconds; undefined if only a sample was read. */
  readonly wholeUntil: number | undefined;
  /** Whether readings that arrived late may be missing. */
  readonly awaitsLate: boolean;
};

export interface FoldedHours {
  readonly source: "hours";
  /** The end of the last folded hour, in Unix milliseconds. */
  readonly until: number;
  readonly folded: ReadonlyMap<Quantity, Hours>;
  /** The readings since then. */
  readonly newest: readonly Reading[];
  /** The readings of folded hours that wait to be folded again. */
  readonly late: readonly Reading[];
}

/** The day if no hours were folded recently. */
interface DayReadings {
  readonly source: "readings";
  readonly history: KnownHistory;
}

const NO_HOURS: Hours = new Map();

export function dayOfReadings(history: KnownHistory, now: number): LastDay {
  const step =
    history.problem === undefined
      ? stepOf(history, { from: now - DAY_MS + HOUR_MS, to: now })
      : Infinity;
  return {
    source: "readings",
    history,
    isRead: step !== undefined,
    wholeUntil: step === 0 ? Infinity : undefined,
    awaitsLate: false,
  };
}

/** Returns the hours of a quantity. @param uids the sensors that count */
export function dayHours(
  day: FoldedHours | DayReadings,
  quantity: Quantity,
  uids: readonly string[],
): Hours {
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
