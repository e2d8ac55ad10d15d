/**
 * Security rules: loads a file, authorizes requests and counts values. Other modules import only this file of
 * `rules/`.
 */

import type { Path } from "../tree/path";
import type { Counter } from "./coverage";
import { decideRead, type ReadDecision, type ReadRequest } from "./decide-read";
import { decideWrite, type WriteDecision, type WriteRequest } from "./decide-write";
import { Fault, LineTable, type Position, type RulesProblem } from "./error";
import { buildRuleTree, ruleNodeOf } from "./rule-tree";
import type { Expressions, Rule, RuleNode, RuleTree } from "./rule-tree";
import { readSource, sourceOffset } from "./source";

export type { Auth, ReadDecision } from "./decide-read";
export type { WriteDecision } from "./decide-write";
export { formatProblem } from "./error";

/** How often an expression of the rules, or a part of an expression, had each value. */
export interface RuleCoverage extends Position {
  readonly path: string;
  readonly text: string;
  /** The position after the last character. */
  readonly end: Position;
  /** Runs by value: "true", "12", "\"text\"", "null", "object", "other", and "error" for failures. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface Ruleset {
  readonly source: string;
  canRead(request: ReadRequest): ReadDecision;
  canWrite(request: WriteRequest): WriteDecision;
  /** Returns the names in `.indexOn` at this path: paths of children such as "size/width", and ".value". */
  indexesAt(path: Path): readonly string[];
  /** Returns every rule and every part of a rule that is not a constant, in the order of the file. */
  coverage(): readonly RuleCoverage[];
  clearCoverage(): void;
  readonly expressions: Expressions;
}

export type Compiled =
  | { readonly ok: true; readonly ruleset: Ruleset }
  | { readonly ok: false; readonly problems: readonly RulesProblem[] };

/**
 * @param text a rules file: JSON with // and /* comments, and line breaks allowed inside its strings
 * @param similar its expressions are not compiled again where they are equal; the rulesets then share their counts
 */
export function compileRules(text: string, similar?: Ruleset): Compiled {
  try {
    const built = buildRuleTree(readSource(text), text, similar?.expressions);
    return built.ok ? { ok: true, ruleset: rulesetOf(text, built.tree) } : built;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const position = new LineTable(text).positionAt(error.start);
    return { ok: false, problems: [{ message: error.message, path: "/", ...position }] };
  }
}

function rulesetOf(source: string, { root, rules, expressions }: RuleTree): Ruleset {
  let parts: readonly Part[] | undefined;
  return {
    source,
    expressions,
    canRead: (request) => decideRead(root, request),
    canWrite: (request) => decideWrite(root, request),
    indexesAt: (path) => indexesAt(root, path),
    coverage: () => {
      parts ??= partsOf(rules, new LineTable(source));
      return parts.map(({ part, counter }) => ({ ...part, counts: counter.counts() }));
    },
    clearCoverage: () => {
      for (const { counted } of rules) for (const { counter } of counted) counter.clear();
    },
  };
}

function indexesAt(root: RuleNode, path: Path): readonly string[] {
  let node: RuleNode | undefined = root;
  for (const key of path) {
    if (node === undefined) return [];
    node = ruleNodeOf(node, key);
  }
  return node?.indexes ?? [];
}

/** A part of a rule, and the counter of its values. */
interface Part {
  readonly part: Omit<RuleCoverage, "counts">;
  readonly counter: Counter;
}

function partsOf(rules: readonly Rule[], lines: LineTable): readonly Part[] {
  return rules.flatMap(({ path, text, counted }) =>
    counted.map(({ start, end, counter }) => ({
      part: {
        path,
        text: text.value.slice(start, end),
        ...lines.positionAt(sourceOffset(text, start)),
        end: lines.positionAt(sourceOffset(text, end)),
      },
      counter,
    })),
  );
}

function compileOpenRules(): Ruleset {
  const compiled = compileRules(`{"rules": {".read": true, ".write": true}}`);
  if (!compiled.ok) throw new Error("the open rules do not compile");
  return compiled.ruleset;
}

/** The rules of a namespace for which no rules were loaded: everything is allowed, and there are no indexes. */
export const OPEN_RULES: Ruleset = compileOpenRules();
