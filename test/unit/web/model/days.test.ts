/** The daily figures, the last 24 hours, nights, and the exported file. */

import type { GreenhouseRollup } from "@greenhouse/domain/rollups/rollups";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import { csvFileName, csvRow, csvTexts } from "../../../../web/src/model/days/csv";
import { extremesOf, withLate } from "../../../../web/src/model/days/day";
import type { Hours } from "../../../../web/src/model/days/day";
import { hoursOf } from "../../../../web/src/model/days/folded-hours";
import { dayMeans, dayRows, firstDateOf, wholeDays } from "../../../../web/src/model/days/day-rows";
import { lastNight, nightLow, nightParts } from "../../../../web/src/model/days/last-night";
import type { KnownHistory } from "../../../../web/src/model/history/known-history";
import { nightsIn, solarDay } from "../../../../web/src/model/days/nights";
import { bandsIn, limitsIn } from "../../../../web/src/model/plot/band";
import type { Reading } from "../../../../web/src/model/values/reading";

describe("the exported file", () => {
  const clock = createZonedClock("Europe/Berlin");
  const reading = {
    key: "-K",
    uid: "air",
    at: Date.UTC(2026, 0, 2, 3, 4, 5),
    values: { temperature: 21.5, battery: 88 },
  };

  const START = "Time,Local time,Greenhouse,Sensor,UID";

  test("writes a line per reading and a column per measured quantity, in the table's order", () => {
    const late = { ...reading, at: reading.at - 3_600_000, values: { ph: 6.1, humidity: 60 } };
    const origin = { greenhouse: "North", nameOf: () => "Air", clock };
    const rows = [late, reading].map((row) => [csvRow(row, origin)]);
    expect(csvTexts(rows)).toEqual([
      `\ufeff${START},Temperature (°C),Humidity (%),Battery (%),pH\r\n`,
      "2026-01-02T02:04:05.000Z,2026-01-02T03:04:05.000+01:00,North,Air,air,,60,,6.1\r\n",
      "2026-01-02T03:04:05.000Z,2026-01-02T04:04:05.000+01:00,North,Air,air,21.5,,88,\r\n",
    ]);
  });

  test.each([
    ['the "best"', '"the ""best"""'],
    ["Air;=1+1", "Air;'=1+1"],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ])("escapes the name %p as %p", (name, cell) => {
    const { start } = csvRow(reading, { greenhouse: "North", nameOf: () => name, clock });
    expect(start.split("North,")[1]).toBe(`${cell},air`);
  });

  test("has a name of the greenhouse and the days on the person's clock, without other signs", () => {
    const range = { from: Date.UTC(2026, 0, 1, 23), to: Date.UTC(2026, 0, 3, 22) };
    const name = csvFileName("Nord/Süd: 1", range, clock);
    expect(name).toBe("Nord-Süd-1-2026-01-02-2026-01-03.csv");
  });
});

describe("hours", () => {
  const START = 480_000 * HOUR_MS;

  function reading(uid: string, at: number, temperature: number): Reading {
    return { key: `${uid}-${at}`, uid, at, values: { temperature } };
  }

  const hour = (min: number, max: number) => ({ min, max, median: (min + max) / 2, n: 1 });

  test("folds readings like the jobs do: extremes of all sensors, median of their means", () => {
    const a = [
      reading("a", START, 10),
      reading("a", START + 1, 20),
      reading("a", START + HOUR_MS, 30),
    ];
    const b = [reading("b", START + 5, 40), reading("b", START + 6, -127)];
    expect([...hoursOf([a, b, []], "temperature")]).toEqual([
      [START, { min: 10, max: 40, median: 27.5, n: 2 }],
      [START + HOUR_MS, { min: 30, max: 30, median: 30, n: 1 }],
    ]);
  });

  describe("the low and high of 24 hours", () => {
    const now = START + 3.25 * HOUR_MS;
    const from = now - 24 * HOUR_MS;
    const hours = new Map([
      [START - 22 * HOUR_MS, hour(-20, 90)],
      [START, hour(4, 20)],
      [START + HOUR_MS, hour(4, 25)],
      [START + 3 * HOUR_MS, hour(6, 25)],
    ]);

    test("leave out older values, name the middle of their hours, and prefer the first of equal values", () => {
      expect(extremesOf(hours, undefined, [], now)).toEqual({
        low: { value: 4, at: START + HOUR_MS / 2, isExact: false },
        high: { value: 25, at: START + 1.5 * HOUR_MS, isExact: false },
      });
    });

    test("name the bound of their own time that they are beyond", () => {
      const bands = [
        { from, to: START + HOUR_MS, min: 2 },
        { from: START + HOUR_MS, to: now, min: 12, max: 24 },
      ];
      const { low, high } = extremesOf(hours, undefined, bands, now)!;
      expect(low).not.toHaveProperty("beyond");
      expect(high.beyond).toEqual({ kind: "above", bound: 24 });
      const now3 = extremesOf(hours, { low: 3, high: 20 }, bands, now)!;
      expect(now3.low).toMatchObject({ isExact: true, beyond: { kind: "below", bound: 12 } });
    });
  });

  test("gives the newest value its own time in the low and high of 24 hours", () => {
    const now = START + 20 * MINUTE_MS;
    const measuredAt = START + 8 * MINUTE_MS;
    const current = { low: 21, high: 21, lowAt: measuredAt, highAt: measuredAt };
    const exact = { value: 21, at: measuredAt, isExact: true };
    expect(extremesOf(new Map(), current, [], now)).toEqual({ low: exact, high: exact });
    // The hour that has not ended knows the same value, but not its time.
    const hours = new Map([[START, hour(21, 25)]]);
    expect(extremesOf(hours, current, [], now)?.low).toEqual(exact);
  });

  test("widens a folded hour with late readings, or adds the hour in chronological order", () => {
    const folded = new Map([
      [2 * HOUR_MS, { min: 3.3, max: 9, median: 5, n: 2 }],
      [4 * HOUR_MS, { min: 4, max: 8, median: 6, n: 2 }],
    ]);
    const late = new Map([
      [3 * HOUR_MS, { min: 1, max: 2, median: 1.5, n: 1 }],
      [2 * HOUR_MS, { min: -7.7, max: 4, median: -2, n: 1 }],
    ]);
    expect([...withLate(folded, late)]).toEqual([
      [2 * HOUR_MS, { min: -7.7, max: 9, median: 5, n: 2 }],
      [3 * HOUR_MS, { min: 1, max: 2, median: 1.5, n: 1 }],
      [4 * HOUR_MS, { min: 4, max: 8, median: 6, n: 2 }],
    ]);
  });
});

describe("days", () => {
  /** Midnight in Berlin. */
  const MIDNIGHT = Date.UTC(2026, 5, 20, 22);
  const PLACE = { latitude: 52.5, longitude: 13.4, timeZone: "Europe/Berlin" };
  const OPTIONS = {
    settings: { lightSource: "sun", degreeDayBase: 10 },
    place: PLACE,
    timeZone: "Europe/Berlin",
    firstDate: "2026-06-21",
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

  test("uses measured PPFD for hours that have it, and lux for other hours", () => {
    const [row] = dayRows(
      { ...NONE, light: hoursOf(24, () => 10_000), ppfd: hoursOf(12, () => 500) },
      OPTIONS,
    );
    // Twelve hours of 500 µmol m⁻² s⁻¹, and twelve of 185.
    expect(row?.light?.integral).toBeCloseTo(29.592, 9);
    expect(row?.light?.hours).toBe(24);
  });

  test("tells day from night", () => {
    const warm = hoursOf(24, (hour) => (hour >= 5 && hour < 22 ? 25 : 15));
    const [located] = dayRows({ ...NONE, temperature: warm }, OPTIONS);
    expect(located?.temperature).toMatchObject({ day: 25, night: 15, difference: 10 });
  });

  test("sums degree days from the first day that is shown, not from the first known hour", () => {
    expect(firstDateOf("2026-06-23", 2)).toBe("2026-06-22");
    const warm = hoursOf(72, () => 15);
    const rows = dayRows({ ...NONE, temperature: warm }, { ...OPTIONS, firstDate: "2026-06-22" });
    expect(rows.map(({ date, temperature }) => [date, temperature?.sum])).toEqual([
      ["2026-06-22", 5],
      ["2026-06-23", 10],
    ]);
  });

  test("marks the means of today, and of days with few hours, as not whole", () => {
    const dates = ["2026-06-21", "2026-06-22", "2026-06-23"];
    const means = dayMeans(
      hoursOf(30, () => 1),
      OPTIONS.timeZone,
      dates,
      "2026-06-22",
    );
    expect(means).toEqual([
      { value: 1, hours: 24, isWhole: true },
      { value: 1, hours: 6, isWhole: false },
      undefined,
    ]);
    const [before] = dayMeans(
      hoursOf(19, () => 1),
      OPTIONS.timeZone,
      dates,
      "2026-06-22",
    );
    expect(before?.isWhole).toBe(false);
  });

  test("counts a day of at least 20 hours before today as whole", () => {
    const rows = [19, 20, 24].map((hours, day) => {
      return {
        date: `2026-06-0${day + 1}`,
        temperature: undefined,
        light: { integral: 30, hours },
      };
    });
    const whole = wholeDays(rows, "2026-06-03", ({ light }) => light);
    expect(whole.map(({ hours }) => hours)).toEqual([20]);
  });
});

describe("nights", () => {
  const BERLIN = { latitude: 52.52, longitude: 13.405, timeZone: "Europe/Berlin" };
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

  test.each([-179, 0, 179])(
    "includes one whole night in the solar day at %i° east",
    (longitude) => {
      for (const hour of [0, 12, 23]) {
        const now = Date.parse("2024-12-20T00:00Z") + hour * HOUR_MS;
        const day = solarDay(now, { latitude: 0, longitude });
        expect(now >= day.from && now < day.to).toBe(true);
        const [night, ...others] = nightsIn(day, { latitude: 50, longitude });
        expect(others).toEqual([]);
        expect([night!.from > day.from, night!.to < day.to]).toEqual([true, true]);
      }
    },
  );

  describe("the last night", () => {
    const at = (time: string): number => Date.parse(`2024-12-${time}Z`);

    test.each([
      ["in the morning, the night that has ended", "21T09:00", "20T14:54", true],
      ["in the afternoon, still that night", "21T14:00", "20T14:54", true],
      ["after sunset, the night that is under way", "21T18:00", "21T14:54", false],
    ])("is %s", (_, time, from, isOver) => {
      const night = lastNight(at(time), BERLIN)!;
      expect([clock(night.from), night.isOver]).toEqual([`2024-12-${from}`, isOver]);
    });

    test("is unknown in polar day and polar night, which begin with no sunset", () => {
      const tromso = { latitude: 69.65, longitude: 18.96, timeZone: "Europe/Oslo" };
      expect(lastNight(Date.parse("2024-06-21T22:00Z"), tromso)).toBeUndefined();
      expect(lastNight(at("21T22:00"), tromso)).toBeUndefined();
      const first = lastNight(Date.parse("2024-11-20T22:00Z"), tromso);
      expect(first?.isOver).toBe(false);
    });

    const night = { from: at("20T14:54"), to: at("21T07:15") };
    const [hour, sunset] = [at("21T04:00"), at("20T14:00")];
    const rollup = (min: number) => ({ min, max: 15, median: 12, n: 2 });
    const folded = new Map([
      // Its low may be from before sunset.
      [sunset, rollup(11)],
      [hour, rollup(10.1)],
    ]);
    const history = (
      all: readonly Reading[],
      read: readonly { from: number; to: number }[],
    ): KnownHistory => ({
      readings: new Map([["bay-2", all]]),
      ranges: read.map((part) => ({ ...part, state: "held", step: 0, minLength: 0, budget: 9 })),
      isReading: false,
      liveSince: undefined,
      lossCount: 0,
      folds: {
        isKnown: true,
        coverage: { from: 0, until: at("22T00:00"), version: 1 },
        due: new Set(),
      },
      problem: undefined,
    });
    const known = (history: KnownHistory) => ({ night, folded, history, uids: ["bay-2"] });
    const cold = { key: "-K", uid: "bay-2", at: at("21T04:36"), values: { temperature: 10.1 } };

    test("has the low of its coldest hour, and its time and sensor once this hour is read", () => {
      const unread = known(history([], []));
      expect(nightLow(unread)).toEqual({ value: 10.1, at: hour + HOUR_MS / 2, uid: undefined });
      expect(nightParts(unread)).toEqual([{ from: hour, to: hour + HOUR_MS }]);
      const read = known(history([cold], [{ from: hour, to: hour + HOUR_MS }]));
      expect(nightLow(read)).toEqual({ value: 10.1, at: cold.at, uid: "bay-2" });
    });

    test("reads hours with late readings, and all of a night without rollups", () => {
      const { folds, ...rest } = history([], []);
      const late = known({ ...rest, folds: { ...folds, due: new Set([at("21T06:00")]) } });
      expect(nightParts(late)).toContainEqual({ from: at("21T06:00"), to: at("21T07:00") });
      const frost = { ...cold, at: at("21T06:30"), values: { temperature: -2 } };
      const read = history([frost], [{ from: at("21T06:00"), to: at("21T07:00") }]);
      expect(nightLow(known({ ...read, folds: late.history.folds }))?.value).toBe(-2);
      const none = known({ ...rest, folds: { ...folds, coverage: undefined } });
      expect(nightParts(none)).toEqual([night]);
    });
  });

  describe("the bands of a chart", () => {
    const from = Date.parse("2024-12-20T12:00Z");
    const day = { from, to: from + DAY_MS };
    const bounds = { min: 15, max: 30, nightMin: 10 };

    test.each([
      ["without a place", day, undefined],
      ["in a range of months", { from, to: from + 90 * DAY_MS }, BERLIN],
    ])("%s there is one", (_, range, place) => {
      expect(bandsIn(range, bounds, place)).toEqual([{ ...range, min: 15, max: 30 }]);
    });

    test("accept values that are allowed at night in a range of months, but not in a day", () => {
      const months = { from, to: from + 90 * DAY_MS };
      expect(limitsIn(months, bounds, BERLIN)).toEqual([{ ...months, min: 10, max: 30 }]);
      expect(limitsIn(months, bounds, undefined)).toEqual([{ ...months, min: 15, max: 30 }]);
      expect(limitsIn(day, bounds, BERLIN)).toHaveLength(3);
    });
  });
});
