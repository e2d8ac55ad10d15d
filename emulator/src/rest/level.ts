/**
 * `/.inspect/level.json`: one level of the tree for the viewer. A long level has only its first and last children.
 */

import {
  Branch,
  childCount,
  childrenBackwards,
  childrenOf,
  type Node,
  nodeAt,
  scalarOf,
} from "../tree/node";
import type { Json } from "../tree/json";
import { parsePath, pathProblem } from "../tree/path";
import type { Scope } from "./data";
import { errorReply, jsonReply, type Reply } from "./reply";

/** Longer strings are cut off. In UTF-16 units. */
const MAX_STRING_LENGTH = 400;

const DEFAULT_CHILDREN = 100;
const MAX_CHILDREN = 100_000;

/**
 * Answers `{count, children}` for a node with children, else `{value}`, with `isCut` for the beginning of a longer string
 * and with the `digits` of an integer that JavaScript rounds. `path=` chooses the node; `first=` and `last=`
 * choose how many children are in the answer.
 */
export function levelReply({ database: { snapshot }, request: { search } }: Scope): Reply {
  const path = parsePath(search.get("path") ?? "");
  const problem = pathProblem(path);
  if (problem !== undefined) return errorReply(400, `Invalid path: ${problem}.`);
  const [first, last] = [countOf(search.get("first")), countOf(search.get("last"))];
  if (first === undefined || last === undefined) {
    return errorReply(400, `first and last must be whole numbers up to ${MAX_CHILDREN}.`);
  }
  return jsonReply(200, levelOf(nodeAt(snapshot, path), first, last));
}

function countOf(text: string | null): number | undefined {
  if (text === null) return DEFAULT_CHILDREN;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : Infinity;
  return count <= MAX_CHILDREN ? count : undefined;
}

type Entry = readonly [key: string, node: Node];

function levelOf(node: Node, first: number, last: number): Json {
  if (!(node instanceof Branch)) return valueOf(node);
  const count = childCount(node);
  const isAll = count <= first + last;
  const head = take(childrenOf(node), isAll ? count : first);
  const tail = isAll ? [] : take(childrenBackwards(node), last).reverse();
  return {
    count,
    children: [...head, ...tail].map(([key, child]) => ({
      key,
      ...(child instanceof Branch ? { count: childCount(child) } : valueOf(child)),
    })),
  };
}

function take(entries: Iterable<Entry>, count: number): Entry[] {
  const taken: Entry[] = [];
  if (count === 0) return taken;
  for (const entry of entries) {
    taken.push(entry);
    if (taken.length === count) break;
  }
  return taken;
}

interface LevelValue {
  readonly [name: string]: Json;
  readonly value: Json;
}

function valueOf(node: Node): LevelValue {
  const value = scalarOf(node);
  // A page would round it.
  if (typeof value === "bigint") return { value, digits: String(value) };
  return typeof value === "string" && value.length > MAX_STRING_LENGTH
    ? { value: value.slice(0, MAX_STRING_LENGTH).toWellFormed(), isCut: true }
    : { value };
}
