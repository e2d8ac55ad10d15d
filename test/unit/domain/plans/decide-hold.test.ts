/** What a plan of the kind "hold" decides. */

import { decidePlan } from "@greenhouse/domain/outputs/plans/decide";
import type { HoldPlan, PlanRun } from "@greenhouse/domain/outputs/plans/model";
import type { Order, OutputState } from "@greenhouse/domain/outputs/model";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { at, HOLD, situation, storedOrder, storedRuns } from "./fixtures";

const NOON = at("12:00");
const ON: Order = { value: 1, version: 5, until: NOON + 9 * MINUTE_MS, by: "plan", at: NOON };
const SWITCHED_ON: PlanRun = { id: "on", action: "on", reason: "above", at: at("11:50") };
const OLGA: Order = { ...ON, by: "olga" };
const LOCAL: OutputState = {
  value: 1,
  version: 5,
  reason: "local",
  at: NOON,
  heard: NOON,
  since: NOON,
};

type Situation = Parameters<typeof situation>[2];

test.each<[string, Partial<HoldPlan>, Situation, readonly string[]]>([
  ["switches on beyond its bound", {}, { value: 28.1 }, ["order 1 10", "on above"]],
  ["stays off at its bound", {}, { value: 28 }, []],
  ["stays off without a fresh value", {}, { value: 30, measuredAt: at("11:44") }, []],
  [
    "stays off for the minimum time",
    {},
    { value: 30, order: { ...ON, value: 0, until: undefined, at: at("11:51") } },
    [],
  ],
  [
    "stays off for the minimum time after its order lapsed",
    {},
    { value: 30, order: { ...ON, until: at("11:51"), at: at("11:41") } },
    [],
  ],
  [
    "switches on after the minimum time",
    {},
    { value: 30, order: { ...ON, value: 0, until: undefined, at: at("11:50") } },
    ["order 1 10", "on above"],
  ],
  ["stays off outside its window", { between: { from: "0600", until: "1200" } }, { value: 30 }, []],
  ["stays off on another day", { days: "0111111" }, { value: 30 }, []],
  ["stays off while it is paused", { pausedUntil: NOON + 1 }, { value: 30 }, []],
  ["stays off while it is off", { isOn: false }, { value: 30 }, []],
  [
    "stays off on a day on which the board reached its limit",
    {},
    { value: 30, state: { ...LOCAL, value: 0, reason: "limit" } },
    [],
  ],
  [
    "stays off for an hour after a person switched off",
    {},
    { value: 30, order: { ...OLGA, value: 0, until: undefined, at: at("11:01") } },
    [],
  ],
  [
    "switches on an hour after a person switched off",
    {},
    { value: 30, order: { ...OLGA, value: 0, until: undefined, at: at("11:00") } },
    ["order 1 10", "on above"],
  ],
  ["leaves a person's order", { isOn: false }, { value: 20, order: OLGA }, []],
  ["leaves what somebody set at the board", {}, { value: 30, state: LOCAL }, []],
  [
    "leaves it for an hour, however often the board reports it",
    {},
    { value: 30, state: { ...LOCAL, since: at("10:59") } },
    ["order 1 10", "on above"],
  ],
])("a plan that is off %s", (_, change, more, expected) => {
  expect(decided({ ...HOLD, ...change }, more)).toEqual(expected);
});

test.each<[string, Partial<HoldPlan>, Situation, readonly string[]]>([
  ["stays on between its bounds", {}, { value: 25.1 }, []],
  ["switches off at the other bound", {}, { value: 25 }, ["order 0", "off back"]],
  [
    "stays on for the minimum time",
    {},
    { value: 20, runs: [{ ...SWITCHED_ON, at: at("11:56") }] },
    [],
  ],
  [
    "extends its order when half of the lease is left",
    {},
    { value: 26, order: { ...ON, until: NOON + 5 * MINUTE_MS } },
    ["order 1 10"],
  ],
  [
    "switches off without a fresh value, even within the minimum time",
    {},
    { value: 30, measuredAt: at("11:44"), runs: [{ ...SWITCHED_ON, at: at("11:59") }] },
    ["order 0", "off noValue"],
  ],
  [
    "switches off at the end of its window",
    { between: { from: "0600", until: "1200" } },
    { value: 30 },
    ["order 0", "off window"],
  ],
  [
    "switches off when it is paused",
    { pausedUntil: NOON + 1 },
    { value: 30 },
    ["order 0", "off paused"],
  ],
  [
    "switches off when it is switched off",
    { isOn: false },
    { value: 30 },
    ["order 0", "off planOff"],
  ],
  [
    "switches off at the daily limit",
    {},
    { value: 30, state: { ...LOCAL, value: 0, reason: "limit" } },
    ["order 0", "off limit"],
  ],
  ["says that a person took over", {}, { value: 30, order: OLGA }, ["off person olga"]],
  ["says that somebody set it at the board", {}, { value: 30, state: LOCAL }, ["off person"]],
  ["says that its order lapsed", {}, { value: 30, order: { ...ON, until: NOON } }, ["off lapsed"]],
])("a plan that is on %s", (_, change, more, expected) => {
  const on = { order: ON, runs: [SWITCHED_ON] };
  expect(decided({ ...HOLD, ...change }, { ...on, ...more })).toEqual(expected);
});

/** Returns the order and the runs of a decision at noon in short. */
function decided(plan: HoldPlan, more: Situation): readonly string[] {
  const { order, runs } = decidePlan(situation(plan, NOON, more));
  const minutes = order?.until === undefined ? "" : ` ${(order.until - NOON) / MINUTE_MS}`;
  return [
    ...(order === undefined ? [] : [`order ${order.value}${minutes}`]),
    ...runs.map(({ action, reason, by = "" }) => `${action} ${reason} ${by}`.trim()),
  ];
}

test("a heater switches on below its bound, and off above the other", () => {
  const heater: HoldPlan = {
    ...HOLD,
    condition: { quantity: "temperature", side: "below", bound: 4 },
    backAt: 6,
    between: { from: "2200", until: "0700" },
  };
  let [order, runs] = [undefined as Order | undefined, [] as readonly PlanRun[]];
  const values = [3, 5, 5.9, 6, 5, 3, 3];
  const switches = values.map((value, index) => {
    const now = at("23:00") + index * 5 * MINUTE_MS;
    const decision = decidePlan(situation(heater, now, { value, order, runs }));
    order = storedOrder(decision, order, now);
    runs = storedRuns(decision, runs);
    return decision.runs.map(({ action, reason }) => `${action} ${reason}`).join();
  });
  expect(switches).toEqual(["on below", "", "", "off back", "", "on below", ""]);
});

test("a change of the level is ordered at once", () => {
  const defined = { ...situation(HOLD, NOON).output.defined, kind: "level" } as const;
  const more = { value: 30, order: { ...ON, value: 40 }, runs: [SWITCHED_ON], defined };
  expect(decided({ ...HOLD, value: 40 }, more)).toEqual([]);
  expect(decided({ ...HOLD, value: 60 }, more)).toEqual(["order 60 10"]);
});
