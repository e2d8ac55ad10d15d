/** Writes as clients send them, and the changes that they make. */

import type { Actor } from "./actor";
import { type Json, jsonProblem, nodeFromJson } from "../tree/json";
import type { Node } from "../tree/node";
import { formatPath, parsePath, type Path } from "../tree/path";
import { UpdateNode } from "../tree/update-node";

export type Write =
  | { readonly kind: "set"; readonly path: Path; readonly value: Json }
  | {
      readonly kind: "merge";
      readonly path: Path;
      /** By path relative to `path`. */
      readonly children: Readonly<Record<string, Json>>;
    };

/** Sets a tree that was checked while it was read, because it is too large for a single value. */
export interface Import {
  readonly kind: "import";
  readonly path: Path;
  readonly node: Node;
}

export interface ResolvedChange {
  readonly path: Path;
  readonly node: Node;
}

/** A write that was applied. */
export interface AppliedWrite {
  readonly before: Node;
  readonly after: Node;
  /** The differences between `before` and `after`. */
  readonly changes: readonly ResolvedChange[];
  readonly actor: Actor;
  /** Server time in Unix milliseconds. */
  readonly now: number;
}

export type ResolvedWrite =
  | {
      readonly ok: true;
      /** The whole update, from the root of the tree down. */
      readonly update: UpdateNode;
      /** The written nodes. */
      readonly changes: readonly UpdateNode[];
    }
  | { readonly ok: false; readonly problem: string };

/** Checks a write and resolves its server values. `now` is server time in Unix milliseconds. */
export function resolveWrite(write: Write | Import, root: Node, now: number): ResolvedWrite {
  const update = new UpdateNode(root);
  if (write.kind === "import") {
    const target = update.at(write.path);
    if (typeof target === "string") return { ok: false, problem: target };
    target.write(write.node);
    return { ok: true, update, changes: [target] };
  }
  const find = finderIn(update, write.path);
  const values: UpdateNode[] = [];
  const removals: UpdateNode[] = [];
  const priorities: UpdateNode[] = [];
  const children = childrenOf(write);
  for (const path of Object.keys(children)) {
    const json = children[path] ?? null;
    const target = find(path);
    if (typeof target === "string") return { ok: false, problem: target };
    const problem = target.isPriority
      ? jsonProblem({ ".priority": json })
      : jsonProblem(json, target.depth);
    if (problem !== undefined) return { ok: false, problem };
    if (target.isWhole) return overlapAt(target);
    target.write(nodeFromJson(json, now, target.before));
    (target.isPriority ? priorities : target.node === null ? removals : values).push(target);
  }
  // The journal replays the changes in this order. Removals come after values, so a node that loses and gains children
  // keeps its priority. Priorities come last.
  const changes = [...values, ...removals, ...priorities];
  const above = changes.find((change) => change.firstWritten !== change);
  return above === undefined ? { ok: true, update, changes } : overlapAt(above);
}

function overlapAt({ path, firstWritten }: UpdateNode): ResolvedWrite {
  const below = formatPath(firstWritten.path);
  const problem = `the path ${formatPath(path)} is an ancestor of ${below} in one update`;
  return { ok: false, problem };
}

/** A set is an update of one path. */
function childrenOf(write: Write): Readonly<Record<string, Json>> {
  return write.kind === "set" ? { "": write.value } : write.children;
}

/**
 * Returns a function that finds nodes of an update by paths relative to `base`. Most paths differ only in the last
 * key.
 */
function finderIn(update: UpdateNode, base: Path): (path: string) => UpdateNode | string {
  let parentPath: string | undefined;
  let parent: UpdateNode | string = update;
  return (path) => {
    const keyAt = path.lastIndexOf("/") + 1;
    if (parentPath?.length !== keyAt || !path.startsWith(parentPath)) {
      parentPath = path.slice(0, keyAt);
      parent = update.at([...base, ...parsePath(parentPath)]);
    }
    if (keyAt === path.length || typeof parent === "string") return parent;
    return parent.child(path.slice(keyAt));
  };
}

export function valuesOf(write: Write): readonly (readonly [path: Path, json: Json])[] {
  const children = Object.entries(childrenOf(write));
  return children.map(([path, json]) => [[...write.path, ...parsePath(path)], json]);
}
