import { compare, percentile, summarize } from "../../../bench/statistics";

test("the median and the range", () => {
  expect(summarize([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3 });
  expect(summarize([7])).toEqual({ median: 7, low: 7, high: 7 });
});

test("a ratio is taken round by round", () => {
  expect(compare([2, 40, 6], [1, 10, 1])).toEqual({ median: 4, low: 2, high: 6 });
});

test.each([
  [0, 1],
  [50, 2],
  [75, 3],
  [76, 4],
  [99, 4],
  [100, 4],
])("percentile %i of four", (percent, value) => {
  expect(percentile([1, 2, 3, 4], percent)).toBe(value);
});

test("nothing has no percentile", () => {
  expect(() => percentile([], 50)).toThrow(RangeError);
});
