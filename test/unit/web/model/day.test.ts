import { HOUR_MS } from "@greenhouse/domain/time";
import { extremesOf, hoursOf, withLate } from "../../../../web/src/model/days/day";
import type { Reading } from "../../../../web/src/model/values/reading";

const START = 480_000 * HOUR_MS;

function reading(uid: string, at: number, temperature: number): Reading {
  return { key: `${uid}-${at}`, uid, at, values: { temperature } };
}

const hour = (
  min: number,
  max: number,
): { min: number; max: number; median: number; n: number } => ({
  min,
  max,
  median: (min + max) / 2,
  n: 1,
});

test("folds readings like the jobs do: extremes of all sensors, median of their means", () => {
  const a = [
    reading("a", START, 10),
    reading("a", START + 1, 20),
    reading("a", START + HOUR_MS, 30),
  ];
  const b = [reading("b", START + 5, 40), reading("b", START + 6, -127)];
  expect([...hoursOf([a, b, []], "temperature")]).toEqual([
    [START, { min: 10, max: 40, median: 27.5, n: 2 }],
    [START + HOUR_MS, { min: 30, max: 30, median: 30, n: 1 }],
  ]);
  expect(hoursOf([a], "humidity").size).toBe(0);
});

describe("the low and high of 24 hours", () => {
  const now = START + 3.25 * HOUR_MS;
  const from = now - 24 * HOUR_MS;
  const hours = new Map([
    [START - 22 * HOUR_MS, hour(-20, 90)],
    [START, hour(4, 20)],
    [START + HOUR_MS, hour(4, 25)],
    [START + 3 * HOUR_MS, hour(6, 19)],
  ]);

  test("leave out older values, name the middle of their hours, and prefer the first of equal values", () => {
    expect(extremesOf(hours, undefined, [], now)).toEqual({
      low: { value: 4, at: START + HOUR_MS / 2, isNow: false },
      high: { value: 25, at: START + 1.5 * HOUR_MS, isNow: false },
    });
  });

  test("include last evening after midnight", () => {
    const evening = new Map([
      [START - 2 * HOUR_MS, hour(-4.4, 20)],
      [START, hour(4, 20)],
    ]);
    const { low } = extremesOf(evening, undefined, [], START + HOUR_MS)!;
    expect(low).toEqual({ value: -4.4, at: START - 1.5 * HOUR_MS, isNow: false });
  });

  test("name the bound of their own time that they are beyond", () => {
    const bands = [
      { from, to: START + HOUR_MS, min: 2 },
      { from: START + HOUR_MS, to: now, min: 12, max: 24 },
    ];
    const { low, high } = extremesOf(hours, undefined, bands, now)!;
    expect(low).not.toHaveProperty("beyond");
    expect(high.beyond).toEqual({ kind: "above", bound: 24 });
    const now3 = extremesOf(hours, { low: 3, high: 20 }, bands, now)!;
    expect(now3.low).toMatchObject({ isNow: true, beyond: { kind: "below", bound: 12 } });
  });

  test("may be the current values", () => {
    expect(extremesOf(hours, { low: 3, high: 26 }, [], now)).toEqual({
      low: { value: 3, at: now, isNow: true },
      high: { value: 26, at: now, isNow: true },
    });
  });

  test("of an unfinished hour are not in the future, and name its start", () => {
    const since = START + 3 * HOUR_MS;
    const last = new Map([[since, hour(6, 19)]]);
    const { low } = extremesOf(last, undefined, [], now)!;
    expect(low).toEqual({ value: 6, at: now, isNow: false, since });
  });

  test("are undefined without values", () => {
    expect(extremesOf(new Map(), undefined, [], now)).toBeUndefined();
  });
});

test("widens a folded hour with late readings, or adds the hour in chronological order", () => {
  const folded = new Map([
    [2 * HOUR_MS, { min: 3.3, max: 9, median: 5, n: 2 }],
    [4 * HOUR_MS, { min: 4, max: 8, median: 6, n: 2 }],
  ]);
  const late = new Map([
    [3 * HOUR_MS, { min: 1, max: 2, median: 1.5, n: 1 }],
    [2 * HOUR_MS, { min: -7.7, max: 4, median: -2, n: 1 }],
  ]);
  expect([...withLate(folded, late)]).toEqual([
    [2 * HOUR_MS, { min: -7.7, max: 9, median: 5, n: 2 }],
    [3 * HOUR_MS, { min: 1, max: 2, median: 1.5, n: 1 }],
    [4 * HOUR_MS, { min: 4, max: 8, median: 6, n: 2 }],
  ]);
});
