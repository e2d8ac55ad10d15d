/** The rules with the values that each expression had: `/.inspect/coverage` for people, and `.json` for programs. */

import type { Database } from "../database";
import type { RuleCoverage } from "../rules/ruleset";
import template from "../../viewer/coverage.html";
import { escapeHtml, JSON_TYPE, pageReply, type Reply, textReply } from "./reply";

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly coverage: RuleCoverage;
}

/** The rules' source and, in its order, each expression and part of one with its position and its counts. */
export function coverageReply({ ruleset }: Database): Reply {
  const report = { source: ruleset.source, expressions: ruleset.coverage() };
  return textReply(200, JSON_TYPE, JSON.stringify(report));
}

export function coveragePage({ ruleset }: Database, namespace: string): Reply {
  const { source } = ruleset;
  return pageReply(
    template,
    { namespace, query: `ns=${encodeURIComponent(namespace)}` },
    { legend: legend(), source: markedSource(source, marksOf(source, ruleset.coverage())) },
  );
}

const OUTCOMES = {
  never: "never ran",
  yes: "only true",
  no: "only false",
  both: "true and false",
  value: "other values",
  error: "failed at least once",
} as const;

type Outcome = keyof typeof OUTCOMES;

function outcomeOf({ counts }: RuleCoverage): Outcome {
  const values = Object.keys(counts);
  if (values.length === 0) return "never";
  if (values.includes("error")) return "error";
  if (values.some((value) => value !== "true" && value !== "false")) return "value";
  if (values.length === 2) return "both";
  return values[0] === "true" ? "yes" : "no";
}

function legend(): string {
  return Object.entries(OUTCOMES)
    .map(([outcome, words]) => `<span class="${outcome}">${words}</span>`)
    .join(" ");
}

/** Where the expressions stand, outer ones before their parts. */
function marksOf(source: string, coverage: readonly RuleCoverage[]): Mark[] {
  const lineStarts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) {
    lineStarts.push(at + 1);
  }
  const offsetOf = ({ line, column }: { line: number; column: number }): number =>
    (lineStarts[line - 1] ?? 0) + column - 1;
  return coverage
    .map((one) => ({ start: offsetOf(one), end: offsetOf(one.end), coverage: one }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

function markedSource(source: string, marks: readonly Mark[]): string {
  let html = "";
  let at = 0;
  const open: Mark[] = [];
  const proceedTo = (offset: number): void => {
    html += escapeHtml(source.slice(at, offset));
    at = offset;
  };
  const closeUpTo = (offset: number): void => {
    for (let last = open.at(-1); last !== undefined && last.end <= offset; last = open.at(-1)) {
      proceedTo(last.end);
      html += "</span>";
      open.pop();
    }
  };
  for (const mark of marks) {
    closeUpTo(mark.start);
    proceedTo(mark.start);
    html += `<span class="${outcomeOf(mark.coverage)}" title="${escapeHtml(describe(mark.coverage))}">`;
    open.push(mark);
  }
  closeUpTo(source.length);
  proceedTo(source.length);
  return html;
}

function describe({ path, text, counts }: RuleCoverage): string {
  const runs = Object.entries(counts).map(([value, times]) => `${value}: ${times}×`);
  return `${path}\n${text}\n${runs.length === 0 ? OUTCOMES.never : runs.join(", ")}`;
}
