/**
 * Reads a range of a greenhouse's history, of both layouts, within a budget: never more readings than the screen has use
 * for. The newest are read first; where the rest is too much, an evenly spread sample of it is.
 */

import {
  endAt,
  endBefore,
  get,
  limitToFirst,
  limitToLast,
  orderByKey,
  query,
  ref,
  startAfter,
  startAt,
} from "firebase/database";
import type { Database, Query, QueryConstraint } from "firebase/database";
import { entriesOf } from "../model/farm";
import { keySpans } from "../model/key-spans";
import type { KeySpan } from "../model/key-spans";
import { firstKeyAt, lastKeyAt, timeOfKey } from "../model/push-key";
import { readKeyed, readSigned } from "../model/reading";
import type { Reading } from "../model/reading";

/** Keys tell when an entry was written; a device's clock may be off by this much, in milliseconds. */
export const CLOCK_SKEW = 10 * 60_000;

/** A row of entries under push keys: a part of the signed ones, or one sensor's own. */
export interface Source {
  readonly path: string;
  readonly span: KeySpan;
  read(key: string, stored: unknown): Reading | undefined;
}

/** @param containers the uids that have a place of their own in the history */
export function sourcesOf(
  greenhouseId: string,
  containers: Iterable<string>,
  from: number,
  to: number,
): readonly Source[] {
  const path = `sensors/${greenhouseId}/history`;
  const uids = [...containers];
  const [first, last] = [from - CLOCK_SKEW, to + CLOCK_SKEW];
  return [
    ...keySpans(first, last, uids).map((span) => ({ path, span, read: readSigned })),
    ...uids.flatMap((uid) =>
      keySpans(first, last, []).map((span) => ({
        path: `${path}/${uid}`,
        span,
        read: (key: string, stored: unknown) => readKeyed(uid, key, stored),
      })),
    ),
  ];
}

export function queryOf(
  database: Database,
  { path, span }: Source,
  ...more: readonly QueryConstraint[]
): Query {
  return query(
    ref(database, path),
    orderByKey(),
    span.isFromIncluded ? startAt(span.from) : startAfter(span.from),
    span.isToIncluded ? endAt(span.to) : endBefore(span.to),
    ...more,
  );
}

/** What a source still holds before a key. */
function before(source: Source, key: string): Source {
  return { ...source, span: { ...source.span, to: key, isToIncluded: false } };
}

export function after(source: Source, key: string): Source {
  return { ...source, span: { ...source.span, from: key, isFromIncluded: false } };
}

export interface Entries {
  readonly readings: readonly Reading[];
  /** How many came, readings or not. */
  readonly count: number;
  readonly firstKey: string | undefined;
  readonly lastKey: string | undefined;
}

export async function readEntries(
  database: Database,
  source: Source,
  limit: QueryConstraint,
): Promise<Entries> {
  const snapshot = await get(queryOf(database, source, limit));
  const entries = entriesOf(snapshot.val());
  const keys = entries.map(([key]) => key).sort();
  return {
    readings: entries.flatMap(([key, stored]) => source.read(key, stored) ?? []),
    count: entries.length,
    firstKey: keys[0],
    lastKey: keys.at(-1),
  };
}

const FIRST_LOOK = 500;
const SLICES = 240;

/**
 * @param budget how many readings to take at most, about
 * @param onReadings takes them as they come, in no order
 * @returns the time between two samples in milliseconds; 0 where everything was read
 */
export async function readRange(
  database: Database,
  sources: readonly Source[],
  budget: number,
  onReadings: (readings: readonly Reading[]) => void,
): Promise<number> {
  const share = Math.max(FIRST_LOOK, Math.floor(budget / Math.max(1, sources.length)));
  const steps = await Promise.all(
    sources.map((source) => readSource(database, source, share, onReadings)),
  );
  return Math.max(0, ...steps);
}

async function readSource(
  database: Database,
  source: Source,
  budget: number,
  onReadings: (readings: readonly Reading[]) => void,
): Promise<number> {
  const newest = await readEntries(database, source, limitToLast(FIRST_LOOK));
  onReadings(newest.readings);
  if (newest.count < FIRST_LOOK || newest.firstKey === undefined) return 0;
  let rest = before(source, newest.firstKey);
  let left = budget - FIRST_LOOK;
  if (estimate(newest, rest) <= 2 * left) {
    const more = await readEntries(database, rest, limitToLast(left));
    onReadings(more.readings);
    if (more.count < left || more.firstKey === undefined) return 0;
    rest = before(source, more.firstKey);
    left = Math.floor(budget / 2);
  }
  return await sample(database, rest, left, onReadings);
}

/** How many entries the rest holds, if they stand as close as those that were read. */
function estimate(read: Entries, rest: Source): number {
  const first = timeOfKey(read.firstKey ?? "") ?? 0;
  const last = timeOfKey(read.lastKey ?? "") ?? 0;
  const length = first - (timeOfKey(rest.span.from) ?? 0);
  return (length / Math.max(1, last - first)) * read.count;
}

async function sample(
  database: Database,
  source: Source,
  budget: number,
  onReadings: (readings: readonly Reading[]) => void,
): Promise<number> {
  const from = timeOfKey(source.span.from) ?? 0;
  const to = timeOfKey(source.span.to) ?? from;
  const slices = Math.max(1, Math.min(SLICES, Math.floor(budget / SMALLEST_SLICE)));
  const step = (to - from) / slices;
  const each = limitToFirst(Math.max(1, Math.floor(budget / slices)));
  await Promise.all(
    Array.from({ length: slices }, async (_, place) => {
      const start = from + place * step;
      const slice = within(source, start, start + step);
      if (slice !== undefined) onReadings((await readEntries(database, slice, each)).readings);
    }),
  );
  return step;
}

/** Fewer would leave sensors out: those of one greenhouse take turns. */
const SMALLEST_SLICE = 16;

function within(source: Source, from: number, to: number): Source | undefined {
  const { span } = source;
  const [first, last] = [firstKeyAt(from), lastKeyAt(to)];
  const slice: KeySpan = {
    ...(first > span.from
      ? { from: first, isFromIncluded: true }
      : { from: span.from, isFromIncluded: span.isFromIncluded }),
    ...(last < span.to
      ? { to: last, isToIncluded: true }
      : { to: span.to, isToIncluded: span.isToIncluded }),
  };
  return slice.from <= slice.to ? { ...source, span: slice } : undefined;
}
