/** A browser that stores nothing, or other data than it was given. */

import { readLocal, readLocalJson, writeLocal } from "../../../../web/src/data/connection/local";
import { readSnapshot } from "../../../../web/src/model/farm/kept-paths";

afterEach(() => Reflect.deleteProperty(globalThis, "localStorage"));

test("keeps nothing in a browser that forbids storage, and continues", () => {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new DOMException("cookies are blocked", "SecurityError");
    },
  });
  expect(readLocal("language")).toBeNull();
  expect(readLocalJson("language")).toBeNull();
  expect(() => writeLocal("language", "de")).not.toThrow();
});

test.each([
  ["nothing", undefined],
  ["a text", "text"],
  ["no time", { values: new Map() }],
  ["NaN", { at: NaN, values: new Map() }],
  ["no date", { at: 8.64e18, values: new Map() }],
  ["endless", { at: Infinity, values: new Map() }],
  ["no values", { at: 1, values: {} }],
])("ignores a damaged last visit: %s", (_, found) => {
  expect(readSnapshot(found)).toBeUndefined();
});

test("reads an undamaged last visit unchanged", () => {
  const values = new Map([["farms/a/name", "A"]]);
  const visit = { at: 1_770_000_000_000, clockOffset: -5, values };
  expect(readSnapshot(visit)).toEqual(visit);
  expect(readSnapshot({ at: visit.at, values })).toEqual({ ...visit, clockOffset: 0 });
});
