/** Splits a tree into chunks: a path and some of its children. So the stored tree never has to be a single string. */

import type { ResolvedChange } from "../database/write";
import { type Json, nodeFromJson, nodeToJson } from "../tree/json";
import { isLongerThan } from "../tree/json-pieces";
import { stringifyJson } from "../tree/json-text";
import { Branch, BranchBuilder, childrenOf, type Node, type Priority } from "../tree/node";
import { parsePath, type Path, ROOT } from "../tree/path";

/** Approximate maximum of a chunk in characters of JSON. A single longer value is still one chunk. */
const CHUNK_CHARACTERS = 64 * 1024;

/** A chunk or a change in a file: the path as text, and the value with its priorities. */
export type StoredChange = readonly [path: string, value: Json];

export function storedChange({ path, node }: ResolvedChange): StoredChange {
  return [path.join("/"), nodeToJson(node, true)];
}

export function changeFromStored([path, value]: StoredChange): ResolvedChange {
  // Stored values hold no server values, so no time is needed.
  return { path: parsePath(path), node: nodeFromJson(value, 0) };
}

/** Yields the chunks of `node` at `path`, each as the JSON of a `StoredChange`. Yields nothing for null. */
export function* chunksOf(node: Node, path: Path = ROOT): Generator<string> {
  if (!(node instanceof Branch)) {
    if (node !== null) yield stringifyJson(storedChange({ path, node }));
    return;
  }
  if (node.priority !== null) {
    yield stringifyJson(storedChange({ path: [...path, ".priority"], node: node.priority }));
  }
  // Joining texts is much faster than building an object of hundreds of keys.
  const pathText = JSON.stringify(path.join("/"));
  let members: string[] = [];
  let characters = 0;
  for (const [key, child] of childrenOf(node)) {
    if (child instanceof Branch && isLongerThan(CHUNK_CHARACTERS, child)) {
      yield* chunksOf(child, [...path, key]);
      continue;
    }
    const member = `${JSON.stringify(key)}:${stringifyJson(nodeToJson(child, true))}`;
    members.push(member);
    characters += member.length;
    if (characters >= CHUNK_CHARACTERS) {
      yield `[${pathText},{${members.join(",")}}]`;
      members = [];
      characters = 0;
    }
  }
  if (members.length > 0) yield `[${pathText},{${members.join(",")}}]`;
}

export class ChunkMerger {
  private readonly children = new BranchBuilder();
  private readonly longChildren = new Map<string, ChunkMerger>();
  private priority: Priority | null = null;
  private leaf: Node = null;

  add([path, value]: StoredChange): void {
    this.addAt(parsePath(path), value, 0);
  }

  /** Returns the whole tree. The merger must not be used afterwards. */
  build(): Node {
    for (const [key, child] of this.longChildren) this.children.set(key, child.build());
    return this.children.build(this.priority) ?? this.leaf;
  }

  private addAt(path: Path, value: Json, level: number): void {
    const key = path[level];
    if (key === ".priority") {
      this.priority = value as Priority;
    } else if (key !== undefined) {
      let child = this.longChildren.get(key);
      if (child === undefined) {
        child = new ChunkMerger();
        this.longChildren.set(key, child);
      }
      child.addAt(path, value, level + 1);
    } else if (typeof value === "object" && value !== null && !Object.hasOwn(value, ".value")) {
      for (const [name, json] of Object.entries(value)) {
        this.children.set(name, nodeFromJson(json, 0));
      }
    } else {
      this.leaf = nodeFromJson(value, 0);
    }
  }
}
