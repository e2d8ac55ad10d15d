import { boundsFrom, faultIn, typedFrom } from "../../../../web/src/model/typed-bounds";
import type { TypedBounds } from "../../../../web/src/model/typed-bounds";

const typed = (min = "", max = "", nightMin = "", nightMax = ""): TypedBounds => ({
  ...{ min, max, nightMin, nightMax },
});

test.each(["en", "de", "de-AT"])("in %s, stored bounds come back unchanged", (locale) => {
  const thresholds = {
    temperature: { min: -2.5, max: 30, nightMin: 1.234 },
    light: { max: 30_000 },
    vpd: { min: 0.4, max: 1.25 },
  };
  const texts = typedFrom(thresholds, locale);
  expect(boundsFrom(texts.temperature, locale)).toEqual(thresholds.temperature);
  expect(boundsFrom(texts.light, locale)).toEqual(thresholds.light);
  expect(boundsFrom(texts.vpd, locale)).toEqual(thresholds.vpd);
  expect(boundsFrom(texts.humidity, locale)).toEqual({});
});

test.each([
  ["nothing", typed(), undefined, undefined],
  ["only by night", typed("", "", "12", "18"), undefined, undefined],
  ["the day turned around", typed("20", "10"), "minAboveMax", undefined],
  ["the night turned around", typed("15", "30", "18", "12"), undefined, "minAboveMax"],
  ["a night above the day's highest", typed("15", "30", "31"), undefined, "minAboveMax"],
  ["a night that mends nothing", typed("20", "10", "", "30"), "minAboveMax", undefined],
  ["no number by night", typed("15", "30", "cold"), undefined, "notANumber"],
  ["an ambiguous number", typed("", "30.000"), "ambiguous", undefined],
] as const)("%s", (_, bounds, day, night) => {
  expect(faultIn(bounds, "day", "en")).toBe(day);
  expect(faultIn(bounds, "night", "en")).toBe(night);
});
