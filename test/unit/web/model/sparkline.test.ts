import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { drawSparkline, HEIGHT, WIDTH } from "../../../../web/src/model/plot/sparkline";
import type { DayToDraw } from "../../../../web/src/model/plot/sparkline";

const NOW = 480_024 * HOUR_MS;

const hour = (min: number, median: number, max: number) => ({ min, max, median, n: 2 });
const day = (changes: Partial<DayToDraw>): DayToDraw => ({
  hours: new Map(),
  value: undefined,
  bounds: {},
  bands: [],
  extremes: undefined,
  now: NOW,
  ...changes,
});

test("draws nothing for a day without values", () => {
  expect(drawSparkline(day({ bounds: { min: 1 } }))).toEqual({
    band: undefined,
    area: "",
    line: "",
    marks: "",
    beyond: "",
  });
});

test("draws a line through the medians to the current value, and an area from low to high", () => {
  const hours = new Map([
    [NOW - 2 * HOUR_MS, hour(10, 20, 30)],
    [NOW - HOUR_MS, hour(10, 20, 30)],
  ]);
  const { line, area, marks } = drawSparkline(day({ hours, value: 20 }));
  expect(line).toBe("M225.0 24.0L235.0 24.0L240.0 24.0");
  expect(area).toBe("M225.0 4.0L235.0 4.0L240.0 24.0L240.0 24.0L235.0 44.0L225.0 44.0Z");
  expect(marks).toBe("M240.0 24.0h0");
});

test("draws an hour beyond its bound from the bound to its value", () => {
  const hours = new Map([
    [NOW - 2 * HOUR_MS, hour(-4, 10, 20)],
    [NOW - HOUR_MS, hour(10, 12, 20)],
  ]);
  const bands = [{ from: NOW - DAY_MS, to: NOW, min: 8, max: 20 }];
  expect(drawSparkline(day({ hours, bands })).beyond).toBe("M225.0 24.0L225.0 44.0");
});

test("draws a gap for an hour without readings, and leaves out values older than a day", () => {
  const hours = new Map([
    [NOW - DAY_MS - HOUR_MS, hour(0, 0, 0)],
    [NOW - DAY_MS, hour(10, 20, 30)],
    [NOW - DAY_MS + HOUR_MS, hour(10, 20, 30)],
    [NOW - DAY_MS + 3 * HOUR_MS, hour(10, 20, 30)],
  ]);
  expect(drawSparkline(day({ hours })).line.match(/M/g)).toHaveLength(2);
});

test("marks the low, the high and the newest value", () => {
  const extremes = {
    low: { value: 10, at: NOW - DAY_MS / 2, isNow: false },
    high: { value: 30, at: NOW, isNow: true },
  };
  const hours = new Map([[NOW - DAY_MS / 2 - HOUR_MS / 2, hour(10, 20, 30)]]);
  const { marks } = drawSparkline(day({ hours, extremes, value: 20 }));
  expect(marks).toBe(`M${(WIDTH / 2).toFixed(1)} 44.0h0M240.0 4.0h0M240.0 24.0h0`);
});

test.each([
  ["far beyond the values: all within", { min: -50, max: 90 }, { y: 0, height: HEIGHT }],
  ["near above: the drawing reaches to it", { max: 35 }, { y: 4, height: 44 }],
  ["among the values", { min: 20 }, { y: 0, height: 24 }],
  ["below all values: none is within", { max: 0 }, { y: HEIGHT, height: 0 }],
])("draws a limit %s", (_, bounds, band) => {
  const hours = new Map([[NOW - HOUR_MS, hour(10, 20, 30)]]);
  expect(drawSparkline(day({ hours, bounds })).band).toEqual(band);
});

test("draws a flat line for a flat day", () => {
  const hours = new Map([[NOW - HOUR_MS, hour(20, 20, 20.01)]]);
  expect(drawSparkline(day({ hours, value: 20.01 })).line).toMatch(
    /^M235.0 2[34].\dL240.0 2[34].\d$/,
  );
});
