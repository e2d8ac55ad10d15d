/**
 * Chooses the hours that are folded next. Each step reads the coverage again and stores its rollups. So the work can
 * stop after any step, and a concurrent fold only causes one step to be repeated.
 */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { isDatabaseKey } from "@greenhouse/domain/identity/keys";
import { fold } from "./fold.ts";
import type { FoldOutcome } from "./fold.ts";
import type { FoldPlan } from "./fold-plan.ts";
import { endOfLastHour, isLong, nextFolded, nextHour } from "./gaps.ts";
import type { PastDatabase } from "./gaps.ts";
import { MAX_SENSOR_HOURS, requireFoldable } from "./history.ts";
import type { FoldDatabase } from "./history.ts";
import { joinMarks, readMarks } from "./marks.ts";
import {
  foldableUntil,
  MAX_FOLDED_SENSORS,
  parseCoverage,
  startOf,
} from "@greenhouse/domain/rollups/rollups";
import type { Coverage } from "@greenhouse/domain/rollups/rollups";

export interface FoldParts<D extends FoldDatabase = FoldDatabase> extends Pick<
  FoldPlan,
  "createLate"
> {
  readonly database: D;
  readonly greenhouse: string;
  /** Returns whether a sensor measures the greenhouse's air. Undefined for a removed sensor. */
  readonly isAir: (uid: string) => boolean | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Hours of one UTC day, from `first` to before `end`, and the coverage after the fold. */
interface Choice extends Pick<Coverage, "from" | "until"> {
  readonly first: number;
  readonly end: number;
  /** These hours have no readings. They may be more than a day, and nothing is folded. */
  readonly isEmpty?: boolean;
}

const HOURS_A_DAY = DAY_MS / HOUR_MS;

/** `foldedLate`: folded hours that late readings marked. `nothing`: there is nothing to fold now. */
export type StepOutcome = FoldOutcome | "foldedLate" | "nothing";

/** Folds finished hours. If there are none, folds hours that late readings marked. */
export async function foldNext(parts: FoldParts): Promise<StepOutcome> {
  const { database, greenhouse, now } = parts;
  const until = foldableUntil(now());
  const outcome = await step(parts, async (coverage, maxHours) => {
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
  return outcome === "nothing" ? foldMarked(parts) : outcome;
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
  return step(parts, async (coverage, maxHours) => {
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
  const { database, greenhouse } = parts;
  let next: number | undefined;
  const outcome = await step(parts, async (coverage, maxHours, sensors) => {
    if (coverage === undefined) return undefined;
    const { from, until, prunedUntil = from } = coverage;
    const begin = Math.max(startOf("hour", first), from, prunedUntil);
    const start = await nextFolded(database, greenhouse, [...sensors.keys()], {
      fromMs: begin,
      toMs: until,
    });
    const end = Math.min(until, endOfDay(start), start + maxHours * HOUR_MS);
    next = end;
    return start < end ? { first: start, end, from, until } : undefined;
  });
  if (outcome === "nothing") return undefined;
  return outcome === "folded" ? next : first;
}

async function step(
  parts: FoldParts,
  choose: (
    coverage: Coverage | undefined,
    maxHours: number,
    sensors: State["sensors"],
  ) => Promise<Choice | undefined>,
  hourLimit = HOURS_A_DAY,
): Promise<StepOutcome> {
  const { database, greenhouse } = parts;
  const { before, sensors, maxHours } = await readState(parts, hourLimit);
  const choice = await choose(before, maxHours, sensors);
  if (choice === undefined) return "nothing";
  const { first, end, from, until, isEmpty = false } = choice;
  const range = { from: `${first}`, before: `${end}` };
  // Hours that were empty may get late readings. Their marks stay and cause a fold.
  const marked = isEmpty ? undefined : await readMarks(database, greenhouse, range, HOURS_A_DAY);
  const length = isEmpty ? 0 : (end - first) / HOUR_MS;
  const hours = Array.from({ length }, (_, index) => first + index * HOUR_MS);
  const marks = joinMarks(marked?.values() ?? []);
  const outcome = await commit(parts, { before, after: { from, until }, hours, marks, sensors });
  return outcome === "tooLarge" ? step(parts, choose, 1) : outcome;
}

async function foldMarked(parts: FoldParts, hourLimit = HOURS_A_DAY): Promise<StepOutcome> {
  const { database, greenhouse } = parts;
  const { before, sensors, maxHours } = await readState(parts, hourLimit);
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
  const earliest = Math.max(before.from, before.prunedUntil ?? before.from);
  const starts = now.map(([hour]) => startOf("hour", hour));
  const hours = [...new Set(starts.filter((hour) => hour >= earliest))];
  const { from, until } = before;
  const marks = joinMarks(now.map(([, marksOfHour]) => marksOfHour));
  const outcome = await commit(parts, { before, after: { from, until }, hours, marks, sensors });
  if (outcome === "tooLarge") return foldMarked(parts, 1);
  return outcome === "folded" ? "foldedLate" : outcome;
}

function commit(
  { database, greenhouse, isAir, createLate }: FoldParts,
  plan: Omit<FoldPlan, "greenhouse" | "isAir" | "createLate">,
): ReturnType<typeof fold> {
  return fold(database, { ...plan, greenhouse, isAir, createLate });
}

interface State extends Pick<FoldPlan, "before" | "sensors"> {
  /** Maximum number of hours in one fold. */
  readonly maxHours: number;
}

/**
 * Reads the coverage first: everything that is read later is at least as new as the coverage's version. Without a
 * coverage, nothing is folded yet.
 * @throws TooManySensors
 */
async function readState({ database, greenhouse }: FoldParts, hourLimit: number): Promise<State> {
  const before = parseCoverage(await database.read(`rollupCoverage/${greenhouse}`));
  const path = `rollupSensors/${greenhouse}`;
  const stored =
    before === undefined ? [] : await database.readPage(path, {}, MAX_FOLDED_SENSORS + 1);
  requireFoldable(stored.length);
  const sensors = new Map(
    stored.flatMap(([uid, isAir]) => (isDatabaseKey(uid) ? [[uid, isAir !== false] as const] : [])),
  );
  const byMemory = Math.floor(MAX_SENSOR_HOURS / (1 + sensors.size));
  return { before, sensors, maxHours: Math.min(Math.max(byMemory, 1), hourLimit) };
}

function endOfDay(timeMs: number): number {
  return startOf("day", timeMs) + DAY_MS;
}
