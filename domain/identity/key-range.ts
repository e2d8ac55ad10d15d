/**
 * Finds the keys of the history entries of a period. Push keys sort by the time of storing, and `updatedAt` differs from it
 * by at most ten minutes. Readings that are signed over the whole body have keys that sort by `updatedAt`.
 */

import { firstKeyAt } from "./push-key.ts";

/** Keys from `from` (or right after `after`) to right before `before`. */
export interface KeyRange {
  readonly from?: string;
  readonly after?: string;
  readonly before?: string;
}

/** In Unix milliseconds. `fromMs` is inside of the period, `toMs` is not. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The rules let `updatedAt` differ from the server's time by at most this. */
export const KEY_SLACK_MS = 600_000;

/** Returns the range of push keys from one millisecond to another, both included. */
export function keysBetween(
  firstMs: number,
  lastMs: number,
): Required<Pick<KeyRange, "from" | "before">> {
  return { from: firstKeyAt(firstMs), before: firstKeyAt(lastMs + 1) };
}

/** Returns the range of keys that entries of the period can have. */
export function keyRangeOf({ fromMs, toMs }: Period): Required<Pick<KeyRange, "from" | "before">> {
  return keysBetween(fromMs - KEY_SLACK_MS, toMs + KEY_SLACK_MS);
}

/** As the database sorts keys, integers come before all others. */
const INTEGER = /^-?\d{1,10}$/;

/**
 * Splits the range at these keys, and leaves them out. A uid may look like a push key, and its whole history would be read
 * in one piece.
 */
export function splitRange(
  range: Required<Pick<KeyRange, "from" | "before">>,
  holes: readonly string[],
): readonly KeyRange[] {
  if (range.from >= range.before) return [];
  const inside = holes
    .filter((key) => key >= range.from && key < range.before && !INTEGER.test(key))
    .toSorted();
  const starts: KeyRange[] = [{ from: range.from }, ...inside.map((after) => ({ after }))];
  const ends = [...inside, range.before];
  return starts.map((start, index) => ({ ...start, before: ends[index] ?? range.before }));
}
