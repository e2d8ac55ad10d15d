import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { spansOf } from "../../../../web/src/model/plot/chart-spans";
import { withoutWindows } from "../../../../web/src/model/plot/time-range";

/** In hours since a midnight in UTC. */
const MIDNIGHT = 20_000 * DAY_MS;
const at = (hours: number): number => MIDNIGHT + hours * HOUR_MS;

function spans(
  shown: readonly [number, number],
  folded: readonly [number, number] | undefined,
  due: readonly number[] = [],
): readonly string[] {
  const coverage = folded && { from: at(folded[0]), until: at(folded[1]), version: 1 };
  const window = { from: at(shown[0]), to: at(shown[1]) };
  return spansOf(window, { coverage, due: new Set(due.map(at)) }).map(
    ({ source, from, to }) =>
      `${source} ${(from - MIDNIGHT) / HOUR_MS}–${(to - MIDNIGHT) / HOUR_MS}`,
  );
}

const DAYS = 24;

test.each([
  ["without rollups, all is history", [0, 72], undefined, [], ["history 0–72"]],
  [
    "what is newer than the rollups is history",
    [0, 72.5],
    [-999, 71],
    [],
    ["hour 0–71", "history 71–72.5"],
  ],
  ["an hour that the range begins in is whole", [0.5, 72], [-999, 99], [], ["hour 0–72"]],
  [
    "an hour that waits is history",
    [0, 72],
    [-999, 72],
    [5, 6],
    ["hour 0–5", "history 5–7", "hour 7–72"],
  ],
  [
    "what is older than the rollups is history",
    [0, 72],
    [30, 72],
    [],
    ["history 0–30", "hour 30–72"],
  ],
  ["rollups of another time are of no use", [0, 72], [100, 200], [], ["history 0–72"]],
  [
    "a long range is of days, its end of hours and history",
    [0.5, 90 * DAYS + 5.5],
    [-999, 90 * DAYS + 5],
    [],
    [
      `day 0–${90 * DAYS}`,
      `hour ${90 * DAYS}–${90 * DAYS + 5}`,
      `history ${90 * DAYS + 5}–${90 * DAYS + 5.5}`,
    ],
  ],
  [
    "a day with an hour that waits is of hours",
    [0, 90 * DAYS],
    [0, 90 * DAYS],
    [30],
    ["day 0–24", "hour 24–30", "history 30–31", "hour 31–48", `day 48–${90 * DAYS}`],
  ],
  [
    "rollups from the middle of a day on",
    [0, 90 * DAYS],
    [10, 90 * DAYS],
    [],
    ["history 0–10", "hour 10–24", `day 24–${90 * DAYS}`],
  ],
] as const)("%s", (_, shown, folded, due, expected) => {
  expect(spans(shown, folded, due)).toEqual(expected);
});

test("returns the parts outside other windows", () => {
  const wanted = { from: 0, to: 10 };
  expect(withoutWindows(wanted, [])).toEqual([wanted]);
  expect(
    withoutWindows(wanted, [
      { from: 2, to: 4 },
      { from: 8, to: 20 },
    ]),
  ).toEqual([
    { from: 0, to: 2 },
    { from: 4, to: 8 },
  ]);
  expect(withoutWindows(wanted, [{ from: -1, to: 10 }])).toEqual([]);
});
