/**
 * Authorizes reads; `decide-write.ts` authorizes writes. Grants cascade: a `.read` or `.write` also grants all paths
 * below it. A `.validate` grants nothing. It must hold wherever the new tree has data: at the written paths, above and
 * below.
 * Source: https://firebase.google.com/docs/database/security/core-syntax, and results recorded at the service
 */

import { type Bound, isFiltered, type QueryParams } from "../query/params";
import { indexName } from "../query/sort-index";
import type { Node, Scalar } from "../tree/node";
import { MAX_KEY, MIN_KEY } from "../tree/order";
import { formatPath, type Path } from "../tree/path";
import type { Scope } from "./evaluate";
import { type RuleNode, ruleNodeOf } from "./rule-tree";
import { Snapshot } from "./snapshot";

/** `auth` in the rules: claims such as `{uid, provider, token}`, or null for nobody. */
export type Auth = Readonly<Record<string, unknown>> | null;

export interface ReadRequest {
  readonly path: Path;
  readonly params: QueryParams;
  readonly auth: Auth;
  readonly root: Node;
  readonly now: number;
}

export interface ReadDecision {
  readonly isAllowed: boolean;
  /** Paths that the decision read. The decision is valid until a write changes one of them; time is ignored. */
  readonly dependsOn: readonly Path[];
}

export function decideRead(rules: RuleNode, request: ReadRequest): ReadDecision {
  const reads: Snapshot[] = [];
  const root = Snapshot.ofRoot(request.root, reads);
  const { auth, now, params } = request;
  // Scope needs a newData, but a `.read` rule cannot use it.
  const scope: Scope = { auth, now, root, data: root, newData: root, query: queryVariable(params) };
  const isAllowed = isReadable(rules, withoutPriority(request.path), scope);
  return { isAllowed, dependsOn: distinctPaths(reads) };
}

/** Returns the node's path, because writing a node's priority counts as writing the node. */
export function withoutPriority(path: Path): Path {
  return path.at(-1) === ".priority" ? path.slice(0, -1) : path;
}

function isReadable(rules: RuleNode, path: Path, scope: Scope): boolean {
  let node: RuleNode | undefined = rules;
  for (let level = 0; node !== undefined; level += 1) {
    if (node.read?.evaluate(scope) === true) return true;
    const key = path[level];
    if (key === undefined) return false;
    scope.data = scope.data.child(key);
    node = ruleNodeOf(node, key);
  }
  return false;
}

function distinctPaths(reads: readonly Snapshot[]): readonly Path[] {
  const paths = new Map<string, Path>();
  for (const snapshot of reads) {
    const path = snapshot.path();
    paths.set(formatPath(path), path);
  }
  return [...paths.values()];
}

/** Source: https://firebase.google.com/docs/database/security/rules-conditions#query-based_rules */
function queryVariable(params: QueryParams): Readonly<Record<string, Scalar | null>> {
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

/** Returns whether the bounds are an `equalTo`: they have the same value, and the same key or no key. */
function isOneValue(start: Bound, end: Bound, isKey: boolean): boolean {
  if (!start.isInclusive || !end.isInclusive) return false;
  if (start.key === end.key) return start.value === end.value;
  return !isKey && start.value === end.value && start.key === MIN_KEY && end.key === MAX_KEY;
}

function boundOf(bound: Bound | undefined, isKey: boolean): Scalar | null {
  if (bound === undefined) return null;
  return isKey ? bound.key : bound.value;
}
