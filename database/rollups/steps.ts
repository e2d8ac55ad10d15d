/** Chooses the hours that are folded next. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { endOfLastHour, isLong, nextFolded, nextHour } from "./gaps.ts";
import type { PastDatabase } from "./gaps.ts";
import type { FoldDatabase } from "./history.ts";
import { joinMarks, readMarks } from "./marks.ts";
import { firstFoldable } from "./noted-changes.ts";
import { commit, HOURS_A_DAY, readState, step } from "./step.ts";
import type { Choice, FoldParts, State, StepOutcome } from "./step.ts";
import type { Period } from "@greenhouse/domain/identity/key-range";
import { foldableUntil, startOf } from "@greenhouse/domain/rollups/rollups";

/**
 * Folds finished hours. If there are none, folds hours that late readings marked, or else hours whose corrections were
 * changed.
 */
export async function foldNext(parts: FoldParts): Promise<StepOutcome> {
  const { database, greenhouse, now } = parts;
  const until = foldableUntil(now());
  const seen: { again: State["again"] } = { again: undefined };
  const outcome = await step(parts, async ({ before: coverage, maxHours, again }) => {
    seen.again = again;
    if (coverage === undefined) {
      if (!(await hasHistory(database, greenhouse, now()))) return undefined;
      const first = until - HOUR_MS;
      return { first, end: until, from: first, until };
    }
    const first = coverage.until;
    if (isLong(first, until)) {
      const next = await nextHour(database, greenhouse, { fromMs: first, toMs: until });
      if (isLong(first, next)) {
        return { first, end: next, from: coverage.from, until: next, isEmpty: true };
      }
    }
    const end = Math.min(until, endOfDay(first), first + maxHours * HOUR_MS);
    return first < end ? { first, end, from: coverage.from, until: end } : undefined;
  });
  if (outcome !== "nothing") return outcome;
  const ofMarks = await foldMarked(parts);
  return ofMarks === "nothing" && seen.again ? foldChanged(parts) : ofMarks;
}

/** Returns whether a reading was ever stored. Otherwise there is nothing to fold, and no coverage to store. */
async function hasHistory(
  database: FoldDatabase,
  greenhouse: string,
  nowMs: number,
): Promise<boolean> {
  const period = { fromMs: DAY_MS, toMs: nowMs + DAY_MS };
  return (await nextHour(database, greenhouse, period)) < period.toMs;
}

/** Folds the hours before the coverage, back to `oldest`. */
export function foldBefore(parts: FoldParts<PastDatabase>, oldest: number): Promise<StepOutcome> {
  const { database, greenhouse, now } = parts;
  return step(parts, async ({ before: coverage, maxHours }) => {
    const end = coverage?.from ?? foldableUntil(now());
    const until = coverage?.until ?? end;
    const earliest = Math.max(startOf("hour", oldest), coverage?.prunedUntil ?? 0);
    if (isLong(earliest, end)) {
      const last = await endOfLastHour(database, greenhouse, { fromMs: earliest, toMs: end });
      if (isLong(last, end)) return { first: last, end, from: last, until, isEmpty: true };
    }
    const first = Math.max(earliest, startOf("day", end - 1), end - maxHours * HOUR_MS);
    return first < end ? { first, end, from: first, until } : undefined;
  });
}

/** Folds covered hours again, from `first` on. @returns the hour to continue with; undefined when all are done */
export async function foldAgain(parts: FoldParts, first: number): Promise<number | undefined> {
  let next: number | undefined;
  const outcome = await step(parts, async (state) => {
    if (state.before === undefined) return undefined;
    const fromMs = Math.max(startOf("hour", first), firstFoldable(state.before));
    const choice = await nextDay(parts, state, { fromMs, toMs: state.before.until });
    next = choice?.end;
    return choice;
  });
  if (outcome === "nothing") return undefined;
  return outcome === "folded" ? next : first;
}

/** Folds a day of the hours whose corrections were changed. */
async function foldChanged(parts: FoldParts): Promise<StepOutcome> {
  const outcome = await step(parts, async (state) => {
    const { before, again, left } = state;
    if (before === undefined || again === undefined) return undefined;
    const { from, until } = before;
    const [span] = left;
    const choice =
      span &&
      (await nextDay(parts, state, {
        fromMs: Math.max(span.from, firstFoldable(before)),
        toMs: span.until,
      }));
    const end = span?.until ?? again.until;
    const nothing = { first: end, end, from, until, isEmpty: true };
    return { ...(choice ?? nothing), skippedFrom: again.next };
  });
  return outcome === "folded" ? "foldedAgain" : outcome;
}

/** Chooses covered hours that have something to fold again; undefined if no hour of the period has. */
async function nextDay(
  { database, greenhouse }: FoldParts,
  { before, sensors, maxHours }: State,
  { fromMs, toMs }: Period,
): Promise<Choice | undefined> {
  if (before === undefined) return undefined;
  const { from, until } = before;
  const first = await nextFolded(database, greenhouse, [...sensors.keys()], { fromMs, toMs });
  const end = Math.min(toMs, endOfDay(first), first + maxHours * HOUR_MS);
  return first < end ? { first, end, from, until, skippedFrom: fromMs } : undefined;
}

async function foldMarked(parts: FoldParts, hourLimit = HOURS_A_DAY): Promise<StepOutcome> {
  const { database, greenhouse } = parts;
  const state = await readState(parts, hourLimit);
  const { before, maxHours } = state;
  if (before === undefined) return "nothing";
  const marked = await readMarks(database, greenhouse, {}, maxHours);
  const [first = Infinity] = marked.keys();
  const day = startOf("day", first);
  // The first fold of an hour also takes its marks.
  const now = [...marked].filter(
    ([hour]) => startOf("day", hour) === day && startOf("hour", hour) < before.until,
  );
  if (now.length === 0) return "nothing";
  // Hours before the coverage are folded later, if at all. The history of pruned hours no longer exists.
  const earliest = firstFoldable(before);
  const starts = now.map(([hour]) => startOf("hour", hour));
  const hours = [...new Set(starts.filter((hour) => hour >= earliest))];
  const { from, until } = before;
  const marks = joinMarks(now.map(([, marksOfHour]) => marksOfHour));
  const outcome = await commit(parts, state, { from, until, hours, marks });
  if (outcome === "tooLarge") return foldMarked(parts, 1);
  return outcome === "folded" ? "foldedLate" : outcome;
}

function endOfDay(timeMs: number): number {
  return startOf("day", timeMs) + DAY_MS;
}
