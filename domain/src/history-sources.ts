/**
 * Where a greenhouse's history lies: signed readings side by side under push keys, and between them a node for each
 * sensor that sends with the key in the body, under its uid.
 */

import { splitRange } from "./key-range.ts";
import type { KeyRange } from "./key-range.ts";
import { RESERVED_UIDS } from "./keys.ts";
import { entriesOf } from "./stored.ts";

/** A row of entries in the order of their keys. */
export interface HistorySource {
  readonly path: string;
  /** Whose entries they are; undefined where each one names its sensor. */
  readonly uid: string | undefined;
  readonly range: KeyRange;
}

/**
 * The sensors that have a node of their own: their newest values are children of `current`, beside the fields that the
 * signed readings share.
 * @param current `sensors/<greenhouseId>/current`
 */
export function containersIn(current: unknown): readonly string[] {
  return entriesOf(current)
    .map(([key]) => key)
    .filter((key) => !RESERVED_UIDS.includes(key));
}

/**
 * All the rows that can hold entries of the range.
 * @param containers the sensors that have a node of their own
 */
export function historySources(
  greenhouse: string,
  containers: Iterable<string>,
  range: Required<Pick<KeyRange, "from" | "before">>,
): readonly HistorySource[] {
  const path = `sensors/${greenhouse}/history`;
  const uids = [...containers];
  return [
    ...splitRange(range, uids).map((part) => ({ path, uid: undefined, range: part })),
    ...uids.map((uid) => ({ path: `${path}/${uid}`, uid, range })),
  ];
}
