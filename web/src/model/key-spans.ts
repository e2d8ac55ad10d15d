/**
 * The key ranges to query in a history that has entries under push keys and, between them, containers: nodes that hold
 * the whole history of one sensor, under its uid. A query whose key range includes a container would download all of
 * it, so the keys are queried in spans between the containers.
 */

import { firstKeyAt, lastKeyAt } from "../../../domain/src/push-key";

/** A part of the keys in order, between two bounds. */
export interface KeySpan {
  readonly from: string;
  readonly isFromIncluded: boolean;
  readonly to: string;
  readonly isToIncluded: boolean;
}

/** Covers all push keys from one time to another (Unix milliseconds), but no keys of containers. */
export function keySpans(
  fromMs: number,
  toMs: number,
  containers: Iterable<string>,
): readonly KeySpan[] {
  const [first, last] = [firstKeyAt(fromMs), lastKeyAt(toMs)];
  if (fromMs > toMs) return [];
  // Integer keys sort before all push keys, so they are never inside the range.
  const within = [...containers].filter((uid) => uid >= first && uid <= last && !isInteger(uid));
  within.sort((a, b) => (a < b ? -1 : 1));
  const starts = [{ key: first, isIncluded: true }, ...within.map(excluded)];
  const ends = [...within.map(excluded), { key: last, isIncluded: true }];
  return starts.flatMap((start, place) => {
    const end = ends[place];
    return end === undefined
      ? []
      : [
          {
            from: start.key,
            isFromIncluded: start.isIncluded,
            to: end.key,
            isToIncluded: end.isIncluded,
          },
        ];
  });
}

function excluded(key: string): { key: string; isIncluded: boolean } {
  return { key, isIncluded: false };
}

function isInteger(key: string): boolean {
  return /^-?\d{1,10}$/.test(key);
}
