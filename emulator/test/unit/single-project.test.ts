/** Namespaces without rules beside those that have some. */

import { Namespaces } from "../../src/namespaces";
import { compileRules, OPEN_RULES } from "../../src/rules/ruleset";
import { warnOfOtherNamespaces } from "../../src/single-project";

const SECOND_MS = 1_000;

function closedRules() {
  const compiled = compileRules('{ "rules": { ".read": false } }');
  if (!compiled.ok) throw new Error("these are rules");
  return compiled.ruleset;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it("are named once, when they have got no rules in the meantime", () => {
  const namespaces = new Namespaces(() => ({ now: () => 0, root: null, ruleset: OPEN_RULES }));
  const lines: string[] = [];
  namespaces.get("earlier");
  const watch = warnOfOtherNamespaces(namespaces, (line) => lines.push(line));
  namespaces.get("first");
  jest.advanceTimersByTime(3 * SECOND_MS);
  expect(lines).toEqual([]);

  namespaces.get("demo").setRuleset(closedRules());
  namespaces.get("test-1");
  jest.advanceTimersByTime(SECOND_MS);
  namespaces.get("test-1").setRuleset(closedRules());
  jest.advanceTimersByTime(5 * SECOND_MS);
  expect(lines).toEqual([
    "The namespace first has no rules, so everything is allowed there, unlike in demo, test-1. " +
      `Compare the databaseURL of clients, and DATABASE_URL for functions, or set "singleProjectMode": false in firebase.json.`,
  ]);
  watch.close();
  namespaces.get("later");
  jest.advanceTimersByTime(5 * SECOND_MS);
  expect(lines).toHaveLength(1);
});
