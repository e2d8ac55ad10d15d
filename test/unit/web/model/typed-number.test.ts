import fc from "fast-check";
import {
  meaningOf,
  numberText,
  parseFor,
  parseNumber,
  parseUngrouped,
} from "../../../../web/src/model/input/typed-number";

test.each([
  ["30000", 30_000],
  ["26.5", 26.5],
  ["26,5", 26.5],
  ["26,50", 26.5],
  ["007", 7],
  ["0", 0],
  ["-0", 0],
  [".5", 0.5],
  ["5.", 5],
  [",5", 0.5],
  ["-5,", -5],
  ["0.850", 0.85],
  ["0,850", 0.85],
  ["1.2340", 1.234],
  ["1234.567", 1234.567],
  ["\u22125", -5],
  ["+ 7", 7],
  ["３０", 30],
  ["30 °C", 30],
  ["30\u202f° C", 30],
  ["30°", 30],
])("parses %j as %d", (text, value) => {
  expect(parseNumber(text, "°C")).toEqual({ kind: "number", value });
});

test.each([
  ["30 LUX", "lx", 30],
  ["30lx", "lx", 30],
  ["21.5 ℃", "°C", 21.5],
  ["1.2kPa", "kPa", 1.2],
  ["60%", "%", 60],
])("parses %j in a field of %s as %d", (text, unit, value) => {
  expect(parseNumber(text, unit)).toEqual({ kind: "number", value });
});

test.each([
  "30,000",
  "30.000",
  "-1.500",
  "1,234,567",
  "1.234,5",
  "30 000",
  "30\u202f000,5",
  "30’000",
  "1,00,000",
])("refuses %j, which may have a thousands separator", (text) => {
  expect(parseNumber(text)).toEqual({ kind: "grouped" });
});

test.each([
  "warm",
  "1e3",
  "--1",
  "1-",
  "1.2.3",
  "1 2",
  "Infinity",
  "9".repeat(50),
  "30 °F",
  "60 %",
  ".",
])("rejects %j as a number", (text) => {
  expect(parseNumber(text, "°C")).toEqual({ kind: "notANumber" });
});

test("treats blanks as empty", () => {
  expect(parseNumber(" \u00a0", "%")).toEqual({ kind: "empty" });
  expect(parseNumber("%", "%")).toEqual({ kind: "empty" });
});

test("accepts no thousands separators in degrees of latitude", () => {
  expect(parseUngrouped("52,520°", "°")).toEqual({ kind: "number", value: 52.52 });
  expect(parseUngrouped("52.520.008", "°")).toEqual({ kind: "notANumber" });
});

test("accepts only the field's numbers, and no refused text", () => {
  const takes = (value: number): boolean => value <= 80;
  expect(parseFor(takes, "80")).toEqual({ kind: "number", value: 80 });
  expect(parseFor(takes, "81")).toEqual({ kind: "outOfRange" });
  expect(parseFor(takes, "30,000")).toEqual({ kind: "grouped" });
});

test("treats texts with the same meaning as unchanged", () => {
  expect(meaningOf(parseNumber("30"), "30")).toBe(meaningOf(parseNumber("30,0"), "30,0"));
  expect(meaningOf(parseNumber("warm "), "warm ")).toBe("warm");
});

test("writes a number with its digits, and parses the same number", () => {
  expect(numberText(undefined, "en")).toBe("");
  expect(numberText(30_000.5, "de")).toBe("30000,5");
  expect(numberText(4.444444, "en", 1)).toBe("4.4");
  fc.assert(
    fc.property(
      fc.integer({ min: -10_000_000, max: 10_000_000 }),
      fc.constantFrom("en", "de", "de-AT", "de-CH"),
      (hundredths, locale) => {
        const value = hundredths / 100;
        expect(parseNumber(numberText(value, locale, 2))).toEqual({
          kind: "number",
          value: value + 0,
        });
      },
    ),
  );
});
