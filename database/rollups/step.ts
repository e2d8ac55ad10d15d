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
import { noteChanges, withoutDone } from "./noted-changes.ts";
import type { ChangesLeft } from "./noted-changes.ts";
import type { KnownCorrections } from "../client/corrections.ts";
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
  /** Returns the corrections of the farm, with at least all changes up to a time. A new read always has them. */
  readonly readCorrections: (changedUntil: number) => Promise<KnownCorrections>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Hours of one UTC day, from `first` to before `end`, and the coverage after the fold. */
export interface Choice extends Pick<Coverage, "from" | "until"> {
  readonly first: number;
  readonly end: number;
  /** These hours have no readings. They may be more than a day, and nothing is folded. */
  readonly isEmpty?: boolean;
  /** The hours from here to `first` have nothing to fold again. */
  readonly skippedFrom?: number;
}

export const HOURS_A_DAY = DAY_MS / HOUR_MS;

/**
 * `foldedLate`: folded hours that late readings marked. `foldedAgain`: folded hours after a change of corrections. `nothing`:
 * there is nothing to fold now.
 */
export type StepOutcome = FoldOutcome | "foldedLate" | "foldedAgain" | "nothing";

/** Folds the chosen hours, or nothing if none are chosen. */
export async function step(
  parts: FoldParts,
  choose: (state: State) => Promise<Choice | undefined>,
  hourLimit = HOURS_A_DAY,
): Promise<StepOutcome> {
  const { database, greenhouse } = parts;
  const state = await readState(parts, hourLimit);
  const choice = await choose(state);
  if (choice === undefined) return "nothing";
  const { first, end, from, until, isEmpty = false, skippedFrom = first } = choice;
  const range = { from: `${first}`, before: `${end}` };
  // Hours that were empty may get late readings. Their marks stay and cause a fold.
  const marked = isEmpty ? undefined : await readMarks(database, greenhouse, range, HOURS_A_DAY);
  const length = isEmpty ? 0 : (end - first) / HOUR_MS;
  const hours = Array.from({ length }, (_, index) => first + index * HOUR_MS);
  const marks = joinMarks(marked?.values() ?? []);
  const again = withoutDone(state.again, { from: skippedFrom, until: end });
  const outcome = await commit(parts, { ...state, again }, { from, until, hours, marks });
  return outcome === "tooLarge" ? step(parts, choose, 1) : outcome;
}

export function commit(
  { database, greenhouse, isAir, createLate }: FoldParts,
  { before, sensors, corrections, correctedAt, again }: State,
  {
    from,
    until,
    hours,
    marks,
  }: Pick<Coverage, "from" | "until"> & Pick<FoldPlan, "hours" | "marks">,
): ReturnType<typeof fold> {
  const after = { from, until, correctedAt, again };
  const ofGreenhouse = { greenhouse, isAir, createLate, sensors, corrections };
  return fold(database, { ...ofGreenhouse, before, after, hours, marks });
}

export interface State extends Pick<FoldPlan, "before" | "sensors" | "corrections">, ChangesLeft {
  /** Maximum number of hours in one fold. */
  readonly maxHours: number;
}

/**
 * Reads the coverage first: everything that is read later is at least as new as the coverage's version. Without a
 * coverage, nothing is folded yet.
 * @throws TooManySensors
 */
export async function readState(
  { database, greenhouse, readCorrections }: FoldParts,
  hourLimit: number,
): Promise<State> {
  const before = parseCoverage(await database.read(`rollupCoverage/${greenhouse}`));
  const known = await readCorrections(before?.correctedAt ?? 0);
  const path = `rollupSensors/${greenhouse}`;
  const stored =
    before === undefined ? [] : await database.readPage(path, {}, MAX_FOLDED_SENSORS + 1);
  requireFoldable(stored.length);
  const sensors = new Map(
    stored.flatMap(([uid, isAir]) => (isDatabaseKey(uid) ? [[uid, isAir !== false] as const] : [])),
  );
  const byMemory = Math.floor(MAX_SENSOR_HOURS / (1 + sensors.size));
  const maxHours = Math.min(Math.max(byMemory, 1), hourLimit);
  const { corrections } = known;
  return { before, sensors, corrections, maxHours, ...noteChanges(before, sensors, known) };
}
