/** `/.inspect/coverage` shows the rules with the values that each expression had; `.json` is for programs. */

import type { Database } from "../database";
import type { RuleCoverage } from "../rules/ruleset";
import template from "../../viewer/coverage.html";
import { escapeHtml, JSON_TYPE, pageReply, type Reply, textReply } from "./reply";

/** Returns the rules' source and, in its order, each expression and sub-expression with its position and counts. */
export function coverageReply({ ruleset }: Database): Reply {
  const report = { source: ruleset.source, expressions: ruleset.coverage() };
  return textReply(200, JSON_TYPE, JSON.stringify(report));
}

export function coveragePage({ ruleset }: Database, namespace: string): Reply {
  return pageReply(
    template,
    { namespace, query: `ns=${encodeURIComponent(namespace)}` },
    { legend: legend(), source: markedSource(ruleset.source, ruleset.coverage()) },
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

/** Returns the source as HTML with a nested tag around each expression. */
function markedSource(source: string, coverage: readonly RuleCoverage[]): string {
  const lineStarts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) {
    lineStarts.push(at + 1);
  }
  const offsetOf = ({ line, column }: { line: number; column: number }): number =>
    (lineStarts[line - 1] ?? 0) + column - 1;
  const closings = coverage.map(({ end }) => ({ offset: offsetOf(end), tag: "</span>" }));
  const openings = coverage
    .map((expression) => ({
      offset: offsetOf(expression),
      end: offsetOf(expression.end),
      tag: openingTag(expression),
    }))
    .sort((a, b) => b.end - a.end);
  let html = "";
  let at = 0;
  // The sort is stable: at one offset, closing tags come before opening tags, and outer expressions open first.
  for (const { offset, tag } of [...closings, ...openings].sort((a, b) => a.offset - b.offset)) {
    html += escapeHtml(source.slice(at, offset)) + tag;
    at = offset;
  }
  return html + escapeHtml(source.slice(at));
}

function openingTag(expression: RuleCoverage): string {
  return `<span class="${outcomeOf(expression)}" title="${escapeHtml(describe(expression))}">`;
}

function describe({ path, text, counts }: RuleCoverage): string {
  const runs = Object.entries(counts).map(([value, times]) => `${value}: ${times}×`);
  return `${path}\n${text}\n${runs.length === 0 ? OUTCOMES.never : runs.join(", ")}`;
}
