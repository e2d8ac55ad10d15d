import { excessOf, stillHolds } from "@greenhouse/domain/quantities/margins";

test.each([
  ["above", "temperature", 25.6, { max: 26 }, true],
  ["above", "temperature", 25.5, { max: 26 }, false],
  ["below", "humidity", 41.9, { min: 40 }, true],
  ["below", "humidity", 42, { min: 40 }, false],
  ["battery", "battery", 21, { min: 20 }, true],
  ["battery", "battery", 22, { min: 20 }, false],
  // Between close bounds a quarter of what is between them.
  ["above", "temperature", 20.74, { min: 20, max: 21 }, false],
  ["above", "temperature", 20.76, { min: 20, max: 21 }, true],
  // Close to the end of what can be measured.
  ["below", "humidity", 99.8, { min: 99 }, false],
  ["above", "vpd", 1.16, { max: 1.2 }, true],
  ["above", "vpd", 1.14, { max: 1.2 }, false],
] as const)(
  "%s: a %s of %d with bounds %j still holds: %s",
  (kind, quantity, value, bounds, holds) => {
    expect(stillHolds(kind, quantity, value, bounds)).toBe(holds);
  },
);

test.each([
  [{ kind: "above", measurement: "temperature", value: 33, bound: 30 }, 6],
  [{ kind: "below", measurement: "humidity", value: 40, bound: 50 }, 5],
  [{ kind: "battery", value: 12, bound: 20 }, 4],
  [{ kind: "above", measurement: "light", value: 900, bound: 1400 }, -1],
  [{ kind: "silent" }, 0],
] as const)("how far %j is beyond its bound, in margins: %d", (fact, expected) => {
  expect(excessOf(fact)).toBe(expected);
});
