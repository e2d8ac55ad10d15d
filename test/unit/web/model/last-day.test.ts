import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { dayHours, dayOfReadings } from "../../../../web/src/model/days/last-day";
import type { FoldedHours, LastDay } from "../../../../web/src/model/days/last-day";
import type { Ranges } from "../../../../web/src/model/history/ranges";
import type { Reading } from "../../../../web/src/model/values/reading";

const NOON = Date.UTC(2026, 5, 1, 12);
const NOW = NOON + 30 * MINUTE_MS;
const DAY = { from: NOW - DAY_MS, to: NOW };

const WHOLE = { state: "held", step: 0, minLength: 0, budget: Infinity } as const;
const SAMPLE = { state: "held", step: HOUR_MS, minLength: HOUR_MS, budget: 100 } as const;

const reading = (at: number, temperature: number, uid = "air"): Reading => ({
  key: String(at),
  uid,
  at,
  values: { temperature },
});

const folded = (day: Partial<FoldedHours>): FoldedHours => ({
  source: "hours",
  until: NOON,
  folded: new Map([
    ["temperature", new Map([[NOON - HOUR_MS, { min: 10, max: 20, median: 15, n: 2 }]])],
  ]),
  newest: [],
  late: [],
  ...day,
});

const read = (ranges: Ranges, ...readings: readonly Reading[]): LastDay =>
  dayOfReadings(
    {
      readings: new Map([["air", readings]]),
      ranges,
      isReading: false,
      liveSince: undefined,
      lossCount: 0,
      folds: { isKnown: true, coverage: undefined, due: new Set() },
      problem: undefined,
    },
    NOW,
  );

const extremes = (day: LastDay | FoldedHours, ...uids: readonly string[]) =>
  [...dayHours(day, "temperature", uids)].map(([start, { min, max }]) => [start - NOON, min, max]);

test("widens a folded hour with late readings, and starts newest readings after it", () => {
  const late = [reading(NOON - 5, 25), reading(NOON, 99)];
  const newest = [reading(NOON - 1, 0), reading(NOON + 1, 18), reading(NOON + 2, 40, "soil")];
  expect(extremes(folded({ late, newest }), "air")).toEqual([
    [-HOUR_MS, 10, 25],
    [0, 18, 18],
  ]);
});

test("uses readings for the day without folded hours", () => {
  const day = read([{ ...DAY, ...WHOLE }], reading(NOON - 1, 12), reading(NOON + 1, 18));
  expect(extremes(day, "air", "soil")).toEqual([
    [-HOUR_MS, 12, 12],
    [0, 18, 18],
  ]);
});

test.each<[string, LastDay, boolean, number | undefined]>([
  ["that were all read", read([{ ...DAY, ...WHOLE }]), true, Infinity],
  ["that were sampled", read([{ ...DAY, ...SAMPLE }]), true, undefined],
  ["that are being read", read([{ ...DAY, state: "reading", request: DAY }]), false, undefined],
])("a day of readings %s", (_, day, isRead, wholeUntil) => {
  expect(day).toMatchObject({ isRead, wholeUntil, awaitsLate: false });
});
