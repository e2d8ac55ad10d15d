/**
 * Folds some hours of a greenhouse's history, in both layouts. Reads page by page, so that only one page is in memory.
 */

import { HOUR_MS } from "@greenhouse/domain/time";
import {
  containersIn,
  historySources,
  parseHistoryEntry,
} from "@greenhouse/domain/history/history-sources";
import type { HistoryEntry, HistorySource } from "@greenhouse/domain/history/history-sources";
import type { Corrections } from "@greenhouse/domain/quantities/corrections";
import { isDatabaseKey } from "@greenhouse/domain/identity/keys";
import { keyRangeOf } from "@greenhouse/domain/identity/key-range";
import type { KeyRange, Period } from "@greenhouse/domain/identity/key-range";
import { MAX_HISTORY_PAGE, pagesOf } from "../client/pages.ts";
import { SensorHourFolds } from "@greenhouse/domain/rollups/folding";
import type { Folded } from "@greenhouse/domain/rollups/folding";
import { MAX_FOLDED_SENSORS, startOf } from "@greenhouse/domain/rollups/rollups";

/** The database as seen by a fold. */
export interface FoldDatabase {
  readonly read: (path: string) => Promise<unknown>;
  /** Reads the first children in the order of their keys. */
  readonly readPage: (
    path: string,
    range: KeyRange,
    limit: number,
  ) => Promise<readonly (readonly [key: string, value: unknown])[]>;
  /** Stores the whole update or nothing. `denied`: the rules reject it. */
  readonly update: (update: FoldUpdate) => Promise<"stored" | "denied">;
}

/** Values by path. Null removes a value. */
export type FoldUpdate = Readonly<
  Record<string, null | boolean | string | Readonly<Record<string, Figure>>>
>;

type Figure = number | string | Readonly<Record<string, number>>;

/** Evaluates late readings. The result is stored in the update of the fold that removes their marks. */
export interface LateReadings {
  readonly add: (entry: HistoryEntry) => void;
  readonly updateOf: () => FoldUpdate;
}

/** The sensors and hours whose marks a fold removes, and a function that receives their readings. */
export interface MarkedReadings extends Pick<LateReadings, "add"> {
  /** Uids by the start of the hour. Includes hours before the coverage, which are not folded. */
  readonly uids: ReadonlyMap<number, ReadonlySet<string>>;
}

/** Small, because a sensor's newest values may have 20 kB (test/rules/largest-child.test.ts). */
const NEWEST_PAGE_SIZE = 200;

/** Sensor-hours that one fold keeps in memory, the same number as MAX_FOLDED_SENSORS. */
export const MAX_SENSOR_HOURS = 2_000;

/** The greenhouse's rollups would be too large. */
export class TooManySensors extends Error {
  override readonly name = "TooManySensors";

  constructor() {
    super(`A greenhouse of more than ${MAX_FOLDED_SENSORS} sensors is too large to be rolled up.`);
  }
}

/** @throws TooManySensors if one fold cannot hold so many sensors */
export function requireFoldable(sensors: number): void {
  if (sensors > MAX_FOLDED_SENSORS) throw new TooManySensors();
}

export interface FoldedHistory {
  readonly greenhouse: string;
  /** Starts of hours, in the order of time. */
  readonly hours: readonly number[];
  /** Readings from this time on are also folded to five minutes, in Unix milliseconds. */
  readonly fineFrom: number;
  readonly corrections: Corrections;
}

/**
 * Reads the history of some hours, corrects and folds it.
 * @param marked receives the readings of its sensors and hours
 * @returns "tooLarge" if each hour must be folded separately
 * @throws TooManySensors if even one hour has too many sensors
 */
export async function foldHistory(
  database: Pick<FoldDatabase, "readPage">,
  { greenhouse, hours, fineFrom, corrections }: FoldedHistory,
  marked?: MarkedReadings,
): Promise<Folded | "tooLarge"> {
  const containers = await findContainers(database, greenhouse);
  const wanted = new Set(hours);
  const folds = new SensorHourFolds(fineFrom);
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
      await visit(database, source, (stored) =>
        add(parseHistoryEntry(source, stored, corrections)),
      );
    }
  }
  if (folds.sensorHours > MAX_SENSOR_HOURS && hours.length > 1) return "tooLarge";
  return folds.folded;
}

/**
 * Returns the sensors that ever sent a reading with the key in the body: each of them has a separate row of history.
 * @throws TooManySensors as soon as it has read too many
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

/** Joins consecutive hours, so that an entry at the boundary of two hours is read once. */
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
