import { MINUTE_MS } from "@greenhouse/domain/time";
import { foldHour } from "@greenhouse/domain/rollups/folding";
import {
  bucketOf,
  columnsOf,
  cut,
  foldBand,
  foldSeries,
} from "../../../../web/src/model/plot/columns";
import type { Series } from "../../../../web/src/model/plot/series";

const series = (
  times: readonly number[],
  values: readonly number[],
  interval?: number,
): Series => ({
  times,
  values,
  interval,
  faults: [],
});

test("folds readings without rollups like the jobs do", () => {
  const values = [20, -3.5, 21.25];
  const folded = foldSeries(series([110, 120, 190], values), { from: 100, to: 200 }, 100);
  const { temperature } = foldHour(values.map((temperature) => ({ temperature })));
  expect([...folded]).toEqual([[100, temperature]]);
});

test("leaves times outside the part to the rollups", () => {
  const folded = foldSeries(series([99, 100, 199, 200], [1, 2, 3, 4]), { from: 100, to: 200 }, 100);
  expect([...folded]).toEqual([[100, { min: 2, max: 3, sum: 5, n: 2 }]]);
});

test("makes a band from lowest to highest with the median of the means", () => {
  const first = new Map([[0, { min: 1, max: 5, sum: 6, n: 2 }]]);
  const second = new Map([[0, { min: 2, max: 9, sum: 5, n: 1 }]]);
  const third = new Map([[100, { min: 4, max: 4, sum: 4, n: 1 }]]);
  const band = foldBand([third, first, second]);
  expect(columnsOf(band, 100)).toEqual([
    { start: 0, end: 100, low: 1, high: 9, value: 4, weight: 2 },
    { start: 100, end: 200, low: 4, high: 4, value: 4, weight: 1 },
  ]);
});

test("ends columns with their part", () => {
  const all = columnsOf(new Map([[0, { min: 1, max: 1, sum: 1, n: 1 }]]), 100);
  expect(cut(all, { from: 10, to: 60 })).toMatchObject([{ start: 10, end: 60 }]);
  expect(cut(all, { from: 100, to: 200 })).toEqual([]);
});

test("makes columns as long as the slowest sensor needs", () => {
  expect(bucketOf([])).toBe(15 * MINUTE_MS);
  expect(bucketOf([series([], [], 2 * MINUTE_MS), series([], [], 10 * MINUTE_MS)])).toBe(
    15 * MINUTE_MS,
  );
  expect(bucketOf([series([], [], 90 * MINUTE_MS)])).toBe(60 * MINUTE_MS);
});
