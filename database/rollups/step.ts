/**
 * One step of the work: chooses hours and folds them. Each step reads the coverage again and stores its rollups. So the work
 * can stop after any step, and a concurrent fold only causes one step to be repeated.
 */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { isDatabaseKey } from "@greenhouse/domain/identity/keys";
import { fold } from "./fold.ts";
import type { FoldOutcome } from "./fold.ts";
import type { FoldPlan } from "./fold-plan.ts";
import { MAX_SENSOR_HOURS, requireFoldable } from "./history.ts";
import type { FoldDatabase } from "./history.ts";
import { joinMarks, readMarks } from "./marks.ts";
import { MAX_FOLDED_SENSORS, parseCoverage } from "@greenhouse/domain/rollups/rollups";
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
export interface Choice extends Pick<Coverage, "from" | "until"> {
  readonly first: number;
  readonly end: number;
  /** These hours have no readings. They may be more than a day, and nothing is folded. */
  readonly isEmpty?: boolean;
}

export const HOURS_A_DAY = DAY_MS / HOUR_MS;

/** `foldedLate`: folded hours that late readings marked. `nothing`: there is nothing to fold now. */
export type StepOutcome = FoldOutcome | "foldedLate" | "nothing";

/** Folds the chosen hours, or nothing if none are chosen. */
export async function step(
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

export function commit(
  { database, greenhouse, isAir, createLate }: FoldParts,
  plan: Omit<FoldPlan, "greenhouse" | "isAir" | "createLate">,
): ReturnType<typeof fold> {
  return fold(database, { ...plan, greenhouse, isAir, createLate });
}

export interface State extends Pick<FoldPlan, "before" | "sensors"> {
  /** Maximum number of hours in one fold. */
  readonly maxHours: number;
}

/**
 * Reads the coverage first: everything that is read later is at least as new as the coverage's version. Without a
 * coverage, nothing is folded yet.
 * @throws TooManySensors
 */
export async function readState(
  { database, greenhouse }: FoldParts,
  hourLimit: number,
): Promise<State> {
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
