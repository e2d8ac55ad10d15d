import { HOUR_MS } from "@greenhouse/domain/time";
import { moved, pinched, zoomed } from "../../../../web/src/model/plot/zoom";

const SHOWN = { from: 100 * HOUR_MS, to: 124 * HOUR_MS };
const NOW = 200 * HOUR_MS;

test("zooms in when two fingers part, and keeps their times below them", () => {
  const { from, to } = pinched(SHOWN, [0.25, 0.5], [0.25, 0.75], NOW);
  // The fingers were at 106 and 112 h.
  expect(from + 0.25 * (to - from)).toBeCloseTo(106 * HOUR_MS, -3);
  expect(from + 0.75 * (to - from)).toBeCloseTo(112 * HOUR_MS, -3);
  expect(pinched(SHOWN, [0.5, 0.25], [0.75, 0.25], NOW)).toEqual({ from, to });
});

test("moves the range with two parallel fingers", () => {
  expect(pinched(SHOWN, [0.2, 0.6], [0.45, 0.85], NOW)).toEqual({
    from: 94 * HOUR_MS,
    to: 118 * HOUR_MS,
  });
});

test("never extends into the future", () => {
  expect(moved(SHOWN, 5, NOW)).toEqual({ from: 176 * HOUR_MS, to: NOW });
  expect(zoomed(SHOWN, SHOWN.to, 2, 130 * HOUR_MS)).toEqual({
    from: 76 * HOUR_MS,
    to: 124 * HOUR_MS,
  });
  expect(zoomed(SHOWN, SHOWN.from, 4, 130 * HOUR_MS)).toEqual({
    from: 34 * HOUR_MS,
    to: 130 * HOUR_MS,
  });
});

test("limits a range to five minutes and a year, whatever the fingers do", () => {
  const minutes = { from: 0, to: 6 * 60_000 };
  expect(zoomed(minutes, 0, 0.5, NOW)).toEqual({ from: 0, to: 5 * 60_000 });
  const { from, to } = pinched(SHOWN, [0.1, 0.9], [0.5, 0.5], 1e15);
  expect(to - from).toBe(24 * HOUR_MS * 16);
  const long = zoomed({ from: 0, to: 300 * 24 * HOUR_MS }, 0, 4, 1e15);
  expect(long.to - long.from).toBe(366 * 24 * HOUR_MS);
});
