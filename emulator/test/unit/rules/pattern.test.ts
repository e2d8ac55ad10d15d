/** Regular expressions: tables of the documented subset, and comparisons with JavaScript. */

import { Fault } from "../../../src/rules/error";
import { parsePattern } from "../../../src/rules/pattern";
import table from "../../cases/rules/patterns.json";
import { fc } from "../../../testing/properties";

type MatchCase = readonly [
  pattern: string,
  flags: string,
  matches: readonly string[],
  differs: readonly string[],
];
type RefusedCase = readonly [pattern: string, at: number, message: string];

function tester(source: string, flags = ""): (text: string) => boolean {
  const pattern = parsePattern(source, flags);
  return (text) => pattern.test(text);
}

function faultOf(source: string, flags = ""): Fault | undefined {
  try {
    parsePattern(source, flags);
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

test.each(Object.values(table.cases).flat() as unknown as readonly MatchCase[])(
  "/%s/%s",
  (pattern, flags, matches, differs) => {
    const test = tester(pattern, flags);
    expect(matches.filter((text) => !test(text))).toEqual([]);
    expect(differs.filter((text) => test(text))).toEqual([]);
  },
);

test.each(Object.values(table.refused).flat() as unknown as readonly RefusedCase[])(
  "rejects /%s/",
  (pattern, start, message) => {
    expect(faultOf(pattern)).toMatchObject({ message: expect.stringContaining(message), start });
  },
);

test("any text is a pattern or has a fault inside", () => {
  const source = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...Array.from("ab[]()^$*+?{}|\\-.,12")) }),
  );
  fc.assert(
    fc.property(source, fc.constantFrom("", "i"), fc.string(), (written, flags, tried) => {
      const fault = faultOf(written, flags);
      if (fault === undefined) expect(typeof tester(written, flags)(tried)).toBe("boolean");
      else expect(fault.start).toBeLessThanOrEqual(written.length);
    }),
  );
});

const LONG_TEXT = `${"a".repeat(100_000)}!`;

/** Returns processor time in milliseconds, which other processes do not affect. */
function timeOf(source: string): number {
  const test = tester(source);
  const started = process.cpuUsage();
  expect(test(LONG_TEXT)).toBe(false);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

test.each(["^(a+)+$", "(a*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$"])(
  "/%s/ is linear in the text",
  (source) => {
    // An engine that backtracks would need longer than the universe is old.
    expect(timeOf(source)).toBeLessThan(1_000 * timeOf("^a*$"));
  },
);

test("rejects nested groups that RE2 rejects, when the rules are loaded", () => {
  const nested = (levels: number): string => "(".repeat(levels) + "a" + ")+".repeat(levels);
  expect(tester(nested(400))("a")).toBe(true);
  expect(faultOf(nested(1_100))?.message).toMatch(/^The pattern is too large: /);
});
