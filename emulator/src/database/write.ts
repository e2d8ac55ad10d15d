/** Writes as clients ask for them, and the changes that they make. */

import type { Actor } from "./actor";
import { type Json, jsonProblem, nodeFromJson } from "../tree/json";
import { type Node, nodeAt } from "../tree/node";
import {
  comparePaths,
  formatPath,
  isAtOrBelow,
  parsePath,
  type Path,
  pathProblem,
} from "../tree/path";

export type Write =
  | { readonly kind: "set"; readonly path: Path; readonly value: Json }
  | {
      readonly kind: "merge";
      readonly path: Path;
      /** By path relative to `path`. */
      readonly children: Readonly<Record<string, Json>>;
    };

export interface ResolvedChange {
  readonly path: Path;
  readonly node: Node;
}

/** A write that was applied. */
export interface AppliedWrite {
  readonly before: Node;
  readonly after: Node;
  /** What differs between them. */
  readonly changes: readonly ResolvedChange[];
  readonly actor: Actor;
  /** Server time in Unix milliseconds. */
  readonly now: number;
}

export type ResolvedWrite =
  | {
      readonly ok: true;
      readonly changes: readonly ResolvedChange[];
      readonly now: number;
    }
  | { readonly ok: false; readonly problem: string };

/** Checks a write and resolves its server values; `now` is server time in Unix milliseconds. */
export function resolveWrite(write: Write, root: Node, now: number): ResolvedWrite {
  const values = valuesOf(write);
  for (const [path, json] of values) {
    const problem = pathProblem(path) ?? valueProblem(path, json);
    if (problem !== undefined) return { ok: false, problem };
  }
  const overlap = overlapProblem(values.map(([path]) => path));
  if (overlap !== undefined) return { ok: false, problem: overlap };
  const changes = values.map(([path, json]) => ({
    path,
    node: nodeFromJson(json, now, nodeAt(root, path)),
  }));
  return { ok: true, changes: changes.sort((a, b) => turnOf(a) - turnOf(b)), now };
}

/**
 * Removals come after values, so that a node that loses and gains children keeps its priority. Priorities come last.
 */
function turnOf({ path, node }: ResolvedChange): number {
  if (path.at(-1) === ".priority") return 2;
  return node === null ? 1 : 0;
}

type ValueAt = readonly [path: Path, json: Json];

export function valuesOf(write: Write): readonly ValueAt[] {
  if (write.kind === "set") return [[write.path, write.value]];
  return Object.entries(write.children).map(([key, json]) => [
    [...write.path, ...parsePath(key)],
    json,
  ]);
}

function valueProblem(path: Path, json: Json): string | undefined {
  if (path.at(-1) !== ".priority") return jsonProblem(json, path.length);
  return jsonProblem({ ".priority": json });
}

/** In one update no path may contain another, because it would not be clear which of the two counts. */
function overlapProblem(paths: readonly Path[]): string | undefined {
  const sorted = [...paths].sort(comparePaths);
  for (const [position, path] of sorted.entries()) {
    const next = sorted[position + 1];
    if (next !== undefined && isAtOrBelow(next, path)) {
      return `the path ${formatPath(path)} is an ancestor of ${formatPath(next)} in one update`;
    }
  }
  return undefined;
}
