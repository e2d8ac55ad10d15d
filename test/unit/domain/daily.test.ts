import { HOUR_MS } from "@greenhouse/domain/time";
import {
  dailyLight,
  dayAndNight,
  degreeDays,
  hoursByDay,
  isLightSource,
  LIGHT_SOURCES,
} from "@greenhouse/domain/rollups/daily";
import type { HourMean } from "@greenhouse/domain/rollups/daily";

const MIDNIGHT = Date.UTC(2026, 5, 21);
const BERLIN = { latitude: 52.5, longitude: 13.4, timeZone: "Europe/Berlin" };

/** Hours from midnight (UTC) on. */
function hoursOf(means: readonly number[]): HourMean[] {
  return means.map((mean, index) => ({ startMs: MIDNIGHT + index * HOUR_MS, mean }));
}

/** From the lowest to the highest and back in even steps: the mean is the middle, as in the usual formula. */
function upAndDown(lowest: number, highest: number): HourMean[] {
  const up = Array.from({ length: 12 }, (_, hour) => lowest + ((highest - lowest) * hour) / 11);
  return hoursOf([...up, ...up.toReversed()]);
}

/** In lux, so that plants receive so many µmol m⁻² s⁻¹ of it. */
/**
 * PPFD in µmol m⁻² s⁻¹, hours of light, mol m⁻² d⁻¹.
 * Sources: https://en.wikipedia.org/wiki/Daily_light_integral, http://support.specmeters.com/kb/questions/102/,
 * https://www.calculatorultra.com/en/tool/daily-light-integral-calculator.html
 */
test.each([
  [1, 24, 0.0864],
  [38.1, 12, 1.6],
  [1500, 9, 48.6],
])("%d µmol m⁻² s⁻¹ for %d hours are %d mol in a day", (ppfd, lit, mol) => {
  const dark = Array.from({ length: 24 - lit }, () => 0);
  const light = Array.from({ length: lit }, () => ppfd);
  const found = dailyLight(hoursOf([...dark, ...light]));
  expect(Math.abs(found / mol - 1)).toBeLessThan(0.03);
  expect(found).toBeCloseTo((ppfd * lit * 3600) / 1e6, 9);
});

/** Source: https://www.apogeeinstruments.com/conversion-ppf-to-lux/, which rounds to three digits. */
test.each([
  ["sun", 108_000, 2000],
  ["sodium", 82_000, 1000],
  ["metalHalide", 71_000, 1000],
  ["fluorescent", 74_000, 1000],
] as const)("light of %s: %d lx are %d µmol m⁻² s⁻¹", (source, lux, ppfd) => {
  expect(Math.abs((lux * LIGHT_SOURCES[source]) / ppfd - 1)).toBeLessThan(0.005);
});

test("an unknown light source is none", () => {
  expect(["toString", "moon", 7, undefined].filter(isLightSource)).toEqual([]);
});

/**
 * Lowest, highest, base, degree days.
 * Source: https://sage.nelson.wisc.edu/data-and-models/atlas-of-the-biosphere/mapping-the-biosphere/ecosystems/growing-degree-days/
 */
test.each([
  [15, 21, 10, 8],
  [15, 21, 5, 13],
])("a day from %d to %d °C has, above %d °C, %d degree days", (lowest, highest, base, expected) => {
  expect(degreeDays(upAndDown(lowest, highest), base)).toBeCloseTo(expected, 9);
});

test("hours below the base subtract nothing from warmer ones", () => {
  expect(degreeDays(hoursOf([4, 4, 34, 34]), 10)).toBeCloseTo(48 / 24, 9);
  expect(degreeDays(hoursOf([9, 8]), 10)).toBe(0);
});

test("day and night are divided by the sun, and their difference is the day's minus the night's", () => {
  // In Berlin on this day the sun rises at 2:43 and sets at 19:33 (UTC). In degrees Fahrenheit 70 and 60: +10.
  const means = Array.from({ length: 24 }, (_, hour) => (hour >= 3 && hour < 19 ? 70 : 60));
  means[2] = 60;
  means[19] = 70;
  expect(dayAndNight(hoursOf(means), BERLIN)).toEqual({ day: 70, night: 60, difference: 10 });
});

test("a night without readings has no mean", () => {
  const noon = [{ startMs: MIDNIGHT + 12 * HOUR_MS, mean: 24 }];
  expect(dayAndNight(noon, BERLIN)).toEqual({ day: 24, night: undefined, difference: undefined });
});

test("hours belong to the day of their zone, also where a day has 25", () => {
  const start = Date.UTC(2026, 9, 24, 22);
  const hours = Array.from({ length: 26 }, (_, hour) => ({
    startMs: start + hour * HOUR_MS,
    mean: 1,
  }));
  const days = hoursByDay(hours.toReversed(), "Europe/Berlin");
  expect([...days].map(([date, { length }]) => [date, length])).toEqual([
    ["2026-10-25", 25],
    ["2026-10-26", 1],
  ]);
  expect(days.get("2026-10-25")?.[0]).toEqual({ startMs: start, mean: 1 });
});
