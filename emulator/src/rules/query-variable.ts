/**
 * `query` in the rules of a read.
 * Source: https://firebase.google.com/docs/database/security/rules-conditions#query-based_rules
 */

import { type Bound, isFiltered, type QueryParams } from "../query/params";
import { indexName } from "../query/sort-index";
import type { Scalar } from "../tree/node";
import { MAX_KEY, MIN_KEY } from "../tree/order";

export type QueryVariable = Readonly<Record<string, Scalar | null>>;

export function queryVariable(params: QueryParams): QueryVariable {
  const { index, start, end, limit } = params;
  // A plain read counts as ordered by key (recorded at the service).
  const isPlain = index.kind === "priority" && !isFiltered(params);
  const isKey = index.kind === "key";
  const isEqual = start !== undefined && end !== undefined && isOneValue(start, end, isKey);
  return {
    orderByKey: isKey || isPlain,
    orderByValue: index.kind === "value",
    orderByPriority: index.kind === "priority" && !isPlain,
    orderByChild: index.kind === "child" ? (indexName(index) ?? null) : null,
    startAt: isEqual ? null : boundOf(start, isKey),
    endAt: isEqual ? null : boundOf(end, isKey),
    equalTo: isEqual ? boundOf(start, isKey) : null,
    limitToFirst: limit?.from === "first" ? limit.count : null,
    limitToLast: limit?.from === "last" ? limit.count : null,
  };
}

/** `equalTo` travels as two bounds: the same value, and the same key or none. */
function isOneValue(start: Bound, end: Bound, isKey: boolean): boolean {
  if (!start.isInclusive || !end.isInclusive) return false;
  if (start.key === end.key) return start.value === end.value;
  return !isKey && start.value === end.value && start.key === MIN_KEY && end.key === MAX_KEY;
}

function boundOf(bound: Bound | undefined, isKey: boolean): Scalar | null {
  if (bound === undefined) return null;
  return isKey ? bound.key : bound.value;
}
