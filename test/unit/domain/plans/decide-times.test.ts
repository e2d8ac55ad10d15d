/** What a plan of the kind "times" decides. */

import { decidePlan } from "@greenhouse/domain/outputs/plans/decide";
import type { PlanRun, TimesPlan } from "@greenhouse/domain/outputs/plans/model";
import type { Order, OutputState } from "@greenhouse/domain/outputs/model";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { at, OUTPUT, situation, storedOrder, storedRuns, TIMES } from "./fixtures";

const DUE = at("06:15");
const PERSONS: Order = { value: 1, version: 7, until: undefined, by: "olga", at: DUE };

type Situation = Parameters<typeof situation>[2];

/** Returns the order and the runs of a decision in short. */
function decided(plan: TimesPlan, time: string, more: Situation): readonly string[] {
  const { order, runs } = decidePlan(situation(plan, at(time), more));
  const minutes = order?.until === undefined ? "" : ` ${(order.until - at(time)) / MINUTE_MS}`;
  return [
    ...(order === undefined ? [] : [`order ${order.value}${minutes}`]),
    ...runs.map(({ id, action, reason, ended = "" }) =>
      [id.slice(9), action, reason, ended].join(" ").trim(),
    ),
  ];
}

const stateOf = (reason: OutputState["reason"], since: number, value = 0): OutputState => ({
  value,
  version: 7,
  reason,
  at: since,
  heard: since,
  since,
});
const LATE = ["0615 skipped late"];

test.each<[string, Partial<TimesPlan>, string, Situation, readonly string[]]>([
  ["runs when the soil is dry", {}, "06:15", { value: 27 }, ["order 1 4", "0615 ran below"]],
  ["does nothing before its time", {}, "06:14", { value: 27 }, []],
  ["skips a run if the soil is wet enough", {}, "06:15", { value: 30 }, ["0615 skipped notBelow"]],
  [
    "skips a run without a fresh value",
    {},
    "06:15",
    { value: 27, measuredAt: DUE - 31 * MINUTE_MS },
    ["0615 skipped noValue"],
  ],
  [
    "runs by a value that is just fresh",
    {},
    "06:15",
    { value: 27, measuredAt: DUE - 30 * MINUTE_MS },
    ["order 1 4", "0615 ran below"],
  ],
  [
    "skips a run without any value",
    {},
    "06:15",
    { measuredAt: undefined },
    ["0615 skipped noValue"],
  ],
  [
    "runs without a value if it has no condition",
    { condition: undefined },
    "06:15",
    { measuredAt: undefined },
    ["order 1 4", "0615 ran clock"],
  ],
  [
    "makes a run that is 30 minutes late",
    {},
    "06:45",
    { value: 27 },
    ["order 1 4", "0615 ran below"],
  ],
  ["skips a run that is later", {}, "06:46", { value: 27 }, LATE],
  ["records a run that it missed hours ago", {}, "15:00", { value: 27 }, LATE],
  ["does nothing while it is off", { isOn: false }, "06:15", { value: 27 }, []],
  [
    "skips a run while it is paused",
    { pausedUntil: at("07:00") },
    "06:15",
    { value: 27 },
    ["0615 skipped paused"],
  ],
  [
    "skips a run that was planned in the pause",
    { pausedUntil: at("06:20") },
    "06:20",
    { value: 27 },
    ["0615 skipped paused"],
  ],
  [
    "runs at the end of the pause",
    { pausedUntil: DUE },
    "06:15",
    { value: 27 },
    ["order 1 4", "0615 ran below"],
  ],
  [
    "does not make a run that was planned before the plan was saved",
    { at: DUE + 1 },
    "06:20",
    { value: 27 },
    [],
  ],
  [
    "waits for a person's order that ends within 30 minutes",
    {},
    "06:15",
    { value: 27, order: { ...PERSONS, until: at("06:45") } },
    [],
  ],
  [
    "runs after a person's order",
    {},
    "06:45",
    { value: 27, order: { ...PERSONS, until: at("06:45") } },
    ["order 1 4", "0615 ran below"],
  ],
  [
    "skips a run for a person's longer order",
    {},
    "06:15",
    { value: 27, order: { ...PERSONS, until: at("06:46") } },
    ["0615 skipped person"],
  ],
  [
    "skips a run for an hour after a person switched off",
    {},
    "06:15",
    { value: 27, order: { ...PERSONS, value: 0, at: at("05:46") } },
    ["0615 skipped person"],
  ],
  [
    "runs an hour after a person switched off",
    {},
    "06:15",
    { value: 27, order: { ...PERSONS, value: 0, at: at("05:15") } },
    ["order 1 4", "0615 ran below"],
  ],
  [
    "waits while somebody has the output on at the board",
    {},
    "06:15",
    { value: 27, state: stateOf("local", at("05:40"), 1) },
    [],
  ],
  [
    "skips a run if the board reached its daily limit today",
    {},
    "06:15",
    { value: 27, state: stateOf("limit", at("04:00")) },
    ["0615 skipped limit"],
  ],
  [
    "runs after yesterday's daily limit",
    {},
    "06:15",
    // The UTC day begins at 01:00 in Berlin.
    { value: 27, state: stateOf("limit", at("00:59")) },
    ["order 1 4", "0615 ran below"],
  ],
  [
    "begins only the first of two runs that are due",
    { times: ["0610", "0615"] },
    "06:15",
    { value: 27 },
    ["order 1 4", "0610 ran below", "0615 skipped overlap"],
  ],
  [
    "runs above a bound",
    { condition: { quantity: "temperature", side: "above", bound: 28 } },
    "06:15",
    { value: 28.1 },
    ["order 1 4", "0615 ran above"],
  ],
])("a plan %s", (_, change, time, more, expected) => {
  const now = at(time);
  const plan = { ...TIMES, at: at("00:30"), ...change };
  expect(decided(plan, time, { measuredAt: now - MINUTE_MS, ...more })).toEqual(expected);
});

test("a level output gets the plan's value, or the maximum", () => {
  const level = { ...OUTPUT, kind: "level" } as const;
  const orderedBy = (plan: TimesPlan) =>
    decidePlan(situation(plan, DUE, { value: 27, defined: level })).order?.value;
  expect([orderedBy({ ...TIMES, value: 40 }), orderedBy(TIMES)]).toEqual([40, 100]);
});

describe("a run with cycles", () => {
  /** Checks every minute from 06:15 on, and returns what changed. */
  function checksUntil(
    end: string,
    change: (time: number) => Situation & { readonly plan?: Partial<TimesPlan> } = () => ({}),
  ): readonly string[] {
    let [order, runs] = [undefined as Order | undefined, [] as readonly PlanRun[]];
    const changes: string[] = [];
    for (let now = DUE; now <= at(end); now += MINUTE_MS) {
      const { plan, ...more } = change(now);
      if (more.order !== undefined && more.order.version > (order?.version ?? 0)) {
        order = more.order;
      }
      const input = situation({ ...TIMES, at: at("06:00"), ...plan }, now, {
        value: 27,
        ...more,
        order,
        runs,
      });
      const decision = decidePlan(input);
      const minute = (now - DUE) / MINUTE_MS;
      if (decision.order !== undefined) changes.push(`${minute}: order ${decision.order.value}`);
      for (const { cycle, ended } of decision.runs) {
        if (ended !== undefined) changes.push(`${minute}: ended ${ended} after ${cycle}`);
      }
      order = storedOrder(decision, order, now);
      runs = storedRuns(decision, runs);
      if (order !== undefined && decision.order !== undefined && order.value > 0) {
        expect(order.until! - now).toBeLessThanOrEqual(TIMES.forSeconds * 1_000);
      }
    }
    return changes;
  }
  const byOlga = (value: number, minute: number, until?: number): Order => ({
    value,
    version: 9e11,
    until,
    by: "olga",
    at: DUE + minute * MINUTE_MS,
  });
  const from =
    <T>(minute: number, then: T) =>
    (now: number): T | object =>
      now >= DUE + minute * MINUTE_MS ? then : {};

  test("waters, lets it soak, and waters again", () => {
    expect(checksUntil("08:00")).toEqual(["0: order 1", "14: order 1", "28: order 1"]);
  });

  test("goes on although the soil is wet enough now", () => {
    expect(checksUntil("08:00", from(5, { value: 40 }))).toHaveLength(3);
  });

  test.each<[string, (now: number) => Situation & { plan?: Partial<TimesPlan> }, string[]]>([
    ["a person switches off", from(2, { order: byOlga(0, 2) }), ["2: ended person after 1"]],
    [
      "a person switches on",
      from(15, { order: byOlga(1, 15, DUE + 20 * MINUTE_MS) }),
      ["14: order 1", "15: ended person after 2"],
    ],
    [
      "somebody sets the output at the board",
      from(6, { state: stateOf("local", DUE + 6 * MINUTE_MS) }),
      ["6: ended person after 1"],
    ],
    ["the value gets old", from(10, { measuredAt: at("05:00") }), ["14: ended noValue after 1"]],
    [
      "the board reaches its daily limit",
      from(10, { state: stateOf("limit", DUE + 10 * MINUTE_MS) }),
      ["14: ended limit after 1"],
    ],
    [
      "the plan is paused while it waters",
      from(2, { plan: { pausedUntil: at("09:00") } }),
      ["2: order 0", "2: ended paused after 1"],
    ],
    [
      "the plan is switched off while the water soaks in",
      from(8, { plan: { isOn: false } }),
      ["8: ended planOff after 1"],
    ],
    [
      "a new plan does not have its time",
      from(2, { plan: { times: ["1830"] } }),
      ["2: order 0", "2: ended changed after 1"],
    ],
  ])("ends when %s", (_, change, expected) => {
    expect(checksUntil("08:00", change)).toEqual(["0: order 1", ...expected]);
  });

  test("ends if the checks stop for too long", () => {
    const first = decidePlan(situation(TIMES, DUE, { value: 27 }));
    const [order, runs] = [storedOrder(first, undefined, DUE), storedRuns(first, [])];
    const later = (time: string) => decided(TIMES, time, { value: 27, order, runs });
    expect(later("06:59")).toEqual(["order 1 4", "0615 ran below"]);
    expect(later("07:00")).toEqual(["0615 ran below late"]);
  });

  test("says that a person kept two runs waiting, of which one is made", () => {
    const plan = { ...TIMES, times: ["0610", "0615"], cycles: 1, at: at("06:00") };
    const order = { ...PERSONS, at: at("06:05"), until: at("06:20") };
    expect(decided(plan, "06:20", { value: 27, order })).toEqual([
      "order 1 4",
      "0610 ran below",
      "0615 skipped person",
    ]);
    expect(decided(plan, "06:20", { value: 27 })).toEqual([
      "order 1 4",
      "0610 ran below",
      "0615 skipped overlap",
    ]);
  });

  test("ends if a person's order came and ended between two checks", () => {
    const first = decidePlan(situation(TIMES, DUE, { value: 27 }));
    const order = { ...PERSONS, version: 9e11, until: at("06:18") };
    const more = { value: 27, order, runs: storedRuns(first, []) };
    expect(decided(TIMES, "06:29", more)).toEqual(["0615 ran below person"]);
  });

  test("notes that the board has confirmed the order of a cycle", () => {
    const first = decidePlan(situation(TIMES, DUE, { value: 27 }));
    const [order, runs] = [storedOrder(first, undefined, DUE), storedRuns(first, [])];
    const heardOf = (time: string, version: number, known = runs) =>
      decidePlan(
        situation(TIMES, at(time), {
          value: 27,
          order,
          runs: known,
          state: { ...stateOf("order", at(time), 1), version },
        }),
      ).runs.map(({ cycle, heard }) => [cycle, heard]);
    const { version = 0 } = order ?? {};
    expect(heardOf("06:16", version - 1)).toEqual([]);
    expect(heardOf("06:16", version)).toEqual([[1, version]]);
    const confirmed = runs.map((run) => ({ ...run, heard: version }));
    expect(heardOf("06:16", version, confirmed)).toEqual([]);
    // The check that orders the second cycle sees it, too.
    expect(heardOf("06:29", version)).toEqual([[2, version]]);
  });

  test("notes the first value that shows wetter soil", () => {
    const first = decidePlan(situation({ ...TIMES, cycles: 1 }, DUE, { value: 27 }));
    const [order, runs] = [storedOrder(first, undefined, DUE), storedRuns(first, [])];
    const wetterAt = (time: string, value: number) =>
      decidePlan(situation({ ...TIMES, cycles: 1 }, at(time), { value, order, runs })).runs.map(
        ({ wetter }) => wetter,
      );
    expect(wetterAt("07:00", 28.9)).toEqual([]);
    expect(wetterAt("07:00", 29)).toEqual([29]);
    expect(wetterAt("08:16", 29)).toEqual([]);
  });
});
