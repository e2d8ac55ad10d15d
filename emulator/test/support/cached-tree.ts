/**
 * The data tree of a client with a disk cache. The client sends hashes of its data and applies ranges from the server.
 * Source: the public client SDKs for Android and Apple systems (CompoundHash, RangeMerge, ChildKey, Path). The code
 * shares nothing with the emulator, so each checks the other.
 */

import { createHash } from "node:crypto";
import type { Json } from "../../src/tree/json";

type Scalar = string | number | boolean;

interface Leaf {
  readonly value: Scalar;
  readonly priority: Scalar | null;
}

interface Branch {
  readonly children: ReadonlyMap<string, CachedTree>;
  readonly priority: Scalar | null;
}

export type CachedTree = null | Leaf | Branch;

type Keys = readonly string[];

const PRIORITY = ".priority";

function isBranch(tree: CachedTree): tree is Branch {
  return tree !== null && "children" in tree;
}

/** Returns the tree of JSON from the wire. A node without children and value is null, whatever its priority is. */
export function treeFromJson(json: Json): CachedTree {
  if (json === null) return null;
  if (typeof json !== "object") return { value: json, priority: null };
  const members = new Map(Object.entries(json as Record<string, Json>));
  const priority = (members.get(PRIORITY) ?? null) as Scalar | null;
  const value = members.get(".value");
  if (value !== undefined) return { value: value as Scalar, priority };
  members.delete(PRIORITY);
  const children = [...members].map(([key, child]) => [key, treeFromJson(child)] as const);
  return branchOf(new Map(children.filter(([, child]) => child !== null)), priority);
}

function branchOf(children: ReadonlyMap<string, CachedTree>, priority: Scalar | null): CachedTree {
  return children.size === 0 ? null : { children, priority };
}

function integerOf(key: string): number | undefined {
  if (!/^-?[0-9]{1,11}$/.test(key) || key.length > 11) return undefined;
  const number = parseInt(key, 10);
  return number < -(2 ** 31) || number > 2 ** 31 - 1 ? undefined : number;
}

function compareKeys(a: string, b: string): number {
  const [left, right] = [integerOf(a), integerOf(b)];
  if (left !== undefined && right !== undefined) return left - right || a.length - b.length;
  if (left !== undefined) return -1;
  if (right !== undefined) return 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function comparePaths(a: Keys, b: Keys): number {
  const level = a.findIndex((key, at) => at >= b.length || key !== b[at]);
  if (level === -1) return a.length - b.length;
  return level >= b.length ? 1 : compareKeys(a[level] ?? "", b[level] ?? "");
}

/** The member `ch` of a `q` request. */
export interface CompoundHash {
  readonly ps: readonly string[];
  readonly hs: readonly string[];
}

/** @param threshold a range ends with the first leaf that makes its text longer */
export function compoundHashOf(tree: CachedTree, threshold: number): CompoundHash {
  const ps: string[] = [];
  const hs: string[] = [];
  let text = "";
  let open: Keys = [];
  let last: Keys | undefined;
  const end = (): void => {
    hs.push(sha1(`${text}${")".repeat(open.length)})`));
    ps.push(last?.join("/") ?? "");
    last = undefined;
  };
  for (const [path, leaf] of leavesOf(tree, [])) {
    if (last === undefined) [text, open] = ["(", []];
    const shared = open.filter((_, level) => open.slice(0, level + 1).every(isKeyOf(path))).length;
    text += ")".repeat(open.length - shared) + (last === undefined ? "" : ",");
    text +=
      path
        .slice(shared)
        .map((key) => `${quote(key)}:(`)
        .join("") + leafText(leaf);
    [open, last] = [path, path];
    if (text.length > threshold && path.at(-1) !== PRIORITY) end();
  }
  if (last !== undefined) end();
  return { ps: ps.map((path) => (path === "" ? "/" : path)), hs: [...hs, ""] };
}

function isKeyOf(path: Keys): (key: string, level: number) => boolean {
  return (key, level) => path[level] === key;
}

/** Yields children in order. Omits a priority that no child follows, like the SDKs. */
function* leavesOf(tree: CachedTree, path: Keys): Iterable<readonly [Keys, Leaf]> {
  if (tree === null) return;
  if (!isBranch(tree)) {
    yield [path, tree];
    return;
  }
  let { priority } = tree;
  for (const key of [...tree.children.keys()].sort(compareKeys)) {
    if (priority !== null && compareKeys(key, PRIORITY) > 0) {
      yield [[...path, PRIORITY], { value: priority, priority: null }];
      priority = null;
    }
    yield* leavesOf(tree.children.get(key) ?? null, [...path, key]);
  }
}

function leafText({ value, priority }: Leaf): string {
  const prefix =
    priority === null ? "" : `priority:${leafText({ value: priority, priority: null })}:`;
  if (typeof value === "string") return `${prefix}string:${quote(value)}`;
  if (typeof value === "boolean") return `${prefix}boolean:${value ? "true" : "false"}`;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  return `${prefix}number:${bits.getBigUint64(0).toString(16).padStart(16, "0")}`;
}

function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function sha1(text: string): string {
  return createHash("sha1").update(text, "utf8").digest("base64");
}

/** A range in an `rm` message. */
export interface Range {
  readonly s?: string;
  readonly e?: string;
  readonly m: Json;
}

/** Applies the ranges, one after the other. */
export function withRanges(tree: CachedTree, ranges: readonly Range[]): CachedTree {
  return ranges.reduce((at, { s, e, m }) => {
    const merge = new RangeMerge(keysOf(s), keysOf(e));
    return merge.apply([], at, treeFromJson(m));
  }, tree);
}

function keysOf(path: string | undefined): Keys | undefined {
  return path?.split("/").filter((key) => key !== "");
}

class RangeMerge {
  constructor(
    private readonly start: Keys | undefined,
    private readonly end: Keys | undefined,
  ) {}

  apply(path: Keys, tree: CachedTree, update: CachedTree): CachedTree {
    const { start, end } = this;
    const isAfterStart = start === undefined || comparePaths(path, start) > 0;
    const toEnd = end === undefined ? -1 : comparePaths(path, end);
    const hasStart = start !== undefined && path.every(isKeyOf(start));
    const hasEnd = end !== undefined && path.every(isKeyOf(end));
    if (isAfterStart && toEnd < 0 && !hasEnd) return update;
    if (isAfterStart && hasEnd && update !== null && !isBranch(update)) return update;
    if (isAfterStart && toEnd === 0) return isBranch(tree) ? tree : null;
    return hasStart || hasEnd ? this.applyToChildren(path, tree, update) : tree;
  }

  private applyToChildren(path: Keys, tree: CachedTree, update: CachedTree): CachedTree {
    const keys = new Set([...keysIn(tree), ...keysIn(update)]);
    if ((tree?.priority ?? update?.priority ?? null) !== null) keys.add(PRIORITY);
    let merged = tree;
    for (const key of keys) {
      const child = childOf(tree, key);
      const changed = this.apply([...path, key], child, childOf(update, key));
      if (changed !== child) merged = withChild(merged, key, changed);
    }
    return merged;
  }
}

function keysIn(tree: CachedTree): Iterable<string> {
  return isBranch(tree) ? tree.children.keys() : [];
}

function childOf(tree: CachedTree, key: string): CachedTree {
  if (key !== PRIORITY) return isBranch(tree) ? (tree.children.get(key) ?? null) : null;
  const priority = tree?.priority ?? null;
  return priority === null ? null : { value: priority, priority: null };
}

function withChild(tree: CachedTree, key: string, child: CachedTree): CachedTree {
  if (key === PRIORITY) {
    if (tree === null) return null;
    return { ...tree, priority: child === null || isBranch(child) ? null : child.value };
  }
  if (!isBranch(tree) && child === null) return tree;
  const children = new Map(isBranch(tree) ? tree.children : []);
  if (child === null) children.delete(key);
  else children.set(key, child);
  return branchOf(children, tree?.priority ?? null);
}
