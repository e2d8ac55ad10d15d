/** `/.inspect/coverage`: the rules as their author wrote them, each expression marked by what it came to. */

import type { Database } from "../database";
import type { RuleCoverage } from "../rules/ruleset";
import { escapeHtml, PAGE_STYLE } from "./html";

/** A part of the source, by offset. */
interface Mark {
  readonly start: number;
  readonly end: number;
  readonly coverage: RuleCoverage;
}

export function coveragePage({ ruleset }: Database, namespace: string): string {
  const { source } = ruleset;
  const name = escapeHtml(namespace);
  const query = `ns=${encodeURIComponent(namespace)}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Rules coverage: ${name}</title>
<style>${PAGE_STYLE}${STYLE}</style>
<header>
  <h1>Rules coverage</h1>
  <span>${name}</span>
  <a href="/?${query}">Data</a>
  <a href="/.inspect/coverage.json?${query}">JSON</a>
</header>
<main>
<p class="legend">${legend()}</p>
<pre>${markedSource(source, marksOf(source, ruleset.coverage()))}</pre>
</main>
</html>
`;
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

const STYLE = `
pre {
  margin: 0; padding: 1rem; overflow-x: auto; background: var(--panel);
  border: 1px solid var(--line); border-radius: 8px; font: 14px/1.7 var(--mono);
}
pre span, .legend span { border-radius: 3px; padding: 1px 0; }
.legend span { margin-right: .6rem; padding: 2px 8px; }
pre span:hover { outline: 1px solid var(--accent); }
.never { background: light-dark(#ececec, #2b2f38); color: var(--faint); }
.yes { background: light-dark(#d8f0df, #1d4029); color: var(--text); }
.no { background: light-dark(#fbe3bd, #4c3711); color: var(--text); }
.both { background: light-dark(#cfe6f7, #17384f); color: var(--text); }
.value { background: light-dark(#e6def8, #352a54); color: var(--text); }
.error { background: light-dark(#f9d3d0, #561f1b); color: var(--text); }
`;
