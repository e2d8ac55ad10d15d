/**
 * Runs all rows against the shipped rules in process, and checks that they make each expression both true and false.
 */

import { openInProcessClient } from "../support/rules-client/in-process";
import { CASES, describeRules, UNTRIED } from "../support/rules-client/suite";

describe("database.rules.json in process", () => {
  const client = describeRules(openInProcessClient, CASES);

  it("is both true and false in every expression", () => {
    const { percent, untried } = client().tried();
    expect(untried).toEqual([]);
    expect(percent).toBe(100);
  });

  it("has a row that writes each value and object that somebody may write", () => {
    expect(UNTRIED).toEqual([]);
  });
});
