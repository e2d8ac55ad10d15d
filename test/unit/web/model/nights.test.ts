import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { nightsIn, solarDay } from "../../../../web/src/model/days/nights";
import { bandsIn, edgesOf, limitsIn } from "../../../../web/src/model/plot/band";

const BERLIN = { latitude: 52.52, longitude: 13.405, timeZone: "Europe/Berlin" };
const TROMSO = { latitude: 69.65, longitude: 18.96 };
/** To the nearest minute. */
const clock = (at: number): string => new Date(at + 30_000).toISOString().slice(0, 16);

test("returns the nights of two days, cut at the ends of the range", () => {
  const from = Date.parse("2024-12-20T00:00Z");
  const nights = nightsIn({ from, to: from + 2 * DAY_MS }, BERLIN);
  expect(nights.map((night) => [clock(night.from), clock(night.to)])).toEqual([
    ["2024-12-20T00:00", "2024-12-20T07:15"],
    ["2024-12-20T14:54", "2024-12-21T07:15"],
    ["2024-12-21T14:54", "2024-12-22T00:00"],
  ]);
});

test("returns no night if the sun does not set, and one if it does not rise", () => {
  const summer = Date.parse("2024-06-20T00:00Z");
  expect(nightsIn({ from: summer, to: summer + 3 * DAY_MS }, TROMSO)).toEqual([]);
  const winter = { from: summer + 183 * DAY_MS, to: summer + 186 * DAY_MS };
  expect(nightsIn(winter, TROMSO)).toEqual([winter]);
});

test.each([0, 6, 12, 18, 23])(
  "includes the whole next night in the solar day at %i o'clock UTC",
  (hour) => {
    const now = Date.parse("2024-12-20T00:00Z") + hour * HOUR_MS;
    for (const longitude of [-179, -75, 0, 13, 179]) {
      const day = solarDay(now, { latitude: 0, longitude });
      expect(day.to - day.from).toBe(DAY_MS);
      expect(now >= day.from && now < day.to).toBe(true);
      const [night, ...others] = nightsIn(day, { latitude: 50, longitude });
      expect(others).toEqual([]);
      expect(night!.from).toBeGreaterThan(day.from);
      expect(night!.to).toBeLessThan(day.to);
    }
  },
);

describe("the bands of a chart", () => {
  const from = Date.parse("2024-12-20T12:00Z");
  const day = { from, to: from + DAY_MS };
  const bounds = { min: 15, max: 30, nightMin: 10 };

  test("change at sunset and sunrise", () => {
    const bands = bandsIn(day, bounds, BERLIN);
    expect(bands.map(({ min, max }) => [min, max])).toEqual([
      [15, 30],
      [10, 30],
      [15, 30],
    ]);
    expect(bands.map((band) => clock(band.to))).toEqual([
      "2024-12-20T14:54",
      "2024-12-21T07:15",
      clock(day.to),
    ]);
  });

  test.each([
    ["without a place", day, bounds, undefined],
    ["without bounds of the night", day, { min: 15, max: 30 }, BERLIN],
    ["in a range of months", { from, to: from + 90 * DAY_MS }, bounds, BERLIN],
  ])("%s there is one", (_, range, limits, place) => {
    expect(bandsIn(range, limits, place)).toEqual([{ ...range, min: 15, max: 30 }]);
  });

  test("include every bound that applies at some time in the axis", () => {
    expect(edgesOf(bounds, BERLIN)).toEqual({ mins: [15, 10], maxs: [30] });
    expect(edgesOf(bounds, undefined)).toEqual({ mins: [15], maxs: [30] });
    expect(edgesOf(undefined, BERLIN)).toEqual({ mins: [], maxs: [] });
  });

  test("accept values that are allowed at night in a range of months, but not in a day", () => {
    const months = { from, to: from + 90 * DAY_MS };
    expect(limitsIn(months, bounds, BERLIN)).toEqual([{ ...months, min: 10, max: 30 }]);
    expect(limitsIn(months, bounds, undefined)).toEqual([{ ...months, min: 15, max: 30 }]);
    expect(limitsIn(day, bounds, BERLIN)).toEqual(bandsIn(day, bounds, BERLIN));
  });

  test("are empty without limits", () => {
    expect(bandsIn(day, undefined, BERLIN)).toEqual([]);
    expect(limitsIn({ from, to: from + 90 * DAY_MS }, undefined, BERLIN)).toEqual([
      { from, to: from + 90 * DAY_MS },
    ]);
  });
});
