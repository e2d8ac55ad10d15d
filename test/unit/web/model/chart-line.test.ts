import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { linesFor, newestValue, valueUnder } from "../../../../web/src/model/plot/chart-line";
import type { ChartLine } from "../../../../web/src/model/plot/chart-line";
import { gapLimit } from "../../../../web/src/model/values/gaps";

function line(times: readonly number[], limit: number): ChartLine {
  const [style] = linesFor([{ uid: "a", name: "Air", isFormer: false }]);
  const series = {
    times,
    values: times.map((_, index) => 20 + index),
    interval: undefined,
    faults: [],
  };
  return { ...style!, series, gapLimit: limit, isHidden: false, isInRange: true };
}

test("finds no value hours away from the only reading", () => {
  const only = line([20 * HOUR_MS], gapLimit(undefined));
  expect(valueUnder(only, 20 * HOUR_MS + 10 * MINUTE_MS)?.value).toBe(20);
  expect(valueUnder(only, HOUR_MS)).toBeUndefined();
  expect(valueUnder(only, 21 * HOUR_MS)).toBeUndefined();
});

test("finds the nearer of two joined readings", () => {
  const two = line([0, 10 * MINUTE_MS], 10 * MINUTE_MS);
  expect(valueUnder(two, 4 * MINUTE_MS)?.value).toBe(20);
  expect(valueUnder(two, 6 * MINUTE_MS)).toEqual({ value: 21, low: 21, high: 21 });
  expect(valueUnder(two, 16 * MINUTE_MS)).toBeUndefined();
});

test("returns the newest value up to a time at any age, marked as old after a gap", () => {
  const two = line([0, 10 * MINUTE_MS], 30 * MINUTE_MS);
  expect(newestValue(two, 9 * MINUTE_MS)).toEqual({ value: 20, isOld: false });
  expect(newestValue(two, 10 * MINUTE_MS)).toEqual({ value: 21, isOld: false });
  expect(newestValue(two, 5 * HOUR_MS)).toEqual({ value: 21, isOld: true });
  expect(newestValue(line([], HOUR_MS), HOUR_MS)).toBeUndefined();
});

test("finds a column's lowest, mean and highest value; the newest reading is newer", () => {
  const hour = { start: 0, end: HOUR_MS, low: -3.5, value: 18, high: 22, weight: 9 };
  const long = line([], 10 * MINUTE_MS);
  const summed = { ...long, series: { ...long.series, columns: [hour] } };
  expect(valueUnder(summed, HOUR_MS - 1)).toMatchObject({ low: -3.5, value: 18, high: 22 });
  expect(valueUnder(summed, HOUR_MS)).toMatchObject({ value: 18 });
  expect(valueUnder(summed, HOUR_MS + 1)).toBeUndefined();
  expect(newestValue(summed, HOUR_MS)).toEqual({ value: 18, isOld: false });
  expect(newestValue(summed, 3 * HOUR_MS)).toEqual({ value: 18, isOld: true });
  const live = { ...summed, series: { ...summed.series, times: [HOUR_MS / 2], values: [19] } };
  expect(newestValue(live, HOUR_MS)).toEqual({ value: 19, isOld: true });
  const two = {
    ...summed.series,
    columns: [hour, { ...hour, start: HOUR_MS, end: 2 * HOUR_MS, value: 20 }],
  };
  expect(valueUnder({ ...summed, series: two }, HOUR_MS)).toMatchObject({ value: 20 });
});
