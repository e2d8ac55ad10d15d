/** Sun, time zones and daily figures. */

import {
  dailyLight,
  dayAndNight,
  degreeDays,
  hoursByDay,
  LIGHT_SOURCES,
} from "@greenhouse/domain/rollups/daily";
import type { HourMean } from "@greenhouse/domain/rollups/daily";
import { isNight } from "@greenhouse/domain/sun";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { createZonedClock } from "@greenhouse/domain/zoned-time";

describe("night", () => {
  const GREENWICH = [51.4779, -0.0015] as const;
  const BERLIN = [52.52, 13.405] as const;
  const SYDNEY = [-33.8688, 151.2093] as const;
  const QUITO = [-0.1807, -78.4678] as const;
  const REYKJAVIK = [64.1466, -21.9426] as const;
  const TROMSO = [69.6492, 18.9553] as const;
  const MCMURDO = [-77.8463, 166.6682] as const;

  const isNightAt = (at: number, [latitude, longitude]: readonly [number, number]): boolean =>
    isNight(at, { latitude, longitude });

  /**
   * In UTC.
   * Source: astronomy-engine 2.1.19, by whose definition, as by USNO's, the sun's upper edge is at the horizon.
   */
  test.each([
    ["Greenwich", GREENWICH, "2024-06-21", "03:43", "20:21"],
    ["Berlin", BERLIN, "2026-11-22", "06:40", "15:04"],
    ["Sydney", SYDNEY, "2024-06-21", "21:00", "06:54"],
    ["Quito", QUITO, "2024-03-20", "11:18", "23:24"],
    ["Reykjavik", REYKJAVIK, "2024-06-21", "02:55", "00:04"],
    ["McMurdo Station", MCMURDO, "2024-09-22", "18:28", "07:00"],
  ])("in %s, %p on %s, the sun rises at %s and sets at %s, within two minutes", (...row) => {
    const [, place, day, sunrise, sunset] = row;
    const [rises, sets] = [sunrise, sunset].map((time) => Date.parse(`${day}T${time}Z`));
    expect(isNightAt(rises! - 2 * MINUTE_MS, place)).toBe(true);
    expect(isNightAt(rises! + 2 * MINUTE_MS, place)).toBe(false);
    expect(isNightAt(sets! - 2 * MINUTE_MS, place)).toBe(false);
    expect(isNightAt(sets! + 2 * MINUTE_MS, place)).toBe(true);
  });

  test.each([
    ["Tromso", TROMSO, "2024-11-29", true],
    ["McMurdo Station", MCMURDO, "2024-12-21", false],
  ])("in %s, %p on %s, it is night at no hour or at every: %p", (_, place, day, expected) => {
    const hours = Array.from({ length: 24 }, (__, hour) => Date.parse(day) + hour * HOUR_MS);
    expect(new Set(hours.map((at) => isNightAt(at, place)))).toEqual(new Set([expected]));
  });
});

describe("times in a zone", () => {
  const WINTER = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
  const SUMMER = Date.UTC(2026, 6, 2, 22, 30);

  test.each([
    ["Europe/Berlin", "2026-01-02T04:04:05.006+01:00", "2026-07-03T00:30"],
    ["America/St_Johns", "2026-01-01T23:34:05.006-03:30", "2026-07-02T20:00"],
  ])("in %s", (zone, iso, wall) => {
    const clock = createZonedClock(zone);
    expect([clock.iso(WINTER), clock.wall(SUMMER)]).toEqual([iso, wall]);
    expect(clock.parseWall(wall)).toBe(SUMMER);
    expect(Date.parse(clock.iso(SUMMER))).toBe(SUMMER);
  });

  test("an hour that the clock leaves out is moved, one that comes twice is one of both", () => {
    const clock = createZonedClock("Europe/Berlin");
    expect(new Date(clock.parseWall("2026-03-29T02:30")).toISOString()).toMatch(
      /^2026-03-29T0[01]:30/,
    );
    expect(clock.wall(clock.parseWall("2026-10-25T02:30"))).toBe("2026-10-25T02:30");
    expect(clock.parseWall("soon")).toBeNaN();
  });

  test.each([
    ["Europe/Berlin", "2026-03-29T01:00Z"],
    ["Europe/Berlin", "2026-10-25T01:00Z"],
    ["Australia/Lord_Howe", "2026-10-03T15:30Z"],
    ["America/Santiago", "2026-09-06T04:00Z"],
  ])("in %s, every time around the change of %s is on the clock as it is read", (zone, change) => {
    const clock = createZonedClock(zone);
    for (let hours = -36; hours <= 36; hours += 0.25) {
      const wall = clock.wall(Date.parse(change) + hours * 3_600_000);
      expect(clock.wall(clock.parseWall(wall))).toBe(wall);
      // The nearer instant is returned.
      const at = Date.parse(change) + hours * 3_600_000;
      for (const near of [at - 60_000, at, at + 60_000]) {
        expect(clock.parseWall(wall, near)).toBe(at);
      }
    }
  });
});

describe("daily figures", () => {
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

  /**
   * PPFD in µmol m⁻² s⁻¹, hours of light, mol m⁻² d⁻¹.
   * Sources: https://en.wikipedia.org/wiki/Daily_light_integral, http://support.specmeters.com/kb/questions/102/,
   * https://www.calculatorultra.com/en/tool/daily-light-integral-calculator.html
   */
  test.each([[1500, 9, 48.6]])(
    "%d µmol m⁻² s⁻¹ for %d hours are %d mol in a day",
    (ppfd, lit, mol) => {
      const dark = Array.from({ length: 24 - lit }, () => 0);
      const light = Array.from({ length: lit }, () => ppfd);
      const found = dailyLight(hoursOf([...dark, ...light]));
      expect(Math.abs(found / mol - 1)).toBeLessThan(0.03);
      expect(found).toBeCloseTo((ppfd * lit * 3600) / 1e6, 9);
    },
  );

  /** Source: https://www.apogeeinstruments.com/conversion-ppf-to-lux/, which rounds to three digits. */
  test.each([
    ["sun", 108_000, 2000],
    ["sodium", 82_000, 1000],
  ] as const)("light of %s: %d lx are %d µmol m⁻² s⁻¹", (source, lux, ppfd) => {
    expect(Math.abs((lux * LIGHT_SOURCES[source]) / ppfd - 1)).toBeLessThan(0.005);
  });

  /**
   * Lowest, highest, base, degree days.
   * Source: https://sage.nelson.wisc.edu/data-and-models/atlas-of-the-biosphere/mapping-the-biosphere/ecosystems/growing-degree-days/
   */
  test.each([[15, 21, 10, 8]])(
    "a day from %d to %d °C has, above %d °C, %d degree days",
    (lowest, highest, base, expected) => {
      expect(degreeDays(upAndDown(lowest, highest), base)).toBeCloseTo(expected, 9);
    },
  );

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
});
