/** Authorizes the paths that one update writes, and the paths above and below them that have rules. */

import { childCount, childOf, childrenOf, type Node } from "../tree/node";
import { formatPath } from "../tree/path";
import type { UpdateNode } from "../tree/update-node";
import { type Auth, withoutPriority } from "./decide-read";
import type { Scope } from "./evaluate";
import { type Rule, type RuleNode, ruleNodeOf } from "./rule-tree";
import { Snapshot } from "./snapshot";
import { Failure, type Value } from "./types";

export interface WriteRequest {
  /** The root of the update, with its server values resolved. */
  readonly update: UpdateNode;
  readonly auth: Auth;
  readonly now: number;
}

export interface WriteDecision {
  readonly isAllowed: boolean;
  readonly reason?: string;
}

/** A rule that did not hold at a path, and its value. */
interface Denial {
  readonly rule: Rule;
  readonly at: WrittenPath;
  readonly value: Value;
}

class WrittenPath {
  /** Whether a `.write` at this path or above grants the write. */
  isGranted = false;
  /** The `.write` at this path, if it was evaluated and did not grant the write. */
  denial: Denial | undefined;

  constructor(
    readonly rules: RuleNode,
    readonly data: Snapshot,
    readonly newData: Snapshot,
    /** Whether the update writes this path, not only paths below it. */
    readonly isWhole: boolean,
    readonly above: WrittenPath | null = null,
  ) {}

  /** Returns a child that is not kept, because there may be a million children. */
  child(rules: RuleNode, key: string, isWhole: boolean, node: Node, before?: Node): WrittenPath {
    const data = this.data.unkeptChild(key, before);
    return new WrittenPath(rules, data, this.newData.unkeptChild(key, node), isWhole, this);
  }
}

/** Allows a write if a `.write` grants every written path and every affected `.validate` holds. */
export function decideWrite(rules: RuleNode, { update, auth, now }: WriteRequest): WriteDecision {
  if (!update.firstWritten.isWhole) return { isAllowed: true };
  const data = Snapshot.ofRoot(update.before);
  const newData = Snapshot.ofRoot(update.node);
  const scope: Scope = { auth, now, root: data, data, newData, query: null };
  const concerned: WrittenPath[] = [];
  const root = new WrittenPath(rules, data, newData, update.isWhole);
  let reason = refusalOf(root, update, scope, concerned);
  for (const at of concerned) {
    if (reason !== undefined) break;
    const invalid = validate(at, scope);
    reason = invalid && describeDenial(invalid);
  }
  return reason === undefined ? { isAllowed: true } : { isAllowed: false, reason };
}

/**
 * Returns why no `.write` grants a written path at or below `at`, or undefined if all are granted.
 * @param concerned receives the paths to validate, from the root down
 */
function refusalOf(
  at: WrittenPath,
  update: UpdateNode,
  scope: Scope,
  concerned: WrittenPath[],
): string | undefined {
  at.isGranted = at.above?.isGranted === true || isGranted(at, scope);
  if (at.isWhole && !at.isGranted) return describeRefusal(at, update);
  if (at.rules.isValidating) concerned.push(at);
  else if (at.isGranted) return undefined;
  if (at.isWhole) return undefined;
  for (const below of update.children) {
    const { key, isWhole, node, before } = below;
    const rules = ruleNodeOf(at.rules, key);
    if (rules === undefined) {
      if (at.isGranted) continue;
      return describeRefusal(at, below.firstWritten);
    }
    const next = at.child(rules, key, isWhole, node, before);
    const refusal = refusalOf(next, below, scope, concerned);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function isGranted(at: WrittenPath, scope: Scope): boolean {
  const { write } = at.rules;
  if (write === undefined) return false;
  at.denial = evaluateRule(write, at, scope);
  return at.denial === undefined;
}

/** @param at the deepest path with rules above the written path */
function describeRefusal(at: WrittenPath, { path }: UpdateNode): string {
  const denials = denialsOf(at).map(describeDenial).join("; ");
  const reason = denials === "" ? "there is no .write at this path or above it" : denials;
  return `no .write allows ${formatPath(withoutPriority(path))}: ${reason}`;
}

/** Returns the rules that did not grant the write, from the root down. */
function denialsOf(at: WrittenPath): readonly Denial[] {
  const above = at.above === null ? [] : denialsOf(at.above);
  return at.denial === undefined ? above : [...above, at.denial];
}

/** @returns the rule that does not hold at a path or, if the whole path is written, below it */
function validate(at: WrittenPath, scope: Scope): Denial | undefined {
  const { rules, newData } = at;
  if (!rules.isValidating || newData.node === null) return undefined;
  const denial = rules.validate && evaluateRule(rules.validate, at, scope);
  return denial === undefined && at.isWhole ? validateChildren(at, scope) : denial;
}

/** Validates the children that the rules name first, in the order of the file. */
function validateChildren(at: WrittenPath, scope: Scope): Denial | undefined {
  const { children, capture } = at.rules;
  const { node } = at.newData;
  let unnamed = childCount(node);
  for (const [key, rules] of children) {
    const child = childOf(node, key);
    if (child === null) continue;
    unnamed -= 1;
    const denial = validate(at.child(rules, key, true, child), scope);
    if (denial !== undefined) return denial;
  }
  if (unnamed === 0 || capture?.isValidating !== true) return undefined;
  for (const [key, child] of childrenOf(node)) {
    if (children.has(key)) continue;
    const denial = validate(at.child(capture, key, true, child), scope);
    if (denial !== undefined) return denial;
  }
  return undefined;
}

function evaluateRule(rule: Rule, at: WrittenPath, scope: Scope): Denial | undefined {
  scope.data = at.data;
  scope.newData = at.newData;
  const value = rule.evaluate(scope);
  return value === true ? undefined : { rule, at, value };
}

function describeDenial({ rule, at, value }: Denial): string {
  const kind = rule.path.slice(rule.path.lastIndexOf("/") + 1);
  const outcome = value instanceof Failure ? `failed: ${value.message}` : "was false";
  return `${kind} at ${formatPath(at.data.path())} (line ${rule.line}) ${outcome}`;
}
