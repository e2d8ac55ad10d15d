import { HOUR_MS } from "@greenhouse/domain/time";
import type { GreenhouseRollup } from "@greenhouse/domain/rollups/rollups";
import type { Hours } from "../../../../web/src/model/days/day";
import { createFormatter } from "../../../../web/src/model/values/format";
import {
  dayRows,
  measuredHours,
  momentOfDays,
  wholeDays,
} from "../../../../web/src/model/days/day-rows";

/** Midnight in Berlin. */
const MIDNIGHT = Date.UTC(2026, 5, 20, 22);
const PLACE = { latitude: 52.5, longitude: 13.4, timeZone: "Europe/Berlin" };
const OPTIONS = {
  settings: { lightSource: "sun", degreeDayBase: 10 },
  place: PLACE,
  timeZone: "Europe/Berlin",
} as const;
const NOTHING: Hours = new Map();
const NONE = { temperature: NOTHING, light: NOTHING, ppfd: NOTHING };

function hoursOf(count: number, medianAt: (hour: number) => number): Hours {
  return new Map(
    Array.from({ length: count }, (_, hour): [number, GreenhouseRollup] => {
      const median = medianAt(hour);
      return [MIDNIGHT + hour * HOUR_MS, { min: median - 2, max: median + 3, median, n: 4 }];
    }),
  );
}

test("returns two days with extremes, degree days and their sum", () => {
  const [first, second, ...further] = dayRows(
    { ...NONE, temperature: hoursOf(48, (hour) => (hour < 24 ? 18 : 9)) },
    OPTIONS,
  );
  expect(further).toEqual([]);
  expect(first).toMatchObject({ date: "2026-06-21", light: undefined });
  expect(first?.temperature).toMatchObject({ low: 16, high: 21, degreeDays: 8, sum: 8, hours: 24 });
  expect(second?.temperature).toMatchObject({ low: 7, high: 12, degreeDays: 0, sum: 8 });
});

test("counts 72 mol for ten hours of full sun", () => {
  // 108,000 lx are 1,998 µmol m⁻² s⁻¹.
  const [row] = dayRows(
    { ...NONE, light: hoursOf(24, (hour) => (hour >= 8 && hour < 18 ? 108_000 : 0)) },
    OPTIONS,
  );
  expect(row?.light?.integral).toBeCloseTo(71.928, 9);
  expect(row).toMatchObject({ temperature: undefined, light: { hours: 24 } });
});

test("uses measured PPFD for hours that have it, and lux for other hours", () => {
  const [row] = dayRows(
    { ...NONE, light: hoursOf(24, () => 10_000), ppfd: hoursOf(12, () => 500) },
    OPTIONS,
  );
  // Twelve hours of 500 µmol m⁻² s⁻¹, and twelve of 185.
  expect(row?.light?.integral).toBeCloseTo(29.592, 9);
  expect(row?.light?.hours).toBe(24);
});

test("tells day from night only with a location", () => {
  const warm = hoursOf(24, (hour) => (hour >= 5 && hour < 22 ? 25 : 15));
  const [located] = dayRows({ ...NONE, temperature: warm }, OPTIONS);
  expect(located?.temperature).toMatchObject({ day: 25, night: 15, difference: 10 });
  const [anywhere] = dayRows({ ...NONE, temperature: warm }, { ...OPTIONS, place: undefined });
  expect(anywhere?.temperature).toMatchObject({ day: undefined, night: undefined });
});

test("says how many hours of a new day were measured", () => {
  const [row] = dayRows({ ...NONE, temperature: hoursOf(3, () => 34) }, OPTIONS);
  expect(row?.temperature).toMatchObject({ hours: 3, degreeDays: 3, day: undefined, night: 34 });
});

test("treats a day as incomplete if one quantity has only some hours", () => {
  const [whole, partial] = [hoursOf(24, () => 20), hoursOf(5, () => 20)];
  const hoursIn = (temperature: Hours, light: Hours): number[] =>
    dayRows({ ...NONE, temperature, light }, OPTIONS).map(measuredHours);
  expect(hoursIn(partial, whole)).toEqual([5]);
  expect(hoursIn(whole, partial)).toEqual([5]);
  expect(hoursIn(whole, NOTHING)).toEqual([24]);
});

test("returns no days without readings", () => {
  expect(dayRows(NONE, OPTIONS)).toEqual([]);
});

test.each([
  ["Europe/Berlin", "02:00"],
  ["Europe/Vienna", "02:00"],
  ["Asia/Kolkata", "02:00 (Europe/Berlin)"],
])("tells a person in %s that today's figures are until %s", (own, text) => {
  const until = MIDNIGHT + 2 * HOUR_MS;
  const format = createFormatter("en-GB", own);
  expect(momentOfDays(until, until + HOUR_MS, "Europe/Berlin", format)).toBe(text);
});

test("computes means only from whole days before today", () => {
  const [night, whole, today] = [
    { date: "2026-11-20", temperature: undefined, light: { integral: 0, hours: 4 } },
    { date: "2026-11-21", temperature: undefined, light: { integral: 16, hours: 24 } },
    { date: "2026-11-22", temperature: undefined, light: { integral: 9, hours: 22 } },
  ];
  expect(wholeDays([night, whole, today], "2026-11-22", ({ light }) => light)).toEqual([
    { integral: 16, hours: 24 },
  ]);
  expect(wholeDays([night], "2026-11-22", ({ temperature }) => temperature)).toEqual([]);
});
