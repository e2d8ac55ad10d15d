/** The charts: axis, lines, columns, range, and cursor. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import { fc } from "rtdb-emulator/testing/properties";
import { axisRange } from "../../../../web/src/model/plot/axis";
import { linesFor, newestValue, valueUnder } from "../../../../web/src/model/plot/chart-line";
import {
  comparisonSearch,
  namesOfOnly,
  parseComparison,
  yearBefore,
  yearLater,
} from "../../../../web/src/model/plot/comparison";
import { spansOf } from "../../../../web/src/model/plot/chart-spans";
import { excursionsOf, snapTo } from "../../../../web/src/model/plot/excursions";
import { mergeColumns } from "../../../../web/src/model/plot/merging";
import type { Column, Series } from "../../../../web/src/model/plot/series";
import { seriesOf } from "../../../../web/src/model/plot/series";
import { drawSparkline } from "../../../../web/src/model/plot/sparkline";
import { thin } from "../../../../web/src/model/plot/thinning";
import {
  DEFAULT_RANGE,
  endsNow,
  parseRange,
  rangeSearch,
  windowOf,
} from "../../../../web/src/model/plot/time-range";
import { partsOf } from "../../../../web/src/model/plot/table-parts";
import { createFormatter } from "../../../../web/src/model/values/format";
import { moved, pinched, zoomed } from "../../../../web/src/model/plot/zoom";

describe("the axis", () => {
  test.each([
    ["nothing is drawn", null, null, [], [], 0, 1],
    ["limits near the lines are shown", 10, 20, [0], [30], -2.4, 32.4],
    ["distant limits would make an hour flat", 21, 22, [10], [35], 20.45, 22.55],
    ["an exceeded limit is shown at any distance", 50, 51, [], [30], 28.32, 52.68],
    ["a flat line stays flat", 20, 20, [], [], 19.5, 20.5],
  ] as const)("the axis where %s", (_, low, high, mins, maxs, from, to) => {
    const range = axisRange(low, high, { mins, maxs }, "temperature");
    expect(range[0]).toBeCloseTo(from);
    expect(range[1]).toBeCloseTo(to);
  });
});

test("finds the nearer of two joined readings, and nothing in a gap", () => {
  const [style] = linesFor([{ uid: "a", name: "Air", isFormer: false }]);
  const series = { times: [0, 600_000], values: [20, 21], interval: undefined, faults: [] };
  const line = { ...style!, series, gapLimit: 600_000, isHidden: false, isInRange: true };
  expect(valueUnder(line, 240_000)?.value).toBe(20);
  expect(valueUnder(line, 360_000)).toEqual({ value: 21, low: 21, high: 21 });
  expect(valueUnder(line, 960_000)).toBeUndefined();
});

test("shows the newest value of a range that ends now, and the last column of an earlier range", () => {
  const column = { start: 0, end: HOUR_MS, low: 20, high: 21, value: 20.4, weight: 9 };
  const series = { times: [], values: [], interval: undefined, faults: [], columns: [column] };
  const [style] = linesFor([{ uid: "a", name: "Air", isFormer: false }]);
  const line = { ...style!, series, gapLimit: 0, isHidden: false, isInRange: true };
  const newest = { value: 27, isOld: false };
  expect(newestValue({ ...line, newest }, HOUR_MS)).toBe(newest);
  expect(newestValue(line, HOUR_MS)).toEqual({ value: 20.4, isOld: false });
  expect(endsNow({ kind: "fixed", from: 0, to: 5 }, 6)).toBe(false);
  expect(endsNow(DEFAULT_RANGE, 6)).toBe(true);
});

describe("the sources of a range", () => {
  /** In hours since a midnight in UTC. */
  const MIDNIGHT = 20_000 * DAY_MS;
  const at = (hours: number): number => MIDNIGHT + hours * HOUR_MS;

  function spans(
    shown: readonly [number, number],
    folded: readonly [number, number] | undefined,
    due: readonly number[] = [],
  ): readonly string[] {
    const [from, until] = folded ?? [];
    const coverage = folded && { from: at(from!), until: at(until!), fineFrom: at(-5), version: 1 };
    const window = { from: at(shown[0]), to: at(shown[1]) };
    return spansOf(window, { coverage, due: new Set(due.map(at)) }).map(
      ({ source, from, to }) =>
        `${source} ${(from - MIDNIGHT) / HOUR_MS}–${(to - MIDNIGHT) / HOUR_MS}`,
    );
  }

  const DAYS = 24;

  test.each([
    ["without rollups, all is history", [0, 72], undefined, [], ["history 0–72"]],
    [
      "an hour that waits is history",
      [0, 72],
      [-999, 72],
      [5, 6],
      ["hour 0–5", "history 5–7", "hour 7–72"],
    ],
    [
      "a long range is of days, its end of hours and history",
      [0.5, 90 * DAYS + 5.5],
      [-999, 90 * DAYS + 5],
      [],
      [
        `day 0–${90 * DAYS}`,
        `hour ${90 * DAYS}–${90 * DAYS + 5}`,
        `history ${90 * DAYS + 5}–${90 * DAYS + 5.5}`,
      ],
    ],
    [
      "a day is of five minutes as far as they are stored, its end of history",
      [-6.5, 17.5],
      [-999, 17],
      [3],
      ["history -6.5–-5", "fiveMinutes -5–3", "history 3–4", "fiveMinutes 4–17", "history 17–17.5"],
    ],
    ["six hours are history", [0, 6], [-999, 6], [], ["history 0–6"]],
    [
      "a day with an hour that waits is of hours",
      [0, 90 * DAYS],
      [0, 90 * DAYS],
      [30],
      ["day 0–24", "hour 24–30", "history 30–31", "hour 31–48", `day 48–${90 * DAYS}`],
    ],
  ] as const)("%s", (_, shown, folded, due, expected) => {
    expect(spans(shown, folded, due)).toEqual(expected);
  });
});

describe("a comparison", () => {
  const ofYear = { versus: { kind: "year" }, only: undefined } as const;
  const ofHerbs = { versus: { kind: "greenhouse", id: "herbs & co" }, only: undefined } as const;
  const ofSensors = { versus: undefined, only: new Set(["air", "soil, row 3"]) };

  test.each([ofYear, ofHerbs, ofSensors])("is in the address %#", (comparison) => {
    const search = comparisonSearch(comparison, "?range=7d&vs=old&only=c");
    expect(parseComparison(search)).toEqual(comparison);
    expect(parseRange(search)).toEqual({ kind: "recent", preset: "7d" });
    expect(parseComparison(rangeSearch(DEFAULT_RANGE, search))).toEqual(comparison);
    const none = { versus: undefined, only: undefined };
    expect(comparisonSearch(none, search)).toBe("?range=7d");
  });

  test("names sensors that were removed since the link was copied", () => {
    const sensors = [
      { uid: "air", name: "Air" },
      { uid: "door", name: "Door" },
    ];
    const names = (...uids: readonly string[]) => namesOfOnly(new Set(uids), sensors, "gone");
    expect(names("air", "door")).toEqual(["Air", "Door"]);
    expect(names("air", "old", "older")).toEqual(["Air", "gone"]);
    expect(names("old")).toEqual(["gone"]);
  });

  test("moves the values of a year before by whole days", () => {
    const window = yearBefore({ from: 366 * DAY_MS, to: 367 * DAY_MS });
    expect(window).toEqual({ from: DAY_MS, to: 2 * DAY_MS });
    const column = { start: DAY_MS, end: 2 * DAY_MS, low: 1, high: 3, value: 2, weight: 1 };
    const series = { times: [], values: [], interval: undefined, faults: [], columns: [column] };
    const [later] = yearLater(series).columns!;
    expect(later).toEqual({ ...column, start: 366 * DAY_MS, end: 367 * DAY_MS });
  });
});

describe("the rows of a table", () => {
  const berlin = createZonedClock("Europe/Berlin");
  const format = createFormatter("en-GB", "Europe/Berlin");
  const rows = (from: string, to: string): readonly string[] => {
    const [start, now] = [Date.parse(from), Date.parse(to)];
    return partsOf({ from: start, to: now }, berlin).map((part) =>
      format.part(part.from, part.to, now),
    );
  };

  test.each([
    [
      "hours of a day",
      "2026-11-28T12:20Z",
      "2026-11-29T12:20Z",
      25,
      "13:00–14:00",
      "Sat 13:00–14:00",
    ],
    [
      "six hours of a week",
      "2026-11-22T12:20Z",
      "2026-11-29T12:20Z",
      29,
      "12:00–18:00",
      "22 Nov, 12:00–18:00",
    ],
    ["days of a month", "2026-10-30T12:20Z", "2026-11-29T12:20Z", 31, "Sun 29 Nov", "Fri 30 Oct"],
    [
      "weeks of 90 days",
      "2026-08-31T12:20Z",
      "2026-11-29T12:20Z",
      13,
      "23 – 29 Nov",
      "31 Aug – 6 Sept",
    ],
    [
      "months of a year",
      "2025-11-29T12:20Z",
      "2026-11-29T12:20Z",
      13,
      "November 2026",
      "November 2025",
    ],
  ])("are whole %s on the person's clock", (_, from, to, count, first, last) => {
    const all = rows(from, to).map((row) => row.replaceAll(/[\u2009\u202f]/g, " "));
    expect([all.length, all[0], all.at(-1)]).toEqual([count, first, last]);
  });

  test("leave out the hour that a clock skips", () => {
    const names = rows("2026-03-29T00:00Z", "2026-03-29T02:00Z");
    expect(names.slice(-2)).toEqual(["01:05–01:10", "01:00–01:05"]);
    expect(names).toContain("01:55–03:00");
  });
});

describe("the limits in a small chart of a day", () => {
  const hours = new Map([[0, { min: 18, max: 22, median: 20, n: 2 }]]);
  const bandFor = (bounds: { min?: number; max?: number }) =>
    drawSparkline({ hours, value: 20, bounds, bands: [], extremes: undefined, now: HOUR_MS }).band;

  test("have a line at each bound that is close to the values", () => {
    expect(bandFor({ min: 17, max: 90 })?.edges.match(/M/g)).toHaveLength(1);
    expect(bandFor({ min: 17, max: 23 })?.edges.match(/M/g)).toHaveLength(2);
  });

  test("are not drawn if they are far away, because they would look like a background", () => {
    expect(bandFor({ min: -50, max: 90 })).toBeUndefined();
  });
});

describe("excursions", () => {
  const DAY_BAND = { from: 0, to: 100, min: 12, max: 30 };

  test("finds extremes beyond the bounds although the merged value is within", () => {
    const line = { times: [10, 20], values: [20, 20], lows: [19, -4], highs: [21, 35] };
    expect(excursionsOf(line, [DAY_BAND])).toEqual([
      { at: 20, bound: 12, value: -4, neighbours: [{ at: 10, value: 19 }] },
      { at: 20, bound: 30, value: 35, neighbours: [{ at: 10, value: 21 }] },
    ]);
  });

  test("snaps the cursor to the nearest excursion within reach", () => {
    expect(snapTo([100, 200], 104, 5)).toBe(100);
    expect(snapTo([100, 200], 106, 5)).toBe(106);
    expect(snapTo([100, 103], 102, 5)).toBe(103);
    expect(snapTo([], 7, 5)).toBe(7);
  });
});

describe("merged columns", () => {
  const column = (start: number, low: number, value: number, high: number, weight = 1): Column => ({
    start,
    end: start + 10,
    low,
    value,
    high,
    weight,
  });

  test("merges columns into a point with lowest, highest and weighted mean", () => {
    const all = [column(0, 1, 2, 3, 3), column(10, -4, 6, 9, 1), column(20, 5, 5, 5)];
    expect(mergeColumns(all, { from: 0, to: 40, columns: 2 })).toEqual({
      times: [10, 25],
      values: [3, 5],
      lows: [-4, 5],
      highs: [9, 5],
    });
  });
});

test("draws a value slightly outside the possible range at its bound, and separates faults", () => {
  const wet = [100.4, 103, 118.99].map((humidity, at) => {
    return { key: `${at}`, uid: "u", at, values: { humidity } };
  });
  expect(seriesOf(wet, "humidity")).toMatchObject({
    times: [0, 1],
    values: [100, 100],
    faults: [{ at: 2, value: 118.99 }],
  });
});

describe("a thinned line", () => {
  const settings = { from: 0, to: 100, columns: 10, gapLimit: Infinity };

  test("breaks the line at a gap, also within a column", () => {
    const series = { times: [1, 2, 8, 9, 40], values: [1, 2, 3, 4, 5] };
    expect(thin(series, { ...settings, gapLimit: 5 })).toEqual({
      times: [1, 2, 3, 8, 9, 10, 40],
      values: [1, 2, null, 3, 4, null, 5],
    });
  });

  test("never loses a column's lowest or highest value", () => {
    const columns = 10;
    fc.assert(
      fc.property(series(), (original) => {
        const line = thin(original, { ...settings, columns });
        for (let column = 0; column < columns; column += 1) {
          expect(extremes(line, column)).toEqual(extremes(original, column));
        }
        expect(line.times.length).toBeLessThanOrEqual(4 * columns + 2);
      }),
    );
  });

  function series(): fc.Arbitrary<Pick<Series, "times" | "values">> {
    return fc
      .uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 100 })
      .chain((times) =>
        fc
          .array(fc.integer(), { minLength: times.length, maxLength: times.length })
          .map((values) => ({ times: times.sort((a, b) => a - b), values })),
      );
  }

  function extremes(
    line: { readonly times: readonly number[]; readonly values: readonly (number | null)[] },
    column: number,
  ): readonly number[] {
    const values = line.values.filter(
      (value, place) => value !== null && Math.floor(line.times[place]! / 10) === column,
    ) as number[];
    return [Math.min(...values), Math.max(...values)];
  }
});

describe("the range", () => {
  const fixed = { kind: "fixed", from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2) } as const;

  test.each([
    ["", DEFAULT_RANGE],
    ["?range=7d", { kind: "recent", preset: "7d" }],
    ["?from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z", fixed],
  ] as const)("parses and writes %p", (search, range) => {
    expect(parseRange(search)).toEqual(range);
    expect(rangeSearch(range)).toBe(search);
  });

  test.each([
    "?from=2026-01-02&to=2026-01-01",
    "?from=2026-01-01&to=2026-01-01T00:00:05Z",
    "?at=1e99",
  ])("uses the last 24 hours for %p", (search) => {
    expect(parseRange(search)).toEqual(DEFAULT_RANGE);
  });

  test("never extends into the future", () => {
    const { from } = fixed;
    expect(windowOf(fixed, from + 3_600_000)).toEqual({ from, to: from + 3_600_000 });
  });
});

describe("zoom", () => {
  const SHOWN = { from: 100 * HOUR_MS, to: 124 * HOUR_MS };
  const NOW = 200 * HOUR_MS;

  test("zooms in when two fingers part, and keeps their times below them", () => {
    const { from, to } = pinched(SHOWN, [0.25, 0.5], [0.25, 0.75], NOW);
    // The fingers were at 106 and 112 h.
    expect(from + 0.25 * (to - from)).toBeCloseTo(106 * HOUR_MS, -3);
    expect(from + 0.75 * (to - from)).toBeCloseTo(112 * HOUR_MS, -3);
    expect(pinched(SHOWN, [0.5, 0.25], [0.75, 0.25], NOW)).toEqual({ from, to });
  });

  test("never extends into the future", () => {
    expect(moved(SHOWN, 5, NOW)).toEqual({ from: 176 * HOUR_MS, to: NOW });
    expect(zoomed(SHOWN, SHOWN.from, 4, 130 * HOUR_MS)).toEqual({
      from: 34 * HOUR_MS,
      to: 130 * HOUR_MS,
    });
  });
});
