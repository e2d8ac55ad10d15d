import { isEqual } from "../../../../web/src/model/values/equal";

const list = [1, 2];

test.each([
  [1, 1],
  [NaN, NaN],
  [undefined, undefined],
  [list, [1, 2]],
  [[], []],
  [
    { a: 1, b: { c: [null, "x"] } },
    { b: { c: [null, "x"] }, a: 1 },
  ],
])("%j has the same content as %j", (a, b) => {
  expect(isEqual(a, b)).toBe(true);
});

test.each([
  [1, 2],
  [1, "1"],
  [null, {}],
  [undefined, null],
  [list, [1, 2, 3]],
  [list, [2, 1]],
  [[], {}],
  [{ a: undefined }, { b: undefined }],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: { b: 1 } }, { a: { b: 2 } }],
  [new Map(), new Map()],
  [new Date(0), new Date(0)],
])("%j differs from %j", (a, b) => {
  expect(isEqual(a, b)).toBe(false);
});

test("treats an object of a class as equal to itself", () => {
  const map = new Map();
  expect(isEqual({ map }, { map })).toBe(true);
});
