/**
 * The `onDisconnect` writes of a client: values by path, as the client's SDK keeps them. The paths do not contain each
 * other. A new value replaces the values at its path and below. A new value below a pending value becomes a part of
 * the pending value. Cancelling a path inside a value splits the value into its parts.
 * Source: SparseSnapshotTree of the public client SDK. Results of the hosted service that others captured agree.
 */

import type { Json } from "../tree/json";
import { valuesOf, type Write } from "../database/write";
import { getOrInsert } from "../tree/get-or-insert";
import { isAtOrBelow, type Path } from "../tree/path";
import { PathTree } from "../tree/path-tree";

interface PendingValue {
  readonly path: Path;
  value: Json;
  /** The request of the value. The remaining values of one request are committed as one write. */
  readonly request: Request;
}

interface Request {
  readonly kind: Write["kind"];
  readonly base: Path;
  readonly turn: number;
}

export class DisconnectWrites {
  private readonly pending = new PathTree<PendingValue>();
  private requests = 0;

  add(write: Write): void {
    const request = { kind: write.kind, base: write.path, turn: this.requests };
    this.requests += 1;
    for (const [path, json] of valuesOf(write)) {
      this.put({ path, value: normalized(json), request });
    }
  }

  cancel(path: Path): void {
    this.clearBelow(path);
    const [above] = this.pending.atOrAbove(path);
    if (above === undefined) return;
    this.pending.delete(above.path);
    for (const part of partsWithout(above, path)) this.pending.set(part.path, part);
  }

  get writes(): readonly Write[] {
    const byRequest = new Map<Request, PendingValue[]>();
    for (const pending of this.pending.values()) {
      getOrInsert(byRequest, pending.request, (): PendingValue[] => []).push(pending);
    }
    return [...byRequest]
      .sort(([a], [b]) => a.turn - b.turn)
      .map(([request, parts]) => writeOf(request, parts));
  }

  private put(put: PendingValue): void {
    const [above] = this.pending.atOrAbove(put.path);
    if (above === undefined || above.path.length === put.path.length) {
      this.clearBelow(put.path);
      this.pending.set(put.path, put);
    } else {
      above.value = withPart(above.value, put.path.slice(above.path.length), put.value);
    }
  }

  private clearBelow(path: Path): void {
    for (const { path: below } of Array.from(this.pending.below(path))) this.pending.delete(below);
  }
}

/**
 * Splits a value into its parts without the part at `path`. A leaf stays whole. Removals and priorities are dropped.
 */
function partsWithout(pending: PendingValue, path: Path): readonly PendingValue[] {
  const { path: at, value, request } = pending;
  if (isAtOrBelow(at, path)) return [];
  const parts = partsOf(value);
  if (!isAtOrBelow(path, at) || parts.has(".value")) return [pending];
  parts.delete(".priority");
  return [...parts].flatMap(([key, part]) =>
    partsWithout({ path: [...at, key], value: part, request }, path),
  );
}

function writeOf({ kind, base }: Request, parts: readonly PendingValue[]): Write {
  const [first] = parts;
  if (kind === "set" && first?.path.length === base.length) {
    return { kind, path: base, value: first.value };
  }
  const children = parts.map(
    ({ path, value }) => [path.slice(base.length).join("/"), value] as const,
  );
  return { kind: "merge", path: base, children: Object.fromEntries(children) };
}

/** Returns the parts of a value: its children or `.value`, and `.priority`. A part may be null. */
function partsOf(value: Json): Map<string, Json> {
  if (value === null) return new Map();
  const isWhole = typeof value !== "object" || Object.hasOwn(value, ".sv");
  return new Map(isWhole ? [[".value", value]] : Object.entries(value));
}

/** Returns the value of its parts, or null without a child and a value. */
function fromParts(parts: ReadonlyMap<string, Json>): Json {
  const kept = [...parts].filter(([, part]) => part !== null);
  if (kept.every(([key]) => key === ".priority")) return null;
  const value = parts.get(".value") ?? null;
  return kept.length === 1 && value !== null ? value : Object.fromEntries(kept);
}

/** Returns the value without parts that are null. */
function normalized(value: Json): Json {
  const parts = partsOf(value);
  for (const [key, part] of parts) if (!key.startsWith(".")) parts.set(key, normalized(part));
  return fromParts(parts);
}

/** Returns the value with a part at `path`. A leaf stays if the part is null. */
function withPart(value: Json, path: Path, part: Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return part;
  const parts = partsOf(value);
  if (key !== ".priority") {
    if (part === null && parts.has(".value")) return value;
    parts.delete(".value");
  }
  parts.set(key, withPart(parts.get(key) ?? null, rest, part));
  return fromParts(parts);
}
