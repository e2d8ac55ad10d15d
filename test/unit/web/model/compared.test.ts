import { beforeOf, distanceOf, earlier, plainLine } from "../../../../web/src/model/compared";

const HOUR = 3_600_000;

test.each([
  [HOUR, "day"],
  [24 * HOUR, "day"],
  [25 * HOUR, "week"],
  [7 * 24 * HOUR, "week"],
  [30 * 24 * HOUR, "month"],
] as const)("before %d ms lies a %s", (length, before) => {
  expect(beforeOf({ from: 0, to: length })).toBe(before);
});

test("distances are whole days and weeks", () => {
  expect([distanceOf("day"), distanceOf("week"), distanceOf("month")]).toEqual(
    [1, 7, 28].map((days) => days * 24 * HOUR),
  );
  expect(earlier({ from: 30 * HOUR, to: 40 * HOUR }, 24 * HOUR)).toEqual({
    from: 6 * HOUR,
    to: 16 * HOUR,
  });
});

test("readings of the day before lie below those of today, without faults", () => {
  const times = [0, 1, 2, 3].map((step) => step * 10 * 60_000);
  const series = {
    times,
    values: [1, 2, 3, 4],
    interval: 600_000,
    faults: [{ at: 5, value: -127 }],
  };
  expect(plainLine(series, 24 * HOUR)).toEqual({
    series: { ...series, times: times.map((time) => time + 24 * HOUR), faults: [] },
    gapLimit: 1_800_000,
  });
});

test("columns become the line of their means", () => {
  const column = (start: number, value: number) => ({
    ...{ start, end: start + HOUR, value, low: value - 1, high: value + 1, weight: 3 },
  });
  const columns = [column(0, 5), column(HOUR, 6), column(2 * HOUR, 7)];
  const { series, gapLimit } = plainLine({
    times: [1],
    values: [9],
    interval: 1,
    faults: [],
    columns,
  });
  expect(series).toEqual({
    times: [0.5, 1.5, 2.5].map((hours) => hours * HOUR),
    values: [5, 6, 7],
    interval: HOUR,
    faults: [],
  });
  expect(gapLimit).toBe(3 * HOUR);
});
