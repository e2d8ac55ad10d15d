/** The client sorts children like the database, because JSON loses their order. */

import fc from "fast-check";
import { byKey, byText, inRange } from "@greenhouse/database/client/queries";
import { compareKeys } from "../../../../emulator/src/tree/order";

const keys = fc.oneof(
  fc.string({
    minLength: 1,
    maxLength: 4,
    unit: fc.constantFrom("-", "0", "1", "2", "9", "a", "Z", "_", "~", "ä"),
  }),
  fc.integer({ min: -3_000_000_000, max: 3_000_000_000 }).map(String),
);

test("sorts keys like the emulator", () => {
  fc.assert(
    fc.property(fc.uniqueArray(keys), (names) => {
      const children = Object.fromEntries(names.map((name) => [name, true]));
      expect(byKey(children).map(([key]) => key)).toEqual(names.toSorted(compareKeys));
    }),
  );
});

test("sorts children by text values, and equal values by keys", () => {
  const members = { "10": "viewer", "9": "viewer", zoe: "owner", adam: "viewer", ben: "owner" };
  const names = byText(members).map(([key]) => key);
  expect(names).toEqual(["ben", "zoe", "9", "10", "adam"]);
});

test.each([
  [{}, { orderBy: "$key" }],
  [{ from: "a" }, { orderBy: "$key", startAt: "a" }],
  [
    { from: "a", after: "b", before: "c" },
    { orderBy: "$key", startAfter: "b", endBefore: "c" },
  ],
])("builds the query of the range %j", (range, query) => {
  expect(inRange(range)).toEqual(query);
});
