import { linesFor, newestValue, valueUnder } from "../../../../web/src/model/plot/chart-line";
import type { ChartLine } from "../../../../web/src/model/plot/chart-line";
import { gapLimit } from "../../../../web/src/model/values/gaps";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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

test("the cursor finds nothing hours away from the only reading", () => {
  const only = line([20 * HOUR], gapLimit(undefined));
  expect(valueUnder(only, 20 * HOUR + 10 * MINUTE)?.value).toBe(20);
  expect(valueUnder(only, HOUR)).toBeUndefined();
  expect(valueUnder(only, 21 * HOUR)).toBeUndefined();
});

test("between two readings that are joined, it finds the nearer one", () => {
  const two = line([0, 10 * MINUTE], 10 * MINUTE);
  expect(valueUnder(two, 4 * MINUTE)?.value).toBe(20);
  expect(valueUnder(two, 6 * MINUTE)).toEqual({ value: 21, low: 21, high: 21 });
  expect(valueUnder(two, 16 * MINUTE)).toBeUndefined();
});

test("the newest value up to a time is shown at any age, and is old after a gap", () => {
  const two = line([0, 10 * MINUTE], 30 * MINUTE);
  expect(newestValue(two, 9 * MINUTE)).toEqual({ value: 20, isOld: false });
  expect(newestValue(two, 10 * MINUTE)).toEqual({ value: 21, isOld: false });
  expect(newestValue(two, 5 * HOUR)).toEqual({ value: 21, isOld: true });
  expect(newestValue(line([], HOUR), HOUR)).toBeUndefined();
});

test("of a column the cursor finds its lowest, mean and highest; the newest reading is newer than it", () => {
  const hour = { start: 0, end: HOUR, low: -3.5, value: 18, high: 22, weight: 9 };
  const long = line([], 10 * MINUTE);
  const summed = { ...long, series: { ...long.series, columns: [hour] } };
  expect(valueUnder(summed, HOUR - 1)).toMatchObject({ low: -3.5, value: 18, high: 22 });
  expect(valueUnder(summed, HOUR)).toMatchObject({ value: 18 });
  expect(valueUnder(summed, HOUR + 1)).toBeUndefined();
  expect(newestValue(summed, HOUR)).toEqual({ value: 18, isOld: false });
  expect(newestValue(summed, 3 * HOUR)).toEqual({ value: 18, isOld: true });
  const live = { ...summed, series: { ...summed.series, times: [HOUR / 2], values: [19] } };
  expect(newestValue(live, HOUR)).toEqual({ value: 19, isOld: true });
  const two = {
    ...summed.series,
    columns: [hour, { ...hour, start: HOUR, end: 2 * HOUR, value: 20 }],
  };
  expect(valueUnder({ ...summed, series: two }, HOUR)).toMatchObject({ value: 20 });
});
