/**
 * Judges reads and writes. Grants cascade: a `.read` or `.write` holds for everything below it. A `.validate` grants
 * nothing; it must hold wherever the new tree has something, on the way to what is written and in all of it.
 * Source: https://firebase.google.com/docs/database/security/core-syntax, and results recorded at the service
 */

import { childrenOf } from "../tree/node";
import type { Node } from "../tree/node";
import { formatPath } from "../tree/path";
import type { Path } from "../tree/path";
import type { QueryParams } from "../query/params";
import type { Scope } from "./evaluate";
import { queryVariable } from "./query-variable";
import { ruleNodeOf } from "./rule-tree";
import type { Rule, RuleNode } from "./rule-tree";
import { Snapshot } from "./snapshot";
import { Failure } from "./value";
import type { Value } from "./value";

/** What `auth` is in the rules: claims such as `{uid, provider, token}`, or null for nobody. */
export type Auth = Readonly<Record<string, unknown>> | null;

export interface ReadRequest {
  readonly path: Path;
  readonly params: QueryParams;
  readonly auth: Auth;
  readonly root: Node;
  /** Server time in Unix milliseconds. */
  readonly now: number;
}

export interface ReadDecision {
  readonly isAllowed: boolean;
  /**
   * Places of the tree that the decision looked at: it holds as long as no write touches one of them, at it, above
   * or below. The passing of time is not among them.
   */
  readonly dependsOn: readonly Path[];
}

export interface WriteRequest {
  readonly before: Node;
  /** The whole tree as it would be, with every path of the update written and its server values resolved. */
  readonly after: Node;
  /** What is written, all of it one update. */
  readonly paths: readonly Path[];
  readonly auth: Auth;
  /** Server time in Unix milliseconds. */
  readonly now: number;
}

export interface WriteDecision {
  readonly isAllowed: boolean;
  /** For a developer: which rule at which place of the data said no, and why. */
  readonly reason?: string;
}

const ALLOWED: WriteDecision = { isAllowed: true };

/** Takes each rule that did not grant, the place it was asked at, and what it came to. */
type NoteDenial = (rule: Rule, keys: Path, value: Value) => void;

const NOBODY_ASKS: NoteDenial = () => undefined;

/** A scope that is moved along a path. */
type Walk = Scope & { readonly keys: string[] };

/** Whether a `.read` at the place or above it holds. */
export function decideRead(rules: RuleNode, request: ReadRequest): ReadDecision {
  const looks: Snapshot[] = [];
  const root = Snapshot.ofRoot(request.root, looks);
  const { auth, now, params } = request;
  const query = queryVariable(params);
  const walk: Walk = { auth, now, root, data: root, newData: root, query, keys: [] };
  const isAllowed = grants(rules, "read", withoutPriority(request.path), walk, NOBODY_ASKS);
  return { isAllowed, dependsOn: placesOf(looks) };
}

/** Whether a `.write` grants every path, and every `.validate` that is concerned holds. */
export function decideWrite(rules: RuleNode, request: WriteRequest): WriteDecision {
  const { auth, now, before, after } = request;
  const data = Snapshot.ofRoot(before);
  const newData = Snapshot.ofRoot(after);
  const start = (): Walk => ({ auth, now, root: data, data, newData, query: null, keys: [] });
  const paths = request.paths.map(withoutPriority);
  for (const path of paths) {
    const denials: string[] = [];
    const isGranted = grants(rules, "write", path, start(), (rule, keys, value) => {
      denials.push(describeDenial(rule, keys, value));
    });
    if (isGranted) continue;
    const reason = denials.length === 0 ? "there is none at it or above it" : denials.join("; ");
    return { isAllowed: false, reason: `no .write allows ${formatPath(path)}: ${reason}` };
  }
  if (paths.length === 0) return ALLOWED;
  const invalid = validate(rules, start(), paths);
  return invalid === undefined ? ALLOWED : { isAllowed: false, reason: invalid };
}

/** Writing a node's priority is writing the node. */
function withoutPriority(path: Path): Path {
  return path.at(-1) === ".priority" ? path.slice(0, -1) : path;
}

function grants(
  rules: RuleNode,
  kind: "read" | "write",
  path: Path,
  walk: Walk,
  note: NoteDenial,
): boolean {
  let node: RuleNode | undefined = rules;
  for (let level = 0; node !== undefined; level += 1) {
    const rule = node[kind];
    if (rule !== undefined) {
      const value = rule.evaluate(walk);
      if (value === true) return true;
      note(rule, walk.keys, value);
    }
    const key = path[level];
    if (key === undefined) return false;
    walk.keys.push(key);
    walk.data = walk.data.child(key);
    // A read has no newData, and no rule that could name it.
    if (kind === "write") walk.newData = walk.newData.child(key);
    node = ruleNodeOf(node, key);
  }
  return false;
}

/**
 * Judges the place of the walk and what `paths`, which all lead through it, wrote below it.
 * @returns why not
 */
function validate(rules: RuleNode, walk: Walk, paths: readonly Path[]): string | undefined {
  if (!rules.isValidating || walk.newData.node === null) return undefined;
  const denial = judge(rules.validate, walk);
  if (denial !== undefined) return denial;
  const level = walk.keys.length;
  if (paths.some((path) => path.length === level)) return validateBelow(rules, walk);
  for (const [key, group] of groupByKey(paths, level)) {
    const child = ruleNodeOf(rules, key);
    if (child === undefined) continue;
    const found = stepInto(walk, key, (at) => validate(child, at, group));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Judges everything below the place of the walk, which was written whole: only where there are rules. */
function validateBelow(rules: RuleNode, walk: Walk): string | undefined {
  for (const [key, child] of rules.children) {
    const found = stepInto(walk, key, (at) => validateWhole(child, at));
    if (found !== undefined) return found;
  }
  const { capture } = rules;
  if (capture?.isValidating !== true) return undefined;
  for (const [key] of childrenOf(walk.newData.node)) {
    if (rules.children.has(key)) continue;
    const found = stepInto(walk, key, (at) => validateWhole(capture, at));
    if (found !== undefined) return found;
  }
  return undefined;
}

function validateWhole(rules: RuleNode, walk: Walk): string | undefined {
  if (!rules.isValidating || walk.newData.node === null) return undefined;
  return judge(rules.validate, walk) ?? validateBelow(rules, walk);
}

function judge(rule: Rule | undefined, walk: Walk): string | undefined {
  if (rule === undefined) return undefined;
  const value = rule.evaluate(walk);
  return value === true ? undefined : describeDenial(rule, walk.keys, value);
}

function stepInto<T>(walk: Walk, key: string, visit: (walk: Walk) => T): T {
  const { data, newData } = walk;
  walk.keys.push(key);
  walk.data = data.child(key);
  walk.newData = newData.child(key);
  const result = visit(walk);
  walk.keys.pop();
  walk.data = data;
  walk.newData = newData;
  return result;
}

function groupByKey(paths: readonly Path[], level: number): Iterable<[string, readonly Path[]]> {
  const groups = new Map<string, Path[]>();
  for (const path of paths) {
    const key = path[level];
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [path]);
    else group.push(path);
  }
  return groups;
}

/** Such as ".validate at /a/b (line 12) was false". */
function describeDenial(rule: Rule, keys: Path, value: Value): string {
  const kind = rule.path.slice(rule.path.lastIndexOf("/") + 1);
  const outcome = value instanceof Failure ? `failed: ${value.message}` : "was false";
  return `${kind} at ${formatPath(keys)} (line ${rule.line}) ${outcome}`;
}

/** Each place once. */
function placesOf(looks: readonly Snapshot[]): readonly Path[] {
  const places = new Map<string, Path>();
  for (const look of looks) {
    const path = look.path();
    places.set(formatPath(path), path);
  }
  return [...places.values()];
}
