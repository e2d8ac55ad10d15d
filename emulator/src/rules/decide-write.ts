/** Authorizes the places that one update writes, with those above them, as far down as there are rules. */

import { childCount, childOf, childrenOf, type Node } from "../tree/node";
import { formatPath } from "../tree/path";
import type { Place } from "../tree/places";
import { type Auth, withoutPriority } from "./decide-read";
import type { Scope } from "./evaluate";
import { type Rule, type RuleNode, ruleNodeOf } from "./rule-tree";
import { Snapshot } from "./snapshot";
import { Failure, type Value } from "./types";

export interface WriteRequest {
  /** The whole update, from the root down, with its server values resolved. */
  readonly places: Place;
  readonly auth: Auth;
  readonly now: number;
}

export interface WriteDecision {
  readonly isAllowed: boolean;
  readonly reason?: string;
}

/** A rule that did not hold at a path, and what it came to. */
interface Denial {
  readonly rule: Rule;
  readonly at: WrittenPath;
  readonly value: Value;
}

class WrittenPath {
  /** Whether a `.write` here or above grants. */
  isGranted = false;
  /** The `.write` here, where it was tried and did not grant. */
  denial: Denial | undefined;

  constructor(
    readonly rules: RuleNode,
    readonly data: Snapshot,
    readonly newData: Snapshot,
    /** Whether the update writes all of it, and not only something below. */
    readonly isWhole: boolean,
    readonly above: WrittenPath | null = null,
  ) {}

  /** Nothing keeps it: there may be a million. */
  child(rules: RuleNode, key: string, isWhole: boolean, node: Node, before?: Node): WrittenPath {
    const data = this.data.unkeptChild(key, before);
    return new WrittenPath(rules, data, this.newData.unkeptChild(key, node), isWhole, this);
  }
}

/** Whether a `.write` grants every path, and every `.validate` that is concerned holds. */
export function decideWrite(rules: RuleNode, { places, auth, now }: WriteRequest): WriteDecision {
  if (!places.firstWritten.isWhole) return { isAllowed: true };
  const data = Snapshot.ofRoot(places.before);
  const newData = Snapshot.ofRoot(places.node);
  const scope: Scope = { auth, now, root: data, data, newData, query: null };
  const concerned: WrittenPath[] = [];
  const root = new WrittenPath(rules, data, newData, places.isWhole);
  let reason = refusalOf(root, places, scope, concerned);
  for (const at of concerned) {
    if (reason !== undefined) break;
    const invalid = validate(at, scope);
    reason = invalid && describeDenial(invalid);
  }
  return reason === undefined ? { isAllowed: true } : { isAllowed: false, reason };
}

/**
 * Why no `.write` grants what is written at a path and below it; undefined where all is granted.
 * @param concerned receives the paths with something to validate, from here down
 */
function refusalOf(
  at: WrittenPath,
  place: Place,
  scope: Scope,
  concerned: WrittenPath[],
): string | undefined {
  at.isGranted = at.above?.isGranted === true || isGranted(at, scope);
  if (at.isWhole && !at.isGranted) return describeRefusal(at, place);
  if (at.rules.isValidating) concerned.push(at);
  else if (at.isGranted) return undefined;
  if (at.isWhole) return undefined;
  for (const below of place.children) {
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

/** @param at the last path with rules on the way to what is written */
function describeRefusal(at: WrittenPath, { path }: Place): string {
  const denials = denialsOf(at).map(describeDenial).join("; ");
  const reason = denials === "" ? "there is none at it or above it" : denials;
  return `no .write allows ${formatPath(withoutPriority(path))}: ${reason}`;
}

/** What did not grant, from the root down. */
function denialsOf(at: WrittenPath): readonly Denial[] {
  const above = at.above === null ? [] : denialsOf(at.above);
  return at.denial === undefined ? above : [...above, at.denial];
}

/** @returns the rule that does not hold at a path, or below it where all of it is written */
function validate(at: WrittenPath, scope: Scope): Denial | undefined {
  const { rules, newData } = at;
  if (!rules.isValidating || newData.node === null) return undefined;
  const denial = rules.validate && evaluateRule(rules.validate, at, scope);
  return denial === undefined && at.isWhole ? validateChildren(at, scope) : denial;
}

/** The children with rules of their own first, in the order of the file. */
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
