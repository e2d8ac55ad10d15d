import { usualInterval } from "../../../../web/src/model/gaps";
import type { Series } from "../../../../web/src/model/series";
import { drawSparkline } from "../../../../web/src/model/sparkline";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NONE = { lines: [], dots: "", faults: "" };

const series = (times: readonly number[], values: readonly number[]): Series => ({
  ...{ times, values },
  interval: usualInterval(times),
  faults: [],
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

test("a fault is a mark at the lower edge: no line leads there, and the others keep the height", () => {
  const faults = [-127, 85, -127].map((value, index) => ({ at: 6 * HOUR + index, value }));
  const line = { ...hourly([20, 24, 22]), faults };
  expect(drawSparkline([line], DAY)).toEqual({
    lines: ["M110.0 30.0L115.0 2.0L120.0 16.0"],
    dots: "",
    faults: "M30 30h0",
  });
  expect(drawSparkline([line], 3 * DAY).faults).toBe("");
});
