import { createFormatter } from "../../../../web/src/model/format";
import {
  BOUND_FIELDS,
  boundFrom,
  faultIn,
  storedBound,
  typedFrom,
} from "../../../../web/src/model/typed-bounds";
import type { TypedThresholds } from "../../../../web/src/model/typed-bounds";

const en = createFormatter("en");

function typed(min = "", max = "", nightMin = "", nightMax = ""): TypedThresholds {
  return {
    ...typedFrom({}, en),
    ...{ "temperature/min": min, "temperature/max": max },
    ...{ "temperature/nightMin": nightMin, "temperature/nightMax": nightMax },
  };
}

describe.each(["C", "F"] as const)("in °%s", (unit) => {
  test.each(["en", "de", "de-AT"])("in %s, stored bounds come back unchanged", (locale) => {
    const reader = createFormatter(locale, undefined, unit);
    const thresholds = {
      temperature: { min: -2.5, max: 30, nightMin: 1.25 },
      light: { max: 30_000, min: 1.234 },
      vpd: { min: 0.4, max: 1.25 },
    };
    const texts = typedFrom(thresholds, reader);
    for (const field of BOUND_FIELDS) {
      expect(boundFrom(texts, field, reader)).toBe(storedBound(thresholds, field) ?? null);
    }
  });
});

test("a bound that is typed in °F is stored in °C, and shown as it was typed", () => {
  const reader = createFormatter("en", undefined, "F");
  const texts = { ...typedFrom({}, reader), "temperature/max": "85 °F" } as const;
  const max = boundFrom(texts, "temperature/max", reader) ?? NaN;
  expect(max).toBeCloseTo(29.444444, 6);
  expect(typedFrom({ temperature: { max } }, reader)["temperature/max"]).toBe("85");
  expect(reader.bound(max, "temperature")).toBe("85");
});

test.each([
  ["nothing", typed(), undefined, undefined],
  ["only by night", typed("", "", "12", "18"), undefined, undefined],
  ["the day turned around", typed("20", "10"), "minAboveMax", undefined],
  ["the night turned around", typed("15", "30", "18", "12"), undefined, "minAboveMax"],
  ["a night above the day's highest", typed("15", "30", "31"), undefined, "minAboveMax"],
  ["a night that mends nothing", typed("20", "10", "", "30"), "minAboveMax", undefined],
  ["no number by night", typed("15", "30", "cold"), undefined, "notANumber"],
  ["a doubtful number", typed("", "30.000"), "doubtful", undefined],
  ["another unit", typed("", "86 °F"), "notANumber", undefined],
  ["its own unit", typed("15°", "30 °C"), undefined, undefined],
] as const)("%s", (_, bounds, day, night) => {
  expect(faultIn(bounds, "temperature", "day", en)).toBe(day);
  expect(faultIn(bounds, "temperature", "night", en)).toBe(night);
});
