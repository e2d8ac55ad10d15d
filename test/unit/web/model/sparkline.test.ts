import { usualInterval } from "../../../../web/src/model/gaps";
import type { Series } from "../../../../web/src/model/series";
import { drawSparkline } from "../../../../web/src/model/sparkline";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NONE = { lines: [], dots: "", outliers: "", beyond: [] };

const series = (times: readonly number[], values: readonly number[]): Series => ({
  ...{ times, values },
  interval: usualInterval(times),
});

/** A reading an hour, the last one now. */
const hourly = (values: readonly number[]): Series =>
  series(
    values.map((_, index) => DAY - (values.length - 1 - index) * HOUR),
    values,
  );

test("nothing is drawn of nothing", () => {
  expect(drawSparkline([hourly([])], DAY)).toEqual(NONE);
});

test("a single reading is a dot", () => {
  expect(drawSparkline([hourly([21.5])], DAY)).toEqual({ ...NONE, dots: "M120.0 16.0h0" });
});

test("readings that follow each other are a line of the whole height", () => {
  expect(drawSparkline([hourly([20, 24, 22])], DAY)).toEqual({
    ...NONE,
    lines: ["M110.0 30.0L115.0 2.0L120.0 16.0"],
  });
});

test("a line breaks where nothing was read, and what stands alone there is a dot", () => {
  const times = [0, HOUR, 8 * HOUR, 16 * HOUR, 17 * HOUR, 18 * HOUR, 19 * HOUR];
  const { lines, dots } = drawSparkline([series(times, [20, 22, 24, 22, 20, 22, 24])], DAY);
  expect(lines).toEqual(["M0.0 30.0L5.0 16.0M80.0 16.0L85.0 30.0L90.0 16.0L95.0 2.0"]);
  expect(dots).toBe("M40.0 2.0h0");
});

test("an outlier is a dot at its edge: no line leads there, and the others keep the height", () => {
  const usual = Array.from({ length: 20 }, (_, place) => 20 + (place % 2) * 4);
  const steps = usual.map((value, place) => `${20 + 5 * place}.0 ${value === 20 ? 30 : 2}.0`);
  expect(drawSparkline([hourly([...usual, 45])], DAY)).toEqual({
    lines: [`M${steps.join("L")}`],
    dots: "",
    outliers: "M120.0 2.0h0",
    beyond: [45],
  });
  const dipped = drawSparkline([hourly([...usual.slice(0, 9), -127, ...usual.slice(9)])], DAY);
  expect(dipped.outliers).toBe("M65.0 30.0h0");
  expect(dipped.lines[0]?.match(/M/g)).toHaveLength(2);
});
