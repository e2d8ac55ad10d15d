/**
 * Reads a range of a greenhouse's history, in both layouts, within a budget of readings. Reads the newest readings
 * first. If the rest exceeds the budget, reads an even sample of the rest.
 */

import { timeOfKey } from "@greenhouse/domain/identity/push-key";
import type { ReadEntry, Reading } from "../../model/values/reading";
import { before, readEntries, startOf, within } from "./history-source";
import type { Entries, Source } from "./history-source";
import { sdkOf } from "../connection/sdk";

/** The budget of readings. */
export interface Amount {
  /** The approximate maximum of readings. */
  readonly readings: number;
  /** How many sensors share the readings. */
  readonly sensors: number;
}

/** The number of newest entries that are read first. They show how dense the rest is. */
const FIRST_LOOK = { min: 100, max: 1000, perSensor: 12 };
/** Entries in a slice of a sample. A slice should contain each sensor, because sensors report in turn. */
const SLICE = { min: 8, perSensor: 1.5 };
const SLICES = { min: 24, max: 320 };
/** Samples begin at uneven offsets in their slices. Even offsets could always hit the same time of day. */
const GOLDEN_RATIO = 0.618034;

/** How entries become readings, and who receives the readings as they arrive, unsorted. */
export interface Receiver {
  readonly read: ReadEntry;
  readonly onReadings: (readings: readonly Reading[]) => void;
}

/**
 * Reads a range.
 * @returns the time between two samples in milliseconds; 0 if all readings were read
 */
export async function readRange(
  sources: readonly Source[],
  amount: Amount,
  receiver: Receiver,
): Promise<number> {
  const share = Math.floor(amount.readings / Math.max(1, sources.length));
  const steps = await Promise.all(
    sources.map((source) => {
      const sensors = source.uid === undefined ? amount.sensors : 1;
      return readSource(source, { readings: share, sensors }, receiver);
    }),
  );
  return Math.max(0, ...steps);
}

async function readSource(
  source: Source,
  { readings: budget, sensors }: Amount,
  receiver: Receiver,
): Promise<number> {
  const { min, max, perSensor } = FIRST_LOOK;
  const look = Math.max(min, Math.min(max, Math.max(budget / 4, perSensor * sensors)));
  const firstLook = Math.floor(look);
  const newest = await readNewest(source, firstLook, receiver);
  if (newest.count < firstLook || newest.firstKey === undefined) return 0;
  let rest = before(source, newest.firstKey);
  let left = Math.max(firstLook, budget - firstLook);
  if (estimate(newest, rest) <= 1.5 * left) {
    const more = await readNewest(rest, left, receiver);
    if (more.count < left || more.firstKey === undefined) return 0;
    rest = before(source, more.firstKey);
    left = Math.floor(budget / 2);
  }
  return await readSample(rest, { readings: left, sensors }, receiver);
}

async function readNewest(source: Source, limit: number, receiver: Receiver): Promise<Entries> {
  const entries = await readEntries(source, sdkOf().limitToLast(limit), receiver.read);
  receiver.onReadings(entries.readings);
  return entries;
}

/** Reads a few entries of each of many slices of equal length. */
async function readSample(
  source: Source,
  { readings: budget, sensors }: Amount,
  receiver: Receiver,
): Promise<number> {
  const from = timeOfKey(startOf(source)) ?? 0;
  const to = timeOfKey(source.range.before ?? "") ?? from;
  const perSlice = Math.max(SLICE.min, Math.ceil(SLICE.perSensor * sensors));
  const slices = Math.max(SLICES.min, Math.min(SLICES.max, Math.floor(budget / perSlice)));
  const step = (to - from) / slices;
  const starts = Array.from(
    { length: slices },
    (_, index) => from + (index + ((index * GOLDEN_RATIO) % 1)) * step,
  );
  await Promise.all(
    starts
      .flatMap((start) => within(source, start, start + step) ?? [])
      .map(async (slice) => {
        const { readings } = await readEntries(
          slice,
          sdkOf().limitToFirst(perSlice),
          receiver.read,
        );
        receiver.onReadings(readings);
      }),
  );
  return step;
}

/** Estimates the number of entries in the rest, if it is as dense as the entries that were read. */
function estimate(read: Entries, rest: Source): number {
  const first = timeOfKey(read.firstKey ?? "") ?? 0;
  const last = timeOfKey(read.lastKey ?? "") ?? 0;
  const length = first - (timeOfKey(startOf(rest)) ?? 0);
  return (length / Math.max(1, last - first)) * read.count;
}
