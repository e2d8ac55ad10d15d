/**
 * Folds some hours of a greenhouse's history, of both layouts. Reads page by page, so that only one page is in memory.
 */

import { HOUR_MS } from "@greenhouse/domain/time";
import {
  containersIn,
  historySources,
  parseHistoryEntry,
} from "@greenhouse/domain/history/history-sources";
import type { HistoryEntry, HistorySource } from "@greenhouse/domain/history/history-sources";
import { isDatabaseKey } from "@greenhouse/domain/identity/keys";
import { keyRangeOf } from "@greenhouse/domain/identity/key-range";
import type { KeyRange, Period } from "@greenhouse/domain/identity/key-range";
import { MAX_HISTORY_PAGE, pagesOf } from "../client/pages.ts";
import { SensorHourFolds } from "@greenhouse/domain/rollups/folding";
import type { FoldedHours } from "@greenhouse/domain/rollups/folding";
import { MAX_FOLDED_SENSORS, startOf } from "@greenhouse/domain/rollups/rollups";

/** The database as seen by a fold. */
export interface FoldDatabase {
  readonly read: (path: string) => Promise<unknown>;
  /** The first children in the order of their keys. */
  readonly readPage: (
    path: string,
    range: KeyRange,
    limit: number,
  ) => Promise<readonly (readonly [key: string, value: unknown])[]>;
  /** All of it or nothing. `denied`: the rules refuse it. */
  readonly update: (update: FoldUpdate) => Promise<"stored" | "denied">;
}

/** Values by path; null removes. */
export type FoldUpdate = Readonly<
  Record<string, null | boolean | Readonly<Record<string, number | string>>>
>;

/** What is made of late readings. It is stored together with the fold that removes their marks. */
export interface LateReadings {
  readonly add: (entry: HistoryEntry) => void;
  readonly updateOf: () => FoldUpdate;
}

/** The readings of the sensors and hours that a fold has the marks of. */
export interface MarkedReadings extends Pick<LateReadings, "add"> {
  /** By the start of the hour, also of hours that are not folded because they lie before the coverage. */
  readonly uids: ReadonlyMap<number, ReadonlySet<string>>;
}

/** The newest values of a sensor may have 20 kB (test/rules/largest-child.test.ts). */
const NEWEST_PAGE_SIZE = 200;

/** As MAX_FOLDED_SENSORS. */
export const MAX_SENSOR_HOURS = 2_000;

/** A greenhouse whose rollups would be too large. */
export class TooManySensors extends Error {
  override readonly name = "TooManySensors";

  constructor() {
    super(`A greenhouse of more than ${MAX_FOLDED_SENSORS} sensors is too large to be rolled up.`);
  }
}

/** @throws TooManySensors where they cannot be folded together */
export function requireFoldable(sensors: number): void {
  if (sensors > MAX_FOLDED_SENSORS) throw new TooManySensors();
}

/**
 * @param hours their starts, in the order of time
 * @param marked is told of each of its readings
 * @returns "tooLarge" where an hour must be folded by itself
 * @throws TooManySensors also for one hour
 */
export async function foldHistory(
  database: Pick<FoldDatabase, "readPage">,
  greenhouse: string,
  hours: readonly number[],
  marked?: MarkedReadings,
): Promise<FoldedHours | "tooLarge"> {
  const containers = await findContainers(database, greenhouse);
  const wanted = new Set(hours);
  const folds = new SensorHourFolds();
  const add = (entry: HistoryEntry | undefined): void => {
    if (entry === undefined || !isDatabaseKey(entry.uid)) return;
    const { uid } = entry;
    const hour = startOf("hour", entry.updatedAt);
    if (marked?.uids.get(hour)?.has(uid) === true) marked.add(entry);
    if (!wanted.has(hour)) return;
    folds.add(uid, entry.updatedAt, entry.measurements);
    requireFoldable(folds.sensors);
  };
  const read = new Set([...hours, ...(marked?.uids.keys() ?? [])]);
  for (const period of periodsOf([...read].toSorted((a, b) => a - b))) {
    for (const source of historySources(greenhouse, containers, keyRangeOf(period))) {
      await visit(database, source, (stored) => add(parseHistoryEntry(source, stored)));
    }
  }
  if (folds.sensorHours > MAX_SENSOR_HOURS && hours.length > 1) return "tooLarge";
  return folds.folded;
}

/**
 * The sensors that ever sent a reading with the key in its body: each has a row of history of its own.
 * @throws TooManySensors before it reads all of them
 */
export async function findContainers(
  database: Pick<FoldDatabase, "readPage">,
  greenhouse: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  const path = `sensors/${greenhouse}/current`;
  for await (const page of pagesOf(database, path, NEWEST_PAGE_SIZE)) {
    found.push(...containersIn(Object.fromEntries(page)));
    requireFoldable(found.length);
  }
  return found;
}

/** Hours that follow one another are read together, so that an entry between two of them is read once. */
function periodsOf(hours: readonly number[]): readonly Period[] {
  const periods: Period[] = [];
  for (const fromMs of hours) {
    const last = periods.at(-1);
    if (last?.toMs === fromMs) periods[periods.length - 1] = { ...last, toMs: fromMs + HOUR_MS };
    else periods.push({ fromMs, toMs: fromMs + HOUR_MS });
  }
  return periods;
}

async function visit(
  database: Pick<FoldDatabase, "readPage">,
  { path, range }: HistorySource,
  onEntry: (stored: unknown) => void,
): Promise<void> {
  const { before, ...start } = range;
  const end = before === undefined ? {} : { before };
  for (let from: KeyRange = start; ;) {
    const page = await database.readPage(path, { ...from, ...end }, MAX_HISTORY_PAGE);
    for (const [, entry] of page) onEntry(entry);
    const last = page.at(-1);
    if (last === undefined || page.length < MAX_HISTORY_PAGE) return;
    from = { after: last[0] };
  }
}
