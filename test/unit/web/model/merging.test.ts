import { mergeColumns } from "../../../../web/src/model/plot/merging";
import type { Column } from "../../../../web/src/model/plot/series";
import { fc } from "rtdb-emulator/testing/properties";

const column = (start: number, low: number, value: number, high: number, weight = 1): Column => ({
  start,
  end: start + 10,
  low,
  value,
  high,
  weight,
});

test("draws each column as a point in its middle if there is space", () => {
  const all = [column(0, 1, 2, 3), column(10, 2, 3, 9)];
  expect(mergeColumns(all, { from: 0, to: 20, columns: 20 })).toEqual({
    times: [5, 15],
    values: [2, 3],
    lows: [1, 2],
    highs: [3, 9],
  });
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

test("makes a gap for an hour without readings", () => {
  const all = [column(0, 1, 1, 1), column(10, 2, 2, 2), column(20, 3, 3, 3), column(50, 4, 4, 4)];
  expect(mergeColumns(all, { from: 0, to: 100, columns: 100 }).values).toEqual([1, 2, 3, null, 4]);
});

test("makes no gap for a sensor that sends in every second hour", () => {
  const all = [0, 20, 40, 60].map((start) => column(start, 1, 1, 1));
  expect(mergeColumns(all, { from: 0, to: 100, columns: 100 }).values).toEqual([1, 1, 1, 1]);
});

test("joins days and today's hours in one line", () => {
  const days = [0, 240, 480].map((start) => ({ ...column(start, 1, 2, 3), end: start + 240 }));
  const all = [...days, column(720, 1, 2, 3), column(730, 1, 2, 3)];
  const { values } = mergeColumns(all, { from: 0, to: 740, columns: 740 });
  expect(values).toEqual([2, 2, 2, 2, 2]);
});

test("never loses the lowest or highest value", () => {
  const values = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 20 }), (means, columns) => {
      const all = means.map((value, index) => column(index * 10, value - 1, value, value + 2));
      const merged = mergeColumns(all, { from: 0, to: all.length * 10, columns });
      expect(Math.min(...merged.lows!.map(Number))).toBe(Math.min(...means) - 1);
      expect(Math.max(...merged.highs!.map(Number))).toBe(Math.max(...means) + 2);
      expect(merged.values.length).toBeLessThanOrEqual(columns + 1);
    }),
  );
});
