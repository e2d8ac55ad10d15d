import fc from "fast-check";
import {
  meaningOf,
  numberText,
  parseFor,
  parseNumber,
} from "../../../../web/src/model/typed-number";
import type { TypedNumber } from "../../../../web/src/model/typed-number";

/** A number; two for a doubtful text; nothing for an empty one. */
function readingsOf(typed: TypedNumber): number | readonly number[] | "empty" | "notANumber" {
  if (typed.kind === "number") return typed.value;
  return typed.kind === "doubtful" ? typed.readings : typed.kind;
}

test.each([
  // As the page prints numbers.
  ["en", "30,000", 30_000],
  ["en", "1,234,567", 1_234_567],
  ["en", "1,234.5", 1234.5],
  ["en", "26.5", 26.5],
  ["de", "30.000", 30_000],
  ["de", "1.234.567", 1_234_567],
  ["de", "1.234,5", 1234.5],
  ["de", "26,5", 26.5],
  ["de", "30,000", 30],
  ["de-AT", "30\u00a0000", 30_000],
  ["de-CH", "30’000", 30_000],
  ["de-CH", "1'234.5", 1234.5],
  ["fr", "30\u202f000,5", 30_000.5],
  ["en-IN", "1,00,000", 100_000],
  // Without any separator.
  ["en", "30000", 30_000],
  ["de", "007", 7],
  ["en", "0", 0],
  // What can mean one number alone, in whatever language.
  ["en", "1.234,56", 1234.56],
  ["de", "1,234.56", 1234.56],
  ["en", "1.234.567", 1_234_567],
  ["de", "1,234,567", 1_234_567],
  ["en", "30 000", 30_000],
  ["en", "1 234,5", 1234.5],
  ["de", "1 234.567", 1234.567],
  // Parts of numbers.
  ["en", ".5", 0.5],
  ["en", "5.", 5],
  ["de", ",5", 0.5],
  ["de", "-5,", -5],
  ["en", "0.850", 0.85],
  ["en", "1.2340", 1.234],
  ["en", "1234.567", 1234.567],
  // What another reader takes for another number.
  ["en", "30.000", [30, 30_000]],
  ["en", "-1.500", [-1.5, -1500]],
  ["en", "1,5", [1.5, 15]],
  ["en", "26,50", [26.5, 2650]],
  ["en", "0,850", [0.85, 850]],
  ["en", ",5", [0.5, 5]],
  ["en", "5,", 5],
  ["de", "1.5", [1.5, 15]],
  ["de", "26.5", [26.5, 265]],
  ["de", "0.500", [0.5, 500]],
  ["de", "1234.567", [1234.567, 1_234_567]],
  ["de-CH", "1,5", [1.5, 15]],
  // Signs.
  ["en", "\u22125", -5],
  ["en", "–5", -5],
  ["en", "- 5", -5],
  ["en", "+5", 5],
  ["en", "-30,000", -30_000],
  ["en", "-0", 0],
  // Digits of other keyboards, and blanks around.
  ["en", "３０．５", 30.5],
  ["en", "\u2003 30\n", 30],
  // No numbers.
  ["en", "", "empty"],
  ["en", " \u00a0 ", "empty"],
  ["en", "warm", "notANumber"],
  ["en", "1e3", "notANumber"],
  ["en", "0x10", "notANumber"],
  ["en", "Infinity", "notANumber"],
  ["en", "-", "notANumber"],
  ["en", ".", "notANumber"],
  ["en", ",", "notANumber"],
  ["en", "--5", "notANumber"],
  ["en", "5-", "notANumber"],
  ["en", "1,500,20", "notANumber"],
  ["en", "1,234.567,8", "notANumber"],
  ["en", "1.2.3", "notANumber"],
  ["en", "30 00", "notANumber"],
  ["en", "1 2", "notANumber"],
  ["en", "1'234,567.8", "notANumber"],
  ["en", "15-30", "notANumber"],
  ["en", "½", "notANumber"],
  ["en", "9".repeat(41), "notANumber"],
] as const)("in %s, %p is %p", (locale, text, expected) => {
  expect(readingsOf(parseNumber(text, locale))).toEqual(expected);
});

test.each([
  ["21.5 °C", "°C", 21.5],
  ["21.5°c", "°C", 21.5],
  ["21.5 ° C", "°C", 21.5],
  ["21.5 ℃", "°C", 21.5],
  ["21.5°", "°C", 21.5],
  ["52.5°", "°", 52.5],
  ["70 °F", "°F", 70],
  ["70 °F", "°C", "notANumber"],
  ["60 %", "%", 60],
  ["60%", "%", 60],
  ["60 %", "lx", "notANumber"],
  ["30,000 lx", "lx", 30_000],
  ["30,000 LUX", "lx", 30_000],
  ["1.2kPa", "kPa", 1.2],
  ["%", "%", "empty"],
  ["60 %", "", "notANumber"],
])("%p in a field of %s is %p", (text, unit, expected) => {
  expect(readingsOf(parseNumber(text, "en", unit))).toEqual(expected);
});

test.each(["en", "de", "de-AT", "de-CH", "fr", "en-IN"])(
  "in %s, what the page prints and what its fields hold is read as that number",
  (locale) => {
    const value = fc.double({ min: -1e7, max: 1e7, noNaN: true }).map((one) => +one.toFixed(3));
    fc.assert(
      fc.property(value, (number) => {
        const typed = parseNumber(numberText(number, locale), locale);
        expect(readingsOf(typed)).toBe(number || 0);
        // One that is printed with few digits is never read as another.
        const printed = parseNumber(number.toLocaleString(locale), locale);
        const readings = readingsOf(printed);
        expect(Array.isArray(readings) ? readings[0] : readings).toBe(number || 0);
      }),
    );
  },
);

test.each(["9".repeat(300_000) + "x", "1,".repeat(150_000), " ".repeat(300_000) + "x"])(
  "a very long text is refused in linear time",
  (text) => {
    expect(parseNumber(text, "en").kind).toBe("notANumber");
  },
);

test.each([
  // Degrees: what is possible in one language alone is asked about.
  ["en", "30", 30],
  ["en", "30,000", [30]],
  ["de", "30.000", [30]],
  ["en", "30.000", [30]],
  ["de", "30,000", 30],
  ["en", "-3,500", [-3.5]],
  ["de", "1.234.567", "outOfRange"],
  ["en", "30000", "outOfRange"],
  ["en", "30 000", "outOfRange"],
  ["en", "1,5", [1.5, 15]],
  ["en", "26,50", [26.5]],
  ["en", "99,9", "outOfRange"],
  ["en", "", "empty"],
  ["en", "warm", "notANumber"],
] as const)("where -60 to 80 is taken, %s %p is %p", (locale, text, expected) => {
  const typed = parseFor((value) => value >= -60 && value <= 80, text, locale);
  expect(typed.kind === "outOfRange" ? typed.kind : readingsOf(typed)).toEqual(expected);
});

test("texts are compared by what they mean", () => {
  const meaning = (text: string): number | string => meaningOf(parseNumber(text, "en"), text);
  expect(meaning("30,000")).toBe(meaning("30000.0"));
  expect(meaning("30,000")).not.toBe(meaning("30.000"));
  expect(meaning(" warm ")).toBe(meaning("warm"));
});

test("nothing is an empty text", () => {
  expect(numberText(undefined, "en")).toBe("");
});
