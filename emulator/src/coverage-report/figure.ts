/**
 * Computes how much of the rules was tried. A condition is tried when it was both true and false, another expression
 * when it was evaluated.
 */

import type { RuleCoverage } from "../rules/ruleset";

export interface Untried {
  readonly expression: RuleCoverage;
  readonly missing: "never ran" | "never true" | "never false";
}

export interface Figure {
  /** The number of expressions without constants. */
  readonly total: number;
  readonly untried: readonly Untried[];
  /** The percentage of expressions that were tried, rounded down to a tenth. 0 without expressions. */
  readonly percent: number;
}

export function figureOf(coverage: readonly RuleCoverage[]): Figure {
  const expressions = coverage.filter((expression) => !isConstant(expression));
  const untried = expressions.flatMap((expression) => {
    const missing = missingOf(expression);
    return missing === undefined ? [] : [{ expression, missing }];
  });
  const total = expressions.length;
  const tenths = total === 0 ? 0 : Math.floor((1000 * (total - untried.length)) / total);
  return { total, untried, percent: tenths / 10 };
}

/**
 * Returns how often a condition was true and how often false. A failure counts as false, because it denies. Returns
 * undefined for a constant and for an expression with other values.
 */
export function outcomesOf(
  expression: RuleCoverage,
): readonly [yes: number, no: number] | undefined {
  const { true: yes = 0, false: no = 0, error = 0, ...others } = expression.counts;
  if (isConstant(expression) || Object.keys(others).length > 0) return undefined;
  return [yes, no + error];
}

export function runsOf({ counts }: RuleCoverage): number {
  return Object.values(counts).reduce((sum, times) => sum + times, 0);
}

function missingOf(expression: RuleCoverage): Untried["missing"] | undefined {
  if (runsOf(expression) === 0) return "never ran";
  const [yes, no] = outcomesOf(expression) ?? [];
  if (yes === 0) return "never true";
  return no === 0 ? "never false" : undefined;
}

function isConstant({ text }: RuleCoverage): boolean {
  return /^\s*(?:true|false)\s*$/.test(text);
}

/** Returns a line such as "12:5 /rooms/$room/.write never false: auth.uid === $room". */
export function describeUntried({ expression, missing }: Untried): string {
  const { line, column, path, text } = expression;
  return `${line}:${column} ${path} ${missing}: ${text.trim().replace(/\s+/g, " ")}`;
}
