/** Lists of history entries under push keys, in both layouts, and the queries for parts of them. */

import { DAY_MS } from "@greenhouse/domain/time";
import { entriesOf } from "@greenhouse/domain/stored";
import type { DataSnapshot, Query, QueryConstraint } from "firebase/database";
import { historySources } from "@greenhouse/domain/history/history-sources";
import type { HistorySource } from "@greenhouse/domain/history/history-sources";
import { keyRangeOf, keysBetween } from "@greenhouse/domain/identity/key-range";
import type { KeyRange } from "@greenhouse/domain/identity/key-range";
import type { ReadEntry, Reading } from "../../model/values/reading";
import { sdkOf } from "../connection/sdk";

export type Source = HistorySource;

/** Queries need an end, because containers sort after all push keys. */
const YEAR_MS = 366 * DAY_MS;

/**
 * Returns the sources of readings from a time on.
 * @param containers the uids that have their own node in the history
 * @param fromMs Unix milliseconds
 */
export function sourcesSince(
  greenhouseId: string,
  containers: Iterable<string>,
  fromMs: number,
): readonly Source[] {
  const range = keyRangeOf({ fromMs, toMs: fromMs + YEAR_MS });
  return historySources(greenhouseId, containers, range);
}

export function queryOf({ path, range }: Source, ...more: readonly QueryConstraint[]): Query {
  const sdk = sdkOf();
  const { from, after: last, before: end } = range;
  return sdk.query(
    sdk.ref(sdk.database, path),
    sdk.orderByKey(),
    ...(from === undefined ? [] : [sdk.startAt(from)]),
    ...(last === undefined ? [] : [sdk.startAfter(last)]),
    ...(end === undefined ? [] : [sdk.endBefore(end)]),
    ...more,
  );
}

/** Returns the first key of a source, or the key before it. */
export function startOf({ range }: Source): string {
  return range.from ?? range.after ?? "";
}

/** Returns the part of a source before a key. */
export function before(source: Source, key: string): Source {
  return { ...source, range: { ...source.range, before: key } };
}

export function after(source: Source, key: string): Source {
  return { ...source, range: rangeOf({ after: key }, source) };
}

/** Returns the part of a source from a key on. */
export function since(source: Source, key: string): Source {
  return { ...source, range: rangeOf({ from: key }, source) };
}

function rangeOf(start: Pick<KeyRange, "from" | "after">, { range }: Source): KeyRange {
  return range.before === undefined ? start : { ...start, before: range.before };
}

export interface Entries {
  readonly readings: readonly Reading[];
  /** The number of entries, including entries that are not readings. */
  readonly count: number;
  readonly firstKey: string | undefined;
  readonly lastKey: string | undefined;
}

export async function readEntries(
  source: Source,
  limit: QueryConstraint,
  read: ReadEntry,
): Promise<Entries> {
  return entriesIn(source, await sdkOf().get(queryOf(source, limit)), read);
}

function entriesIn(source: Source, snapshot: DataSnapshot, read: ReadEntry): Entries {
  const entries = entriesOf(snapshot.val());
  const keys = entries.map(([key]) => key).sort();
  return {
    readings: entries.flatMap(([key, stored]) => read(source, key, stored) ?? []),
    count: entries.length,
    firstKey: keys[0],
    lastKey: keys.at(-1),
  };
}

/** Returns the part of a source from one time to another; undefined if that part is empty. */
export function within(source: Source, fromMs: number, toMs: number): Source | undefined {
  const { from, before: end } = keysBetween(fromMs, toMs);
  const start = startOf(source);
  const first = from > start ? since(source, from) : source;
  const part = end < (source.range.before ?? end) ? before(first, end) : first;
  return startOf(part) < (part.range.before ?? end) ? part : undefined;
}
