/** Lists of history entries under push keys, of both layouts, and the queries for parts of them. */

import { entriesOf } from "../../../domain/src/stored";
import type { DataSnapshot, Query, QueryConstraint } from "firebase/database";
import { firstKeyAt, lastKeyAt } from "../../../domain/src/push-key";
import { keySpans } from "../model/key-spans";
import type { KeySpan } from "../model/key-spans";
import { readKeyed, readSigned } from "../model/reading";
import type { Reading } from "../model/reading";
import { sdkOf } from "./sdk";

/** A key contains the time of the write, which may differ by this much from the device's clock, in milliseconds. */
export const CLOCK_SKEW = 10 * 60_000;

/** A range of history entries: of the signed ones, or of the ones in a sensor's own node. */
export interface Source {
  readonly path: string;
  /** Whether all sensors that sign share it. */
  readonly isShared: boolean;
  readonly span: KeySpan;
  read(key: string, stored: unknown): Reading | undefined;
}

/**
 * @param containers the uids that have their own node in the history
 * @param first the time in the first key, in Unix milliseconds
 * @param last the time in the last keys, which are included
 */
export function sourcesOf(
  greenhouseId: string,
  containers: Iterable<string>,
  first: number,
  last: number,
): readonly Source[] {
  const path = `sensors/${greenhouseId}/history`;
  const uids = [...containers];
  return [
    ...keySpans(first, last, uids).map((span) => ({
      path,
      isShared: true,
      span,
      read: readSigned,
    })),
    ...uids.flatMap((uid) =>
      keySpans(first, last, []).map((span) => ({
        path: `${path}/${uid}`,
        isShared: false,
        span,
        read: (key: string, stored: unknown) => readKeyed(uid, key, stored),
      })),
    ),
  ];
}

export function queryOf({ path, span }: Source, ...more: readonly QueryConstraint[]): Query {
  const sdk = sdkOf();
  return sdk.query(
    sdk.ref(sdk.database, path),
    sdk.orderByKey(),
    span.isFromIncluded ? sdk.startAt(span.from) : sdk.startAfter(span.from),
    span.isToIncluded ? sdk.endAt(span.to) : sdk.endBefore(span.to),
    ...more,
  );
}

/** The part of a source before a key. */
export function before(source: Source, key: string): Source {
  return { ...source, span: { ...source.span, to: key, isToIncluded: false } };
}

export function after(source: Source, key: string): Source {
  return { ...source, span: { ...source.span, from: key, isFromIncluded: false } };
}

/** The part of a source from a key on. */
export function since(source: Source, key: string): Source {
  return { ...source, span: { ...source.span, from: key, isFromIncluded: true } };
}

export interface Entries {
  readonly readings: readonly Reading[];
  /** How many entries there were, including those that are not readings. */
  readonly count: number;
  readonly firstKey: string | undefined;
  readonly lastKey: string | undefined;
}

export async function readEntries(source: Source, limit: QueryConstraint): Promise<Entries> {
  return entriesIn(source, await sdkOf().get(queryOf(source, limit)));
}

export interface EntriesListener {
  /** The entries that existed at the start. */
  readonly first: Promise<Entries>;
  readonly stop: () => void;
}

/**
 * Calls back with all entries now, and again whenever one is added. After a reconnection, the SDK sends a hash of its
 * data, and the server sends the entries again only if they have changed.
 */
export function listenToEntries(
  source: Source,
  limits: readonly QueryConstraint[],
  onEntries: (entries: Entries) => void,
): EntriesListener {
  let stop = (): void => undefined;
  const first = new Promise<Entries>((resolve, reject) => {
    stop = sdkOf().onValue(
      queryOf(source, ...limits),
      (snapshot) => {
        const entries = entriesIn(source, snapshot);
        onEntries(entries);
        resolve(entries);
      },
      reject,
    );
  });
  return { first, stop };
}

function entriesIn(source: Source, snapshot: DataSnapshot): Entries {
  const entries = entriesOf(snapshot.val());
  const keys = entries.map(([key]) => key).sort();
  return {
    readings: entries.flatMap(([key, stored]) => source.read(key, stored) ?? []),
    count: entries.length,
    firstKey: keys[0],
    lastKey: keys.at(-1),
  };
}

/** The part of a source from one time to another; undefined if it is empty. */
export function within(source: Source, from: number, to: number): Source | undefined {
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
