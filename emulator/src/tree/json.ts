/**
 * Converts nodes from JSON and back. Arrays are children named 0, 1, 2 …; `.value`, `.priority` and `.sv` mean the same
 * as in the SDKs.
 */

import { define } from "./json-text";
import {
  Branch,
  BranchBuilder,
  childOf,
  type Node,
  PrioritizedLeaf,
  type Priority,
  priorityOf,
  type Scalar,
  scalarOf,
  withPriority,
} from "./node";
import { canonicalNumber, isNumeric } from "./numbers";
import { integerKey } from "./order";
import { keyProblem, MAX_DEPTH } from "./path";
import { resolveServerValue, serverValueProblem } from "./server-value";

export type Json = null | Scalar | readonly Json[] | { readonly [key: string]: Json };

const MAX_TEXT_BYTES = 10 * 1024 * 1024;

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === "object" && json !== null;
}

/** Returns why the tree cannot hold `json` at the level `depth`, or undefined. */
export function jsonProblem(json: unknown, depth = 0): string | undefined {
  switch (typeof json) {
    case "boolean":
    case "bigint":
      return undefined;
    case "number":
      return Number.isFinite(json) ? undefined : "a number is not finite";
    case "string":
      return json.length * 3 > MAX_TEXT_BYTES && Buffer.byteLength(json) > MAX_TEXT_BYTES
        ? "a string is longer than 10 MB"
        : undefined;
    case "object":
      return json === null ? undefined : objectProblem(json as Record<string, unknown>, depth);
    default:
      return `${typeof json} is not a JSON value`;
  }
}

function objectProblem(json: Record<string, unknown>, depth: number): string | undefined {
  if (Object.hasOwn(json, ".sv")) return serverValueProblem(json[".sv"]);
  const isLeaf = Object.hasOwn(json, ".value");
  for (const key of Object.keys(json)) {
    const child = json[key];
    const problem =
      key === ".priority"
        ? priorityProblem(child)
        : key === ".value"
          ? leafProblem(child)
          : isLeaf
            ? ".value and children cannot be in the same object"
            : depth >= MAX_DEPTH
              ? `the data is deeper than ${MAX_DEPTH} levels`
              : (keyProblem(key) ?? jsonProblem(child, depth + 1));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function leafProblem(value: unknown): string | undefined {
  if (!isObject(value)) return jsonProblem(value);
  return Object.hasOwn(value, ".sv")
    ? serverValueProblem(value[".sv"])
    : ".value must be a number, a string, a boolean or null";
}

function priorityProblem(priority: unknown): string | undefined {
  if (priority === null || typeof priority === "string") return undefined;
  if (isNumeric(priority))
    return Number.isFinite(Number(priority)) ? undefined : "a .priority is not finite";
  if (isObject(priority) && Object.hasOwn(priority, ".sv")) {
    return serverValueProblem(priority[".sv"]);
  }
  return ".priority must be a number, a string or null";
}

/**
 * Returns the node for valid `json`. Server values use `now`, in Unix milliseconds, and increments add to `existing`.
 */
export function nodeFromJson(json: Json, now: number, existing: Node = null): Node {
  if (typeof json !== "object" || json === null) return canonicalScalar(json);
  const object = json as Readonly<Record<string, Json>>;
  if (Object.hasOwn(object, ".sv")) {
    return canonicalScalar(resolveServerValue(object[".sv"], now, scalarOf(existing)));
  }
  const priority = Object.hasOwn(object, ".priority")
    ? (scalarOf(nodeFromJson(object[".priority"] ?? null, now, priorityOf(existing))) as Priority)
    : null;
  if (Object.hasOwn(object, ".value")) {
    const value = nodeFromJson(object[".value"] ?? null, now, existing);
    return priority === null ? value : withPriority(value, priority);
  }
  const builder = new BranchBuilder();
  for (const key of Object.keys(object)) {
    if (key === ".priority") continue;
    builder.set(key, nodeFromJson(object[key] ?? null, now, childOf(existing, key)));
  }
  return builder.build(priority);
}

/**
 * Returns the form in which the tree holds a value. Replaces values that JSON or UTF-8 cannot carry: half a surrogate
 * pair and -0. Clients would compute another hash of them than the emulator.
 */
function canonicalScalar(value: Scalar | null): Scalar | null {
  if (typeof value === "string") return value.toWellFormed();
  return isNumeric(value) ? canonicalNumber(value) : value;
}

/** Returns the scalar or null that `json` is, as the tree holds it, or undefined. */
export function scalarFromJson(json: unknown): Scalar | null | undefined {
  const isScalar = typeof json !== "object" || json === null;
  return isScalar && jsonProblem(json) === undefined ? canonicalScalar(json as Scalar) : undefined;
}

/** Returns the JSON of a node. With priorities, it is as `format=export` and the wire show it. */
export function nodeToJson(node: Node, withPriorities = false): Json {
  if (node instanceof PrioritizedLeaf) {
    return withPriorities ? { ".value": node.value, ".priority": node.priority } : node.value;
  }
  if (!(node instanceof Branch)) return node;
  const hasOwnPriority = withPriorities && node.priority !== null;
  if (!hasOwnPriority && isListLike(node)) return listFrom(node, withPriorities);
  const object: Record<string, Json> = {};
  for (const [key, child] of node.children.entries()) {
    define(object, key, nodeToJson(child, withPriorities));
  }
  if (hasOwnPriority) object[".priority"] = node.priority;
  return object;
}

/**
 * Returns whether all keys are canonical numbers from 0 on and at least half of the positions up to the last are used.
 */
function isListLike(node: Branch): boolean {
  const last = node.children.maxKey();
  const lastIndex = last === undefined ? undefined : integerKey(last);
  if (lastIndex === undefined || lastIndex < 0 || lastIndex >= 2 * node.children.size) return false;
  for (const key of node.children.keys()) {
    const index = integerKey(key);
    if (index === undefined || index < 0 || String(index) !== key) return false;
  }
  return true;
}

function listFrom(node: Branch, withPriorities: boolean): Json {
  const list: Json[] = [];
  for (const [key, child] of node.children.entries()) {
    const index = Number(key);
    while (list.length < index) list.push(null);
    list.push(nodeToJson(child, withPriorities));
  }
  return list;
}
