/** Writes as clients ask for them, and the changes that they make. */

import type { Actor } from "./actor";
import { type Json, jsonProblem, nodeFromJson } from "../tree/json";
import type { Node } from "../tree/node";
import { parsePath, type Path, pathProblem } from "../tree/path";
import { Place } from "./places";

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

export interface PlacedChange extends ResolvedChange {
  /** What is at the path before the write. */
  readonly before: Node;
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
      readonly changes: readonly PlacedChange[];
      /** The tree with all of them. */
      readonly after: Node;
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
  const places = new Place(root);
  const changes: PlacedChange[] = [];
  for (const [path, json] of values) {
    const change = places.write(path, (before) => nodeFromJson(json, now, before));
    if (typeof change === "string") return { ok: false, problem: change };
    changes.push(change);
  }
  changes.sort((a, b) => turnOf(a) - turnOf(b));
  return { ok: true, changes, after: places.after(), now };
}

/**
 * The order in which the journal is replayed, one change after the other: removals after values, so that a node that loses
 * and gains children keeps its priority, and priorities last.
 */
function turnOf({ path, node }: ResolvedChange): number {
  if (path.at(-1) === ".priority") return 2;
  return node === null ? 1 : 0;
}

type ValueAt = readonly [path: Path, json: Json];

export function valuesOf(write: Write): readonly ValueAt[] {
  if (write.kind === "set") return [[write.path, write.value]];
  const { path, children } = write;
  return Object.entries(children).map(([key, json]) => {
    const below = parsePath(key);
    return [path.length === 0 ? below : [...path, ...below], json];
  });
}

function valueProblem(path: Path, json: Json): string | undefined {
  if (path.at(-1) !== ".priority") return jsonProblem(json, path.length);
  return jsonProblem({ ".priority": json });
}
