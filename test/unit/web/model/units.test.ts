import fc from "fast-check";
import { createFormatter } from "../../../../web/src/model/values/format";
import { shownStep, splitsOf, unitsOf } from "../../../../web/src/model/values/units";

const c = unitsOf("C");
const f = unitsOf("F");

test.each([
  [0, 32],
  [100, 212],
  [-40, -40],
  [21.5, 70.7],
  [-127, -196.6],
  [1e300, 1e300 * 1.8],
])("converts %p °C to %p °F", (celsius, fahrenheit) => {
  expect(f.shown(celsius, "temperature")).toBe(fahrenheit);
  expect(c.shown(celsius, "temperature")).toBe(celsius);
});

test("converts only quantities that are stored in °C", () => {
  const all = ["temperature", "dewPoint", "humidity", "light", "battery", "vpd"] as const;
  expect(all.map((quantity) => f.unit(quantity))).toEqual(["°F", "°F", "%", "lx", "%", "kPa"]);
  expect(all.map((quantity) => f.shown(10, quantity))).toEqual([50, 50, 10, 10, 10, 10]);
  expect(all.map((quantity) => f.stored(50, quantity))).toEqual([10, 10, 50, 50, 50, 50]);
  expect(all.map((quantity) => c.unit(quantity))).toEqual(["°C", "°C", "%", "lx", "%", "kPa"]);
});

test("converts a difference without an offset", () => {
  expect(f.shownDifference(0.5, "temperature")).toBe(0.9);
  expect(f.shownDifference(5, "humidity")).toBe(5);
  expect(c.shownDifference(0.5, "temperature")).toBe(0.5);
});

test("shows values typed in °F unchanged", () => {
  const typed = fc
    .integer({ min: -100_000, max: 300_000 })
    .map((thousandths) => thousandths / 1000);
  fc.assert(
    fc.property(typed, (value) => {
      expect(f.shown(f.stored(value, "temperature"), "temperature")).toBe(value);
    }),
  );
});

test("keeps stored values with up to two digits when they are shown and saved again", () => {
  const stored = fc.integer({ min: -6000, max: 8000 }).map((hundredths) => hundredths / 100);
  fc.assert(
    fc.property(stored, (value) => {
      expect(f.stored(f.shown(value, "temperature"), "temperature")).toBe(value || 0);
    }),
  );
});

test("uses round axis steps in °F", () => {
  const range = { min: 10, max: 30, step: 5 };
  const shown = splitsOf(f, "temperature", range).map((position) =>
    f.shown(position, "temperature"),
  );
  expect(shown).toEqual([50, 60, 70, 80]);
  expect([shownStep(f, "temperature", 5), shownStep(f, "temperature", 0.5)]).toEqual([10, 1]);
  expect(splitsOf(c, "temperature", range)).toEqual([10, 15, 20, 25, 30]);
});

test("writes every value in the person's unit", () => {
  const format = createFormatter("en", "UTC", "F");
  expect(format.value(21.5, "temperature")).toBe("70.7\u202f°F");
  expect(format.exact(21.55, "temperature")).toBe("70.79\u202f°F");
  expect(format.number(-1, "dewPoint")).toBe("30.2");
  expect(format.bound(15, "temperature")).toBe("59");
  expect(format.value(60, "humidity")).toBe("60\u202f%");
});
