/**
 * Checks that the tables test every part of the shipped rules: replaces each part with true and with false, and expects
 * that a row then has another result.
 */

import { compileRules } from "../../emulator/src/in-process";
import type { InProcessDatabase, RuleCoverage, Ruleset } from "../../emulator/src/in-process";
import type { Case } from "../cases/rules-matrix/case";
import { RULES } from "../support/database";
import { attempt, databaseOf } from "../support/rules-client/in-process";
import { CASES } from "../support/rules-client/suite";

/** Long, because the test compiles hundreds of rulesets. */
const TIMEOUT_MS = 600_000;
/** Rows for which the coverage is read once, because reading it takes longer than a row. */
const GROUP = 10;
const LINES = RULES.split("\n");

function compile(text: string, similar?: Ruleset): Ruleset | undefined {
  const compiled = compileRules(text, similar);
  return compiled.ok ? compiled.ruleset : undefined;
}

const SHIPPED = compile(RULES)!;

/** Where each line begins. */
const STARTS = [0];
for (const { length } of LINES) STARTS.push(STARTS.at(-1)! + length + 1);

function offsetOf({ line, column }: RuleCoverage["end"]): number {
  return STARTS[line - 1]! + column - 1;
}

/** Returns whether its parentheses match. The text of `(a || b) && c` begins behind the first one. */
function isWhole({ text }: RuleCoverage): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Returns the smallest part that contains the part. Every rule is on one line. */
function parentOf(part: RuleCoverage, parts: readonly RuleCoverage[]): RuleCoverage | undefined {
  const lengthOf = ({ column, end }: RuleCoverage): number => end.column - column;
  return parts
    .filter(({ column, end }) => column <= part.column && end.column >= part.end.column)
    .filter((other) => lengthOf(other) > lengthOf(part))
    .toSorted((a, b) => lengthOf(a) - lengthOf(b))[0];
}

/**
 * Returns whether the value of the part decides the value of its parent: false as an operand of &&, true as an operand
 * of ||. The same value of the parent is tried, too.
 */
function decidesParent(part: RuleCoverage, value: string, parent?: RuleCoverage): boolean {
  if (parent === undefined || !isWhole(parent)) return false;
  const operator = value === "true" ? "||" : "&&";
  const before = RULES.slice(offsetOf(parent), offsetOf(part)).replaceAll(/[(\s]/g, "");
  const after = RULES.slice(offsetOf(part.end), offsetOf(parent.end)).replaceAll(/[)\s]/g, "");
  return before.endsWith(operator) || after.startsWith(operator);
}

function keyOf(part: RuleCoverage): string {
  return `${offsetOf(part)} ${offsetOf(part.end)}`;
}

/** The rules of each top-level path. */
const BLOCKS = [...RULES.matchAll(/^ {4}"(\w+)": \{\n[^]*?\n {4}\}/gm)].map((match) => ({
  name: match[1]!,
  start: match.index,
  text: match[0],
}));

function topLevelsOf({ operation }: Case): readonly string[] {
  const paths =
    "read" in operation
      ? [operation.read]
      : "set" in operation
        ? [operation.set]
        : Object.keys(operation.update);
  return paths.map((path) => path.split("/")[0]!);
}

/**
 * Compiles the rules with a value instead of the part. Leaves out subtrees that the rows do not reach, to save time.
 */
function mutantOf(part: RuleCoverage, value: string, tried: readonly Tried[]): Ruleset {
  const names = new Set([part.path.split("/")[2]!, ...tried.flatMap(({ topLevels }) => topLevels)]);
  const [from, to] = [offsetOf(part), offsetOf(part.end)];
  const texts = BLOCKS.filter(({ name }) => names.has(name)).map(({ start, text }) =>
    from < start || from >= start + text.length
      ? text
      : text.slice(0, from - start) + value + text.slice(to - start),
  );
  return compile(`{"rules": {${texts.join(",\n")}}}`, SHIPPED)!;
}

/** A row and its outcome with the shipped rules. */
interface Tried {
  readonly row: Case;
  readonly topLevels: readonly string[];
  readonly outcome: string;
  /** With the data of the row. Each attempt gets a copy of its own. */
  readonly database: InProcessDatabase;
}

function tryRow(row: Case): Tried {
  const database = databaseOf(row.given, SHIPPED);
  const outcome = outcomeOf({ row, database }, SHIPPED);
  return { row, topLevels: topLevelsOf(row), database, outcome };
}

function outcomeOf({ row, database }: Pick<Tried, "row" | "database">, ruleset: Ruleset): string {
  return attempt(database.under(ruleset), row.actor, row.operation);
}

function isUnnoticed(part: RuleCoverage, value: string, tried: readonly Tried[]): boolean {
  if (tried.length === 0) return true;
  const mutant = mutantOf(part, value, tried);
  return tried.every((shipped) => outcomeOf(shipped, mutant) === shipped.outcome);
}

describe("every part of database.rules.json", () => {
  const parts = SHIPPED.coverage().filter(({ text }) => text !== "false");
  /** The rows that evaluate each part, and a few more. The part cannot affect other rows. */
  const rowsOf = new Map(parts.map((part) => [keyOf(part), [] as Tried[]]));
  const others = new Set<string>();
  for (let first = 0; first < CASES.length; first += GROUP) {
    SHIPPED.clearCoverage();
    const group = CASES.slice(first, first + GROUP).map(tryRow);
    for (const part of SHIPPED.coverage()) {
      const values = Object.keys(part.counts);
      if (values.length > 0) rowsOf.get(keyOf(part))?.push(...group);
      if (values.some((value) => !/^(true|false|error)$/.test(value))) others.add(keyOf(part));
    }
  }
  const conditions = parts.filter((part) => isWhole(part) && !others.has(keyOf(part)));
  const ofLine = Map.groupBy(parts, ({ line }) => line);

  it.each(["true", "false"])(
    "affects a row if replaced with %s",
    (value) => {
      expect(conditions.length).toBeGreaterThan(parts.length / 4);
      const mutated = conditions.filter(
        (part) => !decidesParent(part, value, parentOf(part, ofLine.get(part.line)!)),
      );
      const unnoticed = mutated.filter((part) => {
        const tried = rowsOf.get(keyOf(part))!;
        const own = part.path.split("/")[2]!;
        const isOwn = ({ topLevels }: Tried): boolean => topLevels.every((name) => name === own);
        // Tries rows that only need the part's own block first: they compile fast and mostly notice the change.
        return (
          isUnnoticed(part, value, tried.filter(isOwn)) &&
          isUnnoticed(
            part,
            value,
            tried.filter((other) => !isOwn(other)),
          )
        );
      });
      expect(unnoticed.map(({ line, path, text }) => `${line} ${path}: ${text}`)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
