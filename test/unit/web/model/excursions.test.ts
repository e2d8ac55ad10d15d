import { excursionsOf, snapTo } from "../../../../web/src/model/plot/excursions";

const DAY_BAND = { from: 0, to: 100, min: 12, max: 30 };

test("finds a reading beyond a bound with its neighbours", () => {
  const line = { times: [10, 20, 30], values: [20, 8, 21] };
  expect(excursionsOf(line, [DAY_BAND])).toEqual([
    {
      at: 20,
      bound: 12,
      value: 8,
      neighbours: [
        { at: 10, value: 20 },
        { at: 30, value: 21 },
      ],
    },
  ]);
});

test("finds extremes beyond the bounds although the merged value is within", () => {
  const line = { times: [10, 20], values: [20, 20], lows: [19, -4], highs: [21, 35] };
  expect(excursionsOf(line, [DAY_BAND])).toEqual([
    { at: 20, bound: 12, value: -4, neighbours: [{ at: 10, value: 19 }] },
    { at: 20, bound: 30, value: 35, neighbours: [{ at: 10, value: 21 }] },
  ]);
});

test("does not join an excursion across a gap", () => {
  const line = { times: [10, 20, 30], values: [20, null, 40] };
  expect(excursionsOf(line, [DAY_BAND])).toEqual([
    { at: 30, bound: 30, value: 40, neighbours: [] },
  ]);
});

test("uses the bounds of the night at night", () => {
  const bands = [
    { from: 0, to: 50, min: 12 },
    { from: 50, to: 100, min: 6 },
  ];
  const line = { times: [40, 50, 60], values: [8, 8, 5] };
  expect(excursionsOf(line, bands).map(({ at }) => at)).toEqual([40, 60]);
});

test("finds none without bounds, nor for a value equal to its bound", () => {
  const line = { times: [10, 20], values: [12, 30] };
  expect(excursionsOf(line, [])).toEqual([]);
  expect(excursionsOf(line, [DAY_BAND])).toEqual([]);
});

test("snaps the cursor to the nearest excursion within reach", () => {
  expect(snapTo([100, 200], 104, 5)).toBe(100);
  expect(snapTo([100, 200], 106, 5)).toBe(106);
  expect(snapTo([100, 103], 102, 5)).toBe(103);
  expect(snapTo([], 7, 5)).toBe(7);
});
