import {
  DEFAULT_RANGE,
  parseRange,
  rangeSearch,
  windowOf,
} from "../../../../web/src/model/time-range";

const fixed = { kind: "fixed", from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2) } as const;

test.each([
  ["", DEFAULT_RANGE],
  ["?range=7d", { kind: "recent", preset: "7d" }],
  ["?from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z", fixed],
] as const)("%p is read and written", (search, range) => {
  expect(parseRange(search)).toEqual(range);
  expect(rangeSearch(range)).toBe(search);
});

test.each([
  "?range=8d",
  "?from=2026-01-02&to=2026-01-01",
  "?from=2026-01-01&to=2026-01-01T00:00:05Z",
  "?from=soon&to=later",
  "?from=2026-01-01",
])("%p is nonsense: the last 24 hours", (search) => {
  expect(parseRange(search)).toEqual(DEFAULT_RANGE);
});

test("a recent range ends now, a fixed one where it says", () => {
  const now = 1_000_000_000;
  const hour = { from: now - 3_600_000, to: now };
  expect(windowOf({ kind: "recent", preset: "1h" }, now)).toEqual(hour);
  expect(windowOf(fixed, now)).toEqual({ from: fixed.from, to: fixed.to });
});
