/** A value still to be written: like a node, with unresolved server values. A branch without children is nothing. */

import type { Json } from "../tree/json";
import type { Path } from "../tree/path";

export type WaitingValue = Leaf | Branch;

interface Leaf {
  readonly kind: "leaf";
  /** A scalar or a server value. */
  readonly json: Json;
  priority: Json;
}

interface Branch {
  readonly kind: "branch";
  readonly children: Map<string, WaitingValue>;
  priority: Json;
}

function emptyBranch(): Branch {
  return { kind: "branch", children: new Map(), priority: null };
}

/** Reads JSON that may be written, with `.value`, `.priority` and `.sv`. */
export function waitingFromJson(json: Json): WaitingValue {
  if (json === null) return emptyBranch();
  if (typeof json !== "object" || Object.hasOwn(json, ".sv")) {
    return { kind: "leaf", json, priority: null };
  }
  const { ".priority": priority = null, ...content } = json as Readonly<Record<string, Json>>;
  const value = Object.hasOwn(content, ".value")
    ? waitingFromJson(content[".value"] ?? null)
    : branchFrom(content);
  if (!isNothing(value)) value.priority = priority;
  return value;
}

function branchFrom(children: Readonly<Record<string, Json>>): Branch {
  const branch = emptyBranch();
  for (const key of Object.keys(children)) {
    setChild(branch, key, waitingFromJson(children[key] ?? null));
  }
  return branch;
}

export function waitingToJson(value: WaitingValue): Json {
  const { priority } = value;
  if (value.kind === "leaf") {
    return priority === null ? value.json : { ".value": value.json, ".priority": priority };
  }
  if (isNothing(value)) return null;
  const children = Array.from(
    value.children,
    ([key, child]) => [key, waitingToJson(child)] as const,
  );
  return Object.fromEntries(priority === null ? children : [...children, [".priority", priority]]);
}

/** Puts a part at `path` inside a value, which must not be used afterwards. A leaf stays when the part is nothing. */
export function withPart(value: WaitingValue, path: Path, part: WaitingValue): WaitingValue {
  const [key, ...rest] = path;
  if (key === undefined) return part;
  if (key === ".priority") {
    if (!isNothing(value)) value.priority = waitingToJson(part);
    return value;
  }
  if (value.kind === "leaf" && isNothing(part)) return value;
  const branch = value.kind === "leaf" ? { ...emptyBranch(), priority: value.priority } : value;
  setChild(branch, key, withPart(branch.children.get(key) ?? emptyBranch(), rest, part));
  return isNothing(branch) ? emptyBranch() : branch;
}

function setChild({ children }: Branch, key: string, child: WaitingValue): void {
  if (isNothing(child)) children.delete(key);
  else children.set(key, child);
}

function isNothing(value: WaitingValue): boolean {
  return value.kind === "branch" && value.children.size === 0;
}
