/** Chooses the source of each part of a chart's range: rollups of hours or days, or the history if there are none. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { FINE_LENGTH_MS, lengthOf, startOf } from "@greenhouse/domain/rollups/rollups";
import type { Coverage, Level } from "@greenhouse/domain/rollups/rollups";
import { isLongForMany, isLong } from "./time-range";
import type { Window } from "./time-range";

/** Longer ranges are drawn from rollups of days. */
const MAX_FROM_HOURS_MS = 60 * DAY_MS;

/** Only greenhouses have rollups of five minutes, and only those of the last days are stored. */
export type ColumnLevel = Level | "fiveMinutes";

export interface Span extends Window {
  readonly source: ColumnLevel | "history";
}

export interface KnownRollups {
  /** Undefined if rollups are not deployed. */
  readonly coverage: Coverage | undefined;
  /** The starts of the hours that wait to be folded again. */
  readonly due: Pick<ReadonlySet<number>, "has">;
}

export function levelOf(shown: Window): ColumnLevel {
  if (shown.to - shown.from > MAX_FROM_HOURS_MS) return "day";
  return isLong(shown) ? "hour" : "fiveMinutes";
}

/** Returns the length of a rollup, in milliseconds. */
export function columnLengthOf(level: ColumnLevel): number {
  return level === "fiveMinutes" ? FINE_LENGTH_MS : lengthOf(level);
}

/** Returns the time that has the rollups of a range; undefined if the range is drawn from the history. */
export function coveredFor(
  shown: Window,
  coverage: Coverage | undefined,
): Pick<Coverage, "from" | "until"> | undefined {
  if (coverage === undefined || isLong(shown)) return coverage;
  const { fineFrom, until } = coverage;
  return fineFrom === undefined || !isLongForMany(shown) ? undefined : { from: fineFrom, until };
}

/**
 * Returns the spans in chronological order, without gaps. The first may start before the range, at the start of its
 * hour or day.
 */
export function spansOf(shown: Window, { coverage: all, due }: KnownRollups): readonly Span[] {
  const { from, to } = shown;
  const coverage = coveredFor(shown, all);
  const level = levelOf(shown);
  const first = Math.max(startOf("hour", from), coverage?.from ?? Infinity);
  const last = Math.min(Math.ceil(to / HOUR_MS) * HOUR_MS, coverage?.until ?? -Infinity);
  if (coverage === undefined || first >= last) return [{ from, to, source: "history" }];
  const ofHour = level === "day" ? "hour" : level;
  const sourceOf = (start: number): Span["source"] => (due.has(start) ? "history" : ofHour);
  const steps: Span[] = [];
  if (first > from) steps.push({ from, to: first, source: "history" });
  let at = first;
  if (level === "day" && startOf("day", first) >= coverage.from) {
    at = startOf("day", first);
  }
  while (at < last) {
    const isDay = level === "day" && isWhole(at, coverage, due);
    const end = at + (isDay ? DAY_MS : HOUR_MS);
    steps.push({ from: at, to: end, source: isDay ? "day" : sourceOf(at) });
    at = end;
  }
  if (at < to) steps.push({ from: at, to, source: "history" });
  return joined(steps);
}

/** Whether `start` begins a day whose hours are all folded, and no hour waits to be folded again. */
function isWhole(
  start: number,
  { until }: Pick<Coverage, "until">,
  due: KnownRollups["due"],
): boolean {
  if (startOf("day", start) !== start || start + DAY_MS > until) return false;
  return Array.from({ length: 24 }, (_, hour) => start + hour * HOUR_MS).every(
    (hour) => !due.has(hour),
  );
}

function joined(steps: readonly Span[]): readonly Span[] {
  const spans: Span[] = [];
  for (const step of steps) {
    const last = spans.at(-1);
    if (last?.source === step.source) spans[spans.length - 1] = { ...last, to: step.to };
    else spans.push(step);
  }
  return spans;
}
