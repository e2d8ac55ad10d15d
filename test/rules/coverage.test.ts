/** The shipped rules in process, and whether the tables try every expression of them both ways. */

import { openInProcessClient } from "../support/rules-client/in-process";
import { CASES, describeRules, UNTRIED } from "../support/rules-client/suite";

describe("database.rules.json in process", () => {
  const client = describeRules(openInProcessClient, CASES);

  it("has been both true and false in every expression", () => {
    const { percent, untried } = client().tried();
    expect(untried).toEqual([]);
    expect(percent).toBe(100);
  });

  it("has a row that writes each value and object that somebody may write", () => {
    expect(UNTRIED).toEqual([]);
  });

  it("has been tried by more denials than grants", () => {
    const grants = CASES.filter(({ verdict }) => verdict === "allowed");
    expect(CASES.length).toBeGreaterThanOrEqual(150);
    expect(CASES.length - grants.length).toBeGreaterThan(grants.length);
  });
});
