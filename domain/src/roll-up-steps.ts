/**
 * Which hours a fold takes next. Each step reads the coverage anew and stores what it folded, so that it may be ended after
 * any of them, and whoever folds at the same time only makes it begin one of them again.
 */

import { isDatabaseKey } from "./keys.ts";
import { fold } from "./roll-up-fold.ts";
import type { FoldOutcome, FoldPlan } from "./roll-up-fold.ts";
import type { FoldDatabase } from "./roll-up-history.ts";
import { DAY_MS, foldableUntil, HOUR_MS, readCoverage, startOf } from "./rollups.ts";
import type { Coverage } from "./rollups.ts";
import { entriesOf } from "./stored.ts";

export interface FoldParts {
  readonly database: FoldDatabase;
  readonly greenhouse: string;
  /** Whether a sensor counts for the greenhouse. */
  readonly isAir: (uid: string) => boolean;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Hours from `first` to before `end`, of one UTC day, and what is covered afterwards. */
interface Choice extends Pick<Coverage, "from" | "until"> {
  readonly first: number;
  readonly end: number;
}

/** Sensors and hours that are folded together: more would be a large update. */
const MAX_SENSOR_HOURS = 2_000;

/** `nothing`: there is nothing to fold now. */
export type StepOutcome = FoldOutcome | "nothing";

/** The hours that have finished; when there are none, those that late readings marked. */
export async function foldNext(parts: FoldParts): Promise<StepOutcome> {
  const until = foldableUntil(parts.now());
  const outcome = await step(parts, (coverage, most) => {
    if (coverage === undefined) {
      const first = until - HOUR_MS;
      return { first, end: until, from: first, until };
    }
    const first = coverage.until;
    const end = Math.min(until, endOfDay(first), first + most * HOUR_MS);
    return first < end ? { first, end, from: coverage.from, until: end } : undefined;
  });
  return outcome === "nothing" ? foldMarked(parts) : outcome;
}

/** The hours before those that are covered, back to `oldest`. */
export function foldBefore(parts: FoldParts, oldest: number): Promise<StepOutcome> {
  const until = foldableUntil(parts.now());
  return step(parts, (coverage, most) => {
    const end = coverage?.from ?? until;
    const earliest = Math.max(startOf("hour", oldest), coverage?.prunedUntil ?? 0);
    const first = Math.max(earliest, startOf("day", end - 1), end - most * HOUR_MS);
    return first < end ? { first, end, from: first, until: coverage?.until ?? end } : undefined;
  });
}

/** Covered hours from `first` on once more. @returns the hour to go on with; undefined when all are done */
export async function foldAnew(parts: FoldParts, first: number): Promise<number | undefined> {
  let next: number | undefined;
  const outcome = await step(parts, (coverage, most) => {
    if (coverage === undefined) return undefined;
    const { from, until, prunedUntil = from } = coverage;
    const start = Math.max(startOf("hour", first), from, prunedUntil);
    const end = Math.min(until, endOfDay(start), start + most * HOUR_MS);
    next = end;
    return start < end ? { first: start, end, from, until } : undefined;
  });
  if (outcome === "nothing") return undefined;
  return outcome === "folded" ? next : first;
}

async function step(
  parts: FoldParts,
  choose: (coverage: Coverage | undefined, most: number) => Choice | undefined,
): Promise<StepOutcome> {
  const { database, greenhouse } = parts;
  const { before, sensors, most } = await readState(parts);
  const choice = choose(before, most);
  if (choice === undefined) return "nothing";
  const { first, end, from, until } = choice;
  const range = { from: `${first}`, before: `${end}` };
  const marked = await database.readPage(`rollupDue/${greenhouse}`, range, HOURS_A_DAY);
  const hours = Array.from(
    { length: (end - first) / HOUR_MS },
    (_, index) => first + index * HOUR_MS,
  );
  const marks = marked.flatMap((each) => pathsOf(greenhouse, each));
  return commit(parts, { before, after: { from, until }, hours, marks, sensors });
}

async function foldMarked(parts: FoldParts): Promise<StepOutcome> {
  const { database, greenhouse } = parts;
  const { before, sensors, most } = await readState(parts);
  if (before === undefined) return "nothing";
  const page = await database.readPage(`rollupDue/${greenhouse}`, {}, most);
  const marked = page.map((each) => ({
    hour: startOf("hour", Number(each[0]) || 0),
    paths: pathsOf(greenhouse, each),
  }));
  const day = startOf("day", marked[0]?.hour ?? Infinity);
  // An hour that is not folded yet will be with its marks.
  const now = marked.filter(({ hour }) => startOf("day", hour) === day && hour < before.until);
  if (now.length === 0) return "nothing";
  // What was not rolled up then needs no fold now, and of what was pruned there is nothing left to fold.
  const earliest = Math.max(before.from, before.prunedUntil ?? before.from);
  const hours = new Set(now.flatMap(({ hour }) => (hour >= earliest ? [hour] : [])));
  const { from, until } = before;
  const marks = now.flatMap(({ paths }) => paths);
  return commit(parts, { before, after: { from, until }, hours: [...hours], marks, sensors });
}

const HOURS_A_DAY = DAY_MS / HOUR_MS;

function commit(
  { database, greenhouse, isAir }: FoldParts,
  plan: Omit<FoldPlan, "greenhouse" | "isAir">,
): Promise<FoldOutcome> {
  return fold(database, { ...plan, greenhouse, isAir });
}

interface State extends Pick<FoldPlan, "before" | "sensors"> {
  /** Hours that a fold may take. */
  readonly most: number;
}

/** The coverage first: whatever is read after it is as new as its version says. */
async function readState({ database, greenhouse }: FoldParts): Promise<State> {
  const before = readCoverage(await database.read(`rollupCoverage/${greenhouse}`));
  const stored = await database.read(`rollupSensors/${greenhouse}`);
  const sensors = entriesOf(stored).flatMap(([uid]) => (isDatabaseKey(uid) ? [uid] : []));
  const most = Math.floor(MAX_SENSOR_HOURS / (1 + sensors.length));
  return { before, sensors, most: Math.min(Math.max(most, 1), HOURS_A_DAY) };
}

function pathsOf(greenhouse: string, [hour, keys]: readonly [string, unknown]): readonly string[] {
  return entriesOf(keys).map(([key]) => `rollupDue/${greenhouse}/${hour}/${key}`);
}

function endOfDay(timeMs: number): number {
  return startOf("day", timeMs) + DAY_MS;
}
