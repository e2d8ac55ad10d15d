/**
 * The writes that a client leaves for when its connection is gone: values by path, none above another, as the client's
 * SDK keeps them. A new value replaces those at its path and below. Below a waiting value, it becomes a part of that
 * one. Cancelling a path inside a value splits the value into its parts.
 * Source: SparseSnapshotTree of the public client SDK; results of the hosted service that others captured agree.
 */

import type { Json } from "../tree/json";
import { valuesOf, type Write } from "../database/write";
import { isAtOrBelow, type Path } from "../tree/path";
import { PathTree } from "../tree/path-tree";

interface Waiting {
  readonly path: Path;
  value: WaitingValue;
  /** The request that it came with: what is left of one request is committed as one write. */
  readonly request: Request;
}

interface Request {
  readonly kind: Write["kind"];
  readonly base: Path;
  readonly turn: number;
}

export class DisconnectWrites {
  private readonly waiting = new PathTree<Waiting>();
  private requests = 0;

  add(write: Write): void {
    const request = { kind: write.kind, base: write.path, turn: this.requests };
    this.requests += 1;
    for (const [path, json] of valuesOf(write)) {
      this.put({ path, value: waitingFromJson(json), request });
    }
  }

  takeBack(path: Path): void {
    this.clearBelow(path);
    const [above] = this.waiting.atOrAbove(path);
    if (above === undefined) return;
    this.waiting.delete(above.path);
    for (const part of partsWithout(above, path)) this.waiting.set(part.path, part);
  }

  get writes(): readonly Write[] {
    const byRequest = new Map<Request, Waiting[]>();
    for (const waiting of this.waiting.values()) {
      const parts = byRequest.get(waiting.request);
      if (parts === undefined) byRequest.set(waiting.request, [waiting]);
      else parts.push(waiting);
    }
    return [...byRequest]
      .sort(([a], [b]) => a.turn - b.turn)
      .map(([request, parts]) => writeOf(request, parts));
  }

  private put(put: Waiting): void {
    const [above] = this.waiting.atOrAbove(put.path);
    if (above === undefined || above.path.length === put.path.length) {
      this.clearBelow(put.path);
      this.waiting.set(put.path, put);
    } else {
      above.value = withPart(above.value, put.path.slice(above.path.length), put.value);
    }
  }

  private clearBelow(path: Path): void {
    for (const { path: below } of [...this.waiting.below(path)]) this.waiting.delete(below);
  }
}

/** A value in parts without the one at `path`. A leaf stays whole; removals and priorities are dropped. */
function partsWithout(waiting: Waiting, path: Path): readonly Waiting[] {
  const { path: at, value, request } = waiting;
  if (isAtOrBelow(at, path)) return [];
  if (!isAtOrBelow(path, at) || value.kind === "leaf") return [waiting];
  return [...value.children].flatMap(([key, child]) =>
    partsWithout({ path: [...at, key], value: child, request }, path),
  );
}

function writeOf({ kind, base }: Request, parts: readonly Waiting[]): Write {
  const [first] = parts;
  if (kind === "set" && first?.path.length === base.length) {
    return { kind, path: base, value: waitingToJson(first.value) };
  }
  const children = parts.map(
    ({ path, value }) => [path.slice(base.length).join("/"), waitingToJson(value)] as const,
  );
  return { kind: "merge", path: base, children: Object.fromEntries(children) };
}

/** A value still to be written: like a node, with unresolved server values. A branch without children is nothing. */
type WaitingValue = Leaf | Branch;

interface Leaf {
  readonly kind: "leaf";
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

function waitingFromJson(json: Json): WaitingValue {
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

function waitingToJson(value: WaitingValue): Json {
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
function withPart(value: WaitingValue, path: Path, part: WaitingValue): WaitingValue {
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
