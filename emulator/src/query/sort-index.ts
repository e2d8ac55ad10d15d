/** The orders of a node's children. `comparePositions` orders all query results. */

import { Branch, type Node, nodeAt, priorityOf, scalarOf } from "../tree/node";
import { compareKeys, compareSortValues, NESTED, type SortValue } from "../tree/order";
import { formatPath, type Path } from "../tree/path";

export type Index =
  | { readonly kind: "key" }
  | { readonly kind: "value" }
  | { readonly kind: "priority" }
  | { readonly kind: "child"; readonly path: Path };

export const BY_KEY: Index = { kind: "key" };
export const BY_VALUE: Index = { kind: "value" };
export const BY_PRIORITY: Index = { kind: "priority" };

/** A child's position in an order: first by `value`, then by `key`. In key order every value is null. */
export interface Position {
  readonly value: SortValue;
  readonly key: string;
}

export function comparePositions(a: Position, b: Position): number {
  return compareSortValues(a.value, b.value) || compareKeys(a.key, b.key);
}

export function sortValueOf(index: Index, child: Node): SortValue {
  switch (index.kind) {
    case "key":
      return null;
    case "priority":
      return priorityOf(child);
    case "value":
      return child instanceof Branch ? NESTED : scalarOf(child);
    case "child": {
      const at = nodeAt(child, index.path);
      return at instanceof Branch ? NESTED : scalarOf(at);
    }
  }
}

/** Returns the index's name in `.indexOn`, or undefined for the orders that need no index: key and priority. */
export function indexName(index: Index): string | undefined {
  switch (index.kind) {
    case "child":
      return formatPath(index.path).slice(1);
    case "value":
      return ".value";
    default:
      return undefined;
  }
}

/** Returns the answer to a query whose index is missing. */
export function missingIndexProblem(index: string, path: Path): string {
  return `Index not defined, add ".indexOn": "${index}", for path "${formatPath(path)}", to the rules`;
}
