import {
  compareKeys,
  compareSortValues,
  integerKey,
  MAX_KEY,
  MIN_KEY,
  NESTED,
  type SortValue,
} from "../../../src/tree/order";
import { fc } from "../../../testing/properties";

describe("the order of keys", () => {
  // Source: https://firebase.google.com/docs/database/web/lists-of-data#orderbykey and the public SDK's nameCompare.
  const ORDERED = [
    MIN_KEY,
    "-2147483648",
    "-1",
    "-01",
    "0",
    "00",
    "1",
    "01",
    "2",
    "10",
    "2147483647",
    "-2147483649",
    "-Nabc",
    "1.5",
    "1a",
    "2147483648",
    "99999999999",
    "A",
    "_",
    "a",
    "aa",
    "b",
    "é",
    "日",
    "😀",
    MAX_KEY,
  ];

  it("puts 32-bit integers first, by value, then text", () => {
    const shuffled = [...ORDERED].reverse();
    expect(shuffled.sort(compareKeys)).toEqual(ORDERED);
  });

  it.each([
    ["0", 0],
    ["01", 1],
    ["-5", -5],
    ["2147483647", 2_147_483_647],
    ["2147483648", undefined],
    ["-2147483649", undefined],
    ["", undefined],
    ["-", undefined],
    ["1.0", undefined],
    ["1e3", undefined],
    ["٣", undefined],
  ])("reads %j as the integer %p", (key, expected) => {
    expect(integerKey(key)).toBe(expected);
  });

  it("is a total order", () => {
    const key = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom(...ORDERED));
    fc.assert(
      fc.property(key, key, key, (a, b, c) => {
        expect(Math.sign(compareKeys(a, b)) + Math.sign(compareKeys(b, a))).toBe(0);
        expect(compareKeys(a, b) === 0).toBe(a === b);
        const [x = "", y = "", z = ""] = [a, b, c].sort(compareKeys);
        expect(compareKeys(x, z)).toBeLessThanOrEqual(0);
        expect(compareKeys(x, y)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe("the order of values", () => {
  // Source: https://firebase.google.com/docs/database/web/lists-of-data#data-order
  const ORDERED: readonly SortValue[] = [
    null,
    false,
    true,
    -Infinity,
    -1,
    0,
    0.5,
    2,
    1e9,
    "",
    "0",
    "A",
    "a",
    "é",
    NESTED,
  ];

  it("is null, false, true, numbers, strings, values with children", () => {
    expect([...ORDERED].reverse().sort(compareSortValues)).toEqual(ORDERED);
  });
});
