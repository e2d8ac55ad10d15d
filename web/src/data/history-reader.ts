/**
 * Reads a range of a greenhouse's history, of both layouts, within a budget of readings. The newest are read first; of
 * the rest, an even sample if it is too much.
 */

import { limitToFirst, limitToLast } from "firebase/database";
import type { Database } from "firebase/database";
import { timeOfKey } from "../../../domain/src/push-key";
import type { Reading } from "../model/reading";
import { before, readEntries, within } from "./history-source";
import type { Entries, Source } from "./history-source";

/** The budget. */
export interface Amount {
  /** Approximately the most readings. */
  readonly readings: number;
  /** How many sensors share them. */
  readonly sensors: number;
}

/** This many of the newest show how dense the entries are, and how often each sensor reports. */
const FIRST_LOOK = { least: 100, most: 500, perSensor: 12 };
/** Entries in a slice of a sample: enough for each sensor, which report in turns. */
const SLICE = { least: 8, perSensor: 1.5 };
const SLICES = { least: 24, most: 320 };
/** Samples begin at uneven offsets in their slices: regular ones would follow the rhythm of the day. */
const GOLDEN_RATIO = 0.618034;

/**
 * @param onReadings takes them as they come, in no order
 * @returns the time between two samples in milliseconds; 0 if everything was read
 */
export async function readRange(
  database: Database,
  sources: readonly Source[],
  amount: Amount,
  onReadings: (readings: readonly Reading[]) => void,
): Promise<number> {
  const share = Math.floor(amount.readings / Math.max(1, sources.length));
  const steps = await Promise.all(
    sources.map((source) => {
      const sensors = source.isShared ? amount.sensors : 1;
      return readSource(database, source, { readings: share, sensors }, onReadings);
    }),
  );
  return Math.max(0, ...steps);
}

async function readSource(
  database: Database,
  source: Source,
  { readings: budget, sensors }: Amount,
  onReadings: (readings: readonly Reading[]) => void,
): Promise<number> {
  const { least, most, perSensor } = FIRST_LOOK;
  const look = Math.max(least, Math.min(most, Math.max(budget / 4, perSensor * sensors)));
  const firstLook = Math.floor(look);
  const newest = await readEntries(database, source, limitToLast(firstLook));
  onReadings(newest.readings);
  if (newest.count < firstLook || newest.firstKey === undefined) return 0;
  let rest = before(source, newest.firstKey);
  let left = Math.max(firstLook, budget - firstLook);
  if (estimate(newest, rest) <= 1.5 * left) {
    const more = await readEntries(database, rest, limitToLast(left));
    onReadings(more.readings);
    if (more.count < left || more.firstKey === undefined) return 0;
    rest = before(source, more.firstKey);
    left = Math.floor(budget / 2);
  }
  return await sample(database, rest, { readings: left, sensors }, onReadings);
}

/** How many entries the rest has, if it is as dense as those that were read. */
function estimate(read: Entries, rest: Source): number {
  const first = timeOfKey(read.firstKey ?? "") ?? 0;
  const last = timeOfKey(read.lastKey ?? "") ?? 0;
  const length = first - (timeOfKey(rest.span.from) ?? 0);
  return (length / Math.max(1, last - first)) * read.count;
}

/** A few entries of each of many slices of equal length. */
async function sample(
  database: Database,
  source: Source,
  { readings: budget, sensors }: Amount,
  onReadings: (readings: readonly Reading[]) => void,
): Promise<number> {
  const from = timeOfKey(source.span.from) ?? 0;
  const to = timeOfKey(source.span.to) ?? from;
  const each = Math.max(SLICE.least, Math.ceil(SLICE.perSensor * sensors));
  const slices = Math.max(SLICES.least, Math.min(SLICES.most, Math.floor(budget / each)));
  const step = (to - from) / slices;
  await Promise.all(
    Array.from({ length: slices }, async (_, index) => {
      const start = from + (index + ((index * GOLDEN_RATIO) % 1)) * step;
      const slice = within(source, start, start + step);
      if (slice === undefined) return;
      onReadings((await readEntries(database, slice, limitToFirst(each))).readings);
    }),
  );
  return step;
}
