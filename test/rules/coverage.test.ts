/** The shipped rules in process, and whether the tables try every expression of them both ways. */

import type { RuleCoverage } from "../../emulator/src/rules/ruleset";
import { openInProcessClient } from "../support/rules-client/in-process";
import { CASES, describeRules } from "../support/rules-client/suite";

describe("database.rules.json in process", () => {
  const client = describeRules(openInProcessClient, CASES);

  it("has been tried both ways in every expression", () => {
    const oneSided = client().coverage().filter(isOneSided).map(describeExpression);
    expect(oneSided).toEqual([]);
  });

  it("has been tried by more denials than grants", () => {
    const grants = CASES.filter(({ verdict }) => verdict === "allowed");
    expect(CASES.length).toBeGreaterThanOrEqual(150);
    expect(CASES.length - grants.length).toBeGreaterThan(grants.length);
  });
});

/** What never ran, and what is true or false but was never both. The constant `false` is what it is. */
function isOneSided({ text, counts }: RuleCoverage): boolean {
  const outcomes = Object.keys(counts);
  if (text === "false") return false;
  if (!outcomes.every((outcome) => ["true", "false", "error"].includes(outcome))) return false;
  // A failure denies, as false does.
  return !outcomes.includes("true") || outcomes.length === 1;
}

function describeExpression({ path, text, line, counts }: RuleCoverage): string {
  return `${line} ${path}: ${text} came to ${JSON.stringify(counts)}`;
}
