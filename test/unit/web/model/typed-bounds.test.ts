import { SHOWN } from "@greenhouse/domain/quantities/measurements";
import { createFormatter } from "../../../../web/src/model/values/format";
import {
  BOUND_FIELDS,
  boundFrom,
  faultIn,
  storedBound,
  typedFrom,
} from "../../../../web/src/model/input/typed-bounds";
import type { TypedThresholds } from "../../../../web/src/model/input/typed-bounds";

const en = createFormatter("en");

function typed(min = "", max = "", nightMin = "", nightMax = ""): TypedThresholds {
  return {
    ...typedFrom({}, en),
    "temperature/min": min,
    "temperature/max": max,
    "temperature/nightMin": nightMin,
    "temperature/nightMax": nightMax,
  };
}

describe.each(["C", "F"] as const)("in °%s", (unit) => {
  test.each(["en", "de", "de-AT"])("returns stored bounds unchanged in %s", (locale) => {
    const reader = createFormatter(locale, undefined, unit);
    const thresholds = {
      temperature: { min: -2.5, max: 30, nightMin: 1.25 },
      light: { max: 30_000, min: 1.25 },
      vpd: { min: 0.4, max: 1.25 },
    };
    const texts = typedFrom(thresholds, reader);
    for (const field of BOUND_FIELDS) {
      expect(boundFrom(texts, field, reader)).toBe(storedBound(thresholds, field) ?? null);
    }
  });
});

test("stores a bound typed in °F in °C, and shows it as typed", () => {
  const reader = createFormatter("en", undefined, "F");
  const texts = { ...typedFrom({}, reader), "temperature/max": "85 °F" } as const;
  const max = boundFrom(texts, "temperature/max", reader) ?? NaN;
  expect(max).toBeCloseTo(29.444444, 6);
  expect(typedFrom({ temperature: { max } }, reader)["temperature/max"]).toBe("85");
  expect(reader.bound(max, "temperature")).toBe("85");
  // In °C, without unnecessary digits.
  expect(typedFrom({ temperature: { max } }, en)["temperature/max"]).toBe("29.4");
});

test.each([
  ["nothing", typed(), undefined, undefined],
  ["only by night", typed("", "", "12", "18"), undefined, undefined],
  ["the day turned around", typed("20", "10"), "minAboveMax", undefined],
  ["the night turned around", typed("15", "30", "18", "12"), undefined, "minAboveMax"],
  ["a night above the day's highest", typed("15", "30", "31"), undefined, "minAboveMax"],
  ["a night bound that corrects nothing", typed("20", "10", "", "30"), "minAboveMax", undefined],
  ["no number by night", typed("15", "30", "cold"), undefined, "notANumber"],
  ["30 or thousands", typed("", "30,000"), "grouped", undefined],
  ["what no air has", typed("", "30000"), "outOfRange", undefined],
  ["a night that no air has", typed("", "", "-127"), undefined, "outOfRange"],
  ["another unit", typed("", "86 °F"), "notANumber", undefined],
  ["its own unit", typed("15°", "30 °C"), undefined, undefined],
] as const)("%s", (_, bounds, day, night) => {
  expect(faultIn(bounds, "temperature", "day", en)).toBe(day);
  expect(faultIn(bounds, "temperature", "night", en)).toBe(night);
});

/** The stored value for a text in any field of a quantity, or else its fault. */
const FIELD_TEXTS = [
  ["temperature", "C", ["26.5", 26.5], ["26,5", 26.5]],
  ["temperature", "C", ["30,000", "grouped"], ["30.000", "grouped"]],
  ["temperature", "C", ["80", 80], ["80", 80]],
  ["temperature", "C", ["80.1", "outOfRange"], ["80,1", "outOfRange"]],
  ["temperature", "C", ["-61", "outOfRange"], ["-61", "outOfRange"]],
  ["temperature", "F", ["176", 80], ["176", 80]],
  ["temperature", "F", ["176.1", "outOfRange"], ["176,1", "outOfRange"]],
  ["temperature", "F", ["85,000", "grouped"], ["85.000", "grouped"]],
  ["temperature", "F", ["-76", -60], ["-76", -60]],
  ["temperature", "F", ["-77", "outOfRange"], ["-77", "outOfRange"]],
  ["dewPoint", "C", ["12,000", "grouped"], ["12.000", "grouped"]],
  ["dewPoint", "F", ["50", 10], ["50", 10]],
  ["dewPoint", "F", ["200", "outOfRange"], ["200", "outOfRange"]],
  ["humidity", "C", ["60.5", 60.5], ["60,5", 60.5]],
  ["humidity", "F", ["60,000", "grouped"], ["60.000", "grouped"]],
  ["humidity", "C", ["101", "outOfRange"], ["101", "outOfRange"]],
  ["humidity", "C", ["-1", "outOfRange"], ["-1", "outOfRange"]],
  ["light", "C", ["30000", 30_000], ["30000", 30_000]],
  ["light", "C", ["30.000", "grouped"], ["30,000", "grouped"]],
  ["light", "C", ["500000", "outOfRange"], ["500000", "outOfRange"]],
  ["soilMoisture", "C", ["35", 35], ["35", 35]],
  ["soilMoisture", "C", ["101", "outOfRange"], ["101", "outOfRange"]],
  ["co2", "C", ["1200", 1200], ["1200", 1200]],
  ["co2", "C", ["1,200", "grouped"], ["1.200", "grouped"]],
  ["co2", "F", ["40001", "outOfRange"], ["40001", "outOfRange"]],
  ["ec", "C", ["2.4", 2.4], ["2,4 mS/cm", 2.4]],
  ["ph", "C", ["5.8", 5.8], ["5,8", 5.8]],
  ["ph", "C", ["14.5", "outOfRange"], ["14,5", "outOfRange"]],
  ["ppfd", "C", ["600 µmol/m²/s", 600], ["600", 600]],
  ["pressure", "C", ["990", 990], ["990", 990]],
  ["windSpeed", "C", ["12.5", 12.5], ["12,5", 12.5]],
  ["vpd", "C", ["0.85", 0.85], ["0,85", 0.85]],
  ["vpd", "C", ["1,250", "grouped"], ["1.250", "grouped"]],
  ["vpd", "C", ["1250", "outOfRange"], ["1250", "outOfRange"]],
] as const;

test.each(FIELD_TEXTS)("%s in °%s: %j in English, %j in German", (quantity, unit, inEn, inDe) => {
  for (const [locale, [text, expected]] of [["en", inEn] as const, ["de", inDe] as const]) {
    const reader = createFormatter(locale, undefined, unit);
    for (const field of BOUND_FIELDS.filter((name) => name.startsWith(`${quantity}/`))) {
      const all = { ...typedFrom({}, reader), [field]: text };
      const part = field.includes("night") ? "night" : "day";
      const outcome = faultIn(all, quantity, part, reader) ?? boundFrom(all, field, reader);
      expect([field, outcome]).toEqual([field, expected]);
    }
  }
});

test("has every quantity of the form in the table", () => {
  expect(new Set(FIELD_TEXTS.map(([quantity]) => quantity))).toEqual(new Set(SHOWN));
});
