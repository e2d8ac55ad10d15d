/** Formats the coverage for code coverage services: lines, and a branch for each outcome of a condition. */

import type { RuleCoverage } from "../rules/ruleset";
import { outcomesOf, runsOf } from "./figure";

/** @param file its name in the report. Source of the format: geninfo(1), https://github.com/linux-test-project/lcov */
export function lcovOf(coverage: readonly RuleCoverage[], file: string): string {
  const lines = new Map<number, number>();
  const branches: string[] = [];
  let taken = 0;
  for (const [block, expression] of coverage.entries()) {
    const { line } = expression;
    const runs = runsOf(expression);
    lines.set(line, Math.max(lines.get(line) ?? 0, runs));
    const outcomes = outcomesOf(expression);
    if (outcomes === undefined) continue;
    for (const [branch, times] of outcomes.entries()) {
      branches.push(`BRDA:${line},${block},${branch},${runs === 0 ? "-" : times}`);
      if (times > 0) taken += 1;
    }
  }
  const sorted = [...lines].sort(([a], [b]) => a - b);
  return [
    "TN:",
    `SF:${file}`,
    ...branches,
    `BRF:${branches.length}`,
    `BRH:${taken}`,
    ...sorted.map(([line, runs]) => `DA:${line},${runs}`),
    `LF:${sorted.length}`,
    `LH:${sorted.filter(([, runs]) => runs > 0).length}`,
    "end_of_record\n",
  ].join("\n");
}
