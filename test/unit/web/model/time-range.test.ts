import { HOUR_MS } from "@greenhouse/domain/time";
import {
  DEFAULT_RANGE,
  parseRange,
  rangeSearch,
  rangeSince,
  windowOf,
} from "../../../../web/src/model/plot/time-range";

const fixed = { kind: "fixed", from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2) } as const;

test.each([
  ["", DEFAULT_RANGE],
  ["?range=7d", { kind: "recent", preset: "7d" }],
  ["?from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z", fixed],
] as const)("parses and writes %p", (search, range) => {
  expect(parseRange(search)).toEqual(range);
  expect(rangeSearch(range)).toBe(search);
});

test.each([
  "?range=8d",
  "?from=2026-01-02&to=2026-01-01",
  "?from=2026-01-01&to=2026-01-01T00:00:05Z",
  "?from=soon&to=later",
  "?from=2026-01-01",
])("uses the last 24 hours for %p", (search) => {
  expect(parseRange(search)).toEqual(DEFAULT_RANGE);
});

test("ends a recent range now, and a fixed range at its end", () => {
  const now = 1_000_000_000;
  const hour = { from: now - 3_600_000, to: now };
  expect(windowOf({ kind: "recent", preset: "1h" }, now)).toEqual(hour);
  expect(windowOf(fixed, fixed.to + 1)).toEqual({ from: fixed.from, to: fixed.to });
});

test("never extends into the future", () => {
  const { from } = fixed;
  expect(windowOf(fixed, from + 3_600_000)).toEqual({ from, to: from + 3_600_000 });
  expect(windowOf(fixed, from - 1)).toEqual({ from, to: from + 10_000 });
});

describe("a range whose beginning is empty", () => {
  const now = Date.UTC(2026, 0, 8);
  const week = { kind: "recent", preset: "7d" } as const;
  const shown = windowOf(week, now);

  test.each([
    ["is left as it is where little is empty", shown.from + 24 * HOUR_MS, undefined],
    [
      "becomes a shorter one that stays up to date",
      now - 20 * HOUR_MS,
      { kind: "recent", preset: "24h" },
    ],
    [
      "begins where the readings do",
      now - 48 * HOUR_MS,
      { kind: "fixed", from: now - 48 * HOUR_MS, to: now },
    ],
  ] as const)("%s", (_, first, expected) => {
    expect(rangeSince(first, week, shown)).toEqual(expected);
  });

  test("stays fixed if it was fixed", () => {
    const first = fixed.to - HOUR_MS;
    const { from, to } = fixed;
    expect(rangeSince(first, fixed, { from, to })).toEqual({ kind: "fixed", from: first, to });
  });
});
