import { MINUTE_MS } from "@greenhouse/domain/time";
import { answerFor } from "@greenhouse/domain/outputs/answer";
import {
  maxRequestIntervalMs,
  isOutputName,
  MAX_OUTPUTS,
  OUTPUT_PLACES,
} from "@greenhouse/domain/outputs/limits";
import { nextVersion, orderUpdate } from "@greenhouse/domain/outputs/ordering";
import {
  outputsOf,
  parseOrder,
  parseOutput,
  parseOutputLog,
  parseOutputState,
  parseReported,
  withOrders,
} from "@greenhouse/domain/outputs/records";
import { outputCondition } from "@greenhouse/domain/outputs/condition";
import { outputDefinition } from "@greenhouse/domain/outputs/updates";
import type { Order, OutputReason, OutputState } from "@greenhouse/domain/outputs/model";
import type { OutputCondition } from "@greenhouse/domain/outputs/condition";

const NOW = 1_700_000_000_000;
const OUTPUT = {
  name: "Valve",
  kind: "switch",
  leaseSeconds: 120,
  maxOnSeconds: 600,
  viewersMay: false,
} as const;
const ON: Order = { value: 1, version: 5, until: NOW + MINUTE_MS, by: "olga", at: NOW };
const OFF: Order = { ...ON, value: 0, until: undefined };
const stateOf = (
  value: number,
  version: number,
  reason: OutputReason,
  at = NOW - 1_000,
): OutputState => ({
  value,
  version,
  reason,
  at,
  heard: at,
  since: undefined,
});

test.each<[string, number | undefined, number]>([
  ["as long as the order", NOW + 30_000, 30_000],
  ["at most for the lease", NOW + 10 * MINUTE_MS, 2 * MINUTE_MS],
  ["not at all once it is over", NOW, 0],
  ["not at all long after it", NOW - MINUTE_MS, 0],
  ["not at all without an end", undefined, 0],
])("a board may believe an order %s", (_, until, forMs) => {
  const answer = answerFor(OUTPUT, { ...ON, until }, NOW);
  expect(answer).toEqual({ value: 1, version: 5, forMs, maxOnMs: 600_000, day: 19_675 });
});

test("a board asks at least three times in a lease", () => {
  expect(maxRequestIntervalMs(OUTPUT)).toBe(40_000);
});

test("without an order a board is answered 0", () => {
  expect(answerFor(OUTPUT, undefined, NOW)).toMatchObject({ value: 0, version: 0, forMs: 0 });
});

test("versions begin at the time, and differ from those of a removed output", () => {
  expect(nextVersion(undefined, NOW + 999)).toBe(NOW / 10);
  expect(nextVersion(ON, NOW)).toBe(6);
});

test("two first orders are never the successors of each other", () => {
  const first = nextVersion(undefined, NOW);
  for (let seconds = -600; seconds <= 600; seconds += 1) {
    const otherVersion = nextVersion(undefined, NOW + seconds * 1_000);
    expect(nextVersion({ ...ON, version: otherVersion }, NOW)).not.toBe(first);
  }
});

test("an order and its entry in the log are one update", () => {
  const id = { farmId: "oak", uid: "dht-1", output: "valve" };
  const at = { ".sv": "timestamp" };
  const stands = { value: 1, version: 6, until: NOW + 1, by: "olga", at };
  const ordering = { value: 1, until: NOW + 1, by: "olga" };
  expect(orderUpdate(id, ordering, ON, { key: "-K", nowMs: NOW })).toEqual({
    "outputOrders/oak/dht-1/valve": { ...stands, asked: NOW, entry: "-K" },
    "outputLog/oak/dht-1/valve/-K": stands,
  });
});

test.each<[string, OutputCondition, Order | undefined, ReturnType<typeof stateOf> | undefined]>([
  ["nobody ordered, and the board never spoke", "off", undefined, undefined],
  ["nobody ordered", "off", undefined, stateOf(0, 0, "start")],
  ["off is ordered and done", "off", OFF, stateOf(0, 5, "order")],
  ["off is ordered, the board has not heard of it", "waiting", OFF, stateOf(1, 4, "order")],
  ["on is ordered, the board has not heard of it", "waiting", ON, stateOf(0, 4, "order")],
  ["on is ordered, the board never spoke", "waiting", ON, undefined],
  ["on is ordered, the board has restarted since", "waiting", ON, stateOf(0, 0, "start")],
  [
    "on was ordered, and the board heard of it too late",
    "missed",
    { ...ON, until: NOW },
    stateOf(0, 4, "order"),
  ],
  ["it is on", "applied", ON, stateOf(1, 5, "order")],
  // An order of the removed output, whose first version was higher.
  ["on, by an order from before it was defined anew", "waiting", ON, stateOf(1, 605, "order")],
  ["off, by an order from before it was defined anew", "waiting", ON, stateOf(0, 605, "lease")],
  ["off is ordered, and it is on by an older order", "waiting", OFF, stateOf(1, 605, "order")],
  ["by hand, since before it was defined anew", "waiting", ON, stateOf(1, 605, "local")],
  ["at its limit, since before it was defined anew", "waiting", ON, stateOf(0, 605, "limit")],
  [
    "its time is over, and the board names an order from before",
    "missed",
    { ...ON, until: NOW },
    stateOf(1, 605, "order"),
  ],
  ["it is on, and its time is over", "ending", { ...ON, until: NOW }, stateOf(1, 5, "order")],
  ["it was on until the end", "over", { ...ON, until: NOW }, stateOf(0, 5, "lease")],
  [
    "it was off before, and heard of it too late",
    "missed",
    { ...ON, at: NOW - MINUTE_MS, until: NOW },
    { ...stateOf(0, 5, "lease"), since: NOW - 2 * MINUTE_MS },
  ],
  [
    "it went off in time, by a clock that is behind",
    "over",
    { ...ON, at: NOW - MINUTE_MS, until: NOW },
    parseOutputState({
      ...stateOf(0, 5, "lease", NOW - 5 * MINUTE_MS),
      heard: NOW,
      since: NOW - 5 * MINUTE_MS,
    }),
  ],
  ["off was heard of, and it is on", "ending", OFF, stateOf(1, 5, "order")],
  ["it went off before the end", "cut", ON, stateOf(0, 5, "lease")],
  ["the day's limit is reached", "limit", ON, stateOf(0, 5, "limit")],
  ["the board cannot count", "fault", ON, stateOf(0, 5, "fault")],
  ["somebody switched it on at the board", "local", OFF, stateOf(1, 5, "local")],
  ["somebody switched it off at the board", "local", ON, stateOf(0, 5, "local")],
  [
    "it was on, and nothing was heard for longer than the lease",
    "silent",
    ON,
    stateOf(1, 5, "order", NOW - 2 * MINUTE_MS - 1),
  ],
  [
    "it is on, and the board's clock is behind",
    "applied",
    ON,
    { ...stateOf(1, 5, "order", NOW - 5 * MINUTE_MS), heard: NOW - 2 * MINUTE_MS },
  ],
  [
    "switched on at the board half an hour ago",
    "local",
    OFF,
    stateOf(1, 5, "local", NOW - 30 * MINUTE_MS),
  ],
  [
    "switched on at the board too long ago",
    "silent",
    OFF,
    stateOf(1, 5, "local", NOW - 61 * MINUTE_MS),
  ],
  [
    "it was on, the board is silent, and off is ordered",
    "silent",
    OFF,
    stateOf(1, 4, "order", NOW - 2 * MINUTE_MS - 1),
  ],
])("%s: %s", (_, condition, order, state) => {
  expect(outputCondition(OUTPUT, order, state, NOW)).toBe(condition);
});

test("invalid records count as absent", () => {
  expect(parseOutput({ ...OUTPUT, viewersMay: true })).toEqual({ ...OUTPUT, viewersMay: true });
  expect(parseOutput({ ...OUTPUT, viewersMay: "yes" })).toEqual(OUTPUT);
  for (const name of ["name", "kind", "leaseSeconds", "maxOnSeconds"]) {
    expect(parseOutput({ ...OUTPUT, [name]: {} })).toBeUndefined();
  }
  expect(parseOrder({ ...ON, entry: "-K" })).toEqual(ON);
  expect(parseOrder({ ...ON, version: 5.5 })).toBeUndefined();
  for (const name of ["value", "version", "by", "at"]) {
    expect(parseOrder({ ...ON, [name]: null })).toBeUndefined();
  }
  const state = stateOf(1, 5, "order");
  expect(parseOutputState(state)).toEqual(state);
  expect(parseOutputState({ ...state, since: NOW - MINUTE_MS })).toEqual({
    ...state,
    since: NOW - MINUTE_MS,
  });
  expect(parseOutputState({ ...state, at: "now" })).toBeUndefined();
  expect([parseOutput(null), parseOrder("on"), parseReported([])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("an output is defined at the first place that is free, and keeps it", () => {
  const id = { farmId: "oak", uid: "dht-1", output: "valve" };
  const stands = { name: "Valve", kind: "switch", leaseSeconds: 120, maxOnSeconds: 600 };
  const stored = { pump: { ...stands, place: "a" }, vent: { ...stands, place: "c" }, odd: "x" };
  expect(outputDefinition(id, OUTPUT, stored)).toEqual({
    "outputs/oak/dht-1/valve": { ...stands, place: "b" },
    "outputPlaces/oak/dht-1/b": "valve",
  });
  expect(outputDefinition(id, OUTPUT, null)).toHaveProperty(["outputPlaces/oak/dht-1/a"]);
  const full = Object.fromEntries(OUTPUT_PLACES.map((place) => [`${place}1`, { place }]));
  expect(outputDefinition(id, OUTPUT, full)).toBeUndefined();
  const places = { ...full, a1: undefined, valve: { place: "a" } };
  expect(outputDefinition(id, { ...OUTPUT, viewersMay: true }, places)).toEqual({
    "outputs/oak/dht-1/valve": { ...stands, viewersMay: true, place: "a" },
  });
  expect(MAX_OUTPUTS).toBe(8);
});

test("a log has the newest order first, whatever its keys, without invalid entries", () => {
  const log = {
    "-a": { ...ON, version: 2 },
    "-b": { ...ON, version: 3 },
    "-c": "odd",
    "-z": { ...ON, version: 1, at: NOW - 1 },
  };
  expect(parseOutputLog(log).map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(parseOutputLog(null)).toEqual([]);
});

test.each([
  [0, 0],
  [2_592_000_000, 2_592_000_000],
  [2_592_000_001, undefined],
  [-1, undefined],
  [0.5, undefined],
  ["1", undefined],
  [null, undefined],
])("an output that became so %p ms ago, as a board says: %p", (agoMs, read) => {
  const report = { value: 1, version: 5, reason: "order" };
  expect(parseReported({ ...report, agoMs })).toEqual({ ...report, agoMs: read });
});

test("since when an output is as it is", () => {
  const state = { ...stateOf(1, 5, "order"), since: NOW - MINUTE_MS };
  expect(parseOutputState({ ...state, agoMs: 5 })).toEqual(state);
  expect(parseOutputState({ ...state, since: "then" })).toEqual({ ...state, since: undefined });
});

test("names fit into boards and the database", () => {
  expect(["valve", "pump-2", "a_b", "a".repeat(15)].filter((name) => !isOutputName(name))).toEqual(
    [],
  );
  const odd = [
    "",
    "Valve",
    "2nd",
    "a b",
    "a/b",
    "a".repeat(16),
    "a\n",
    "hasOwnProperty",
    "__proto__",
  ];
  expect(odd.filter(isOutputName)).toEqual([]);
});

test("the outputs of a greenhouse's boards, each with its order and state", () => {
  const state = stateOf(1, 5, "order");
  const stored = { a: { valve: OUTPUT, odd: { name: "x" } }, other: { pump: OUTPUT } };
  const outputs = outputsOf("oak", stored, ["a", "b"]);
  expect(outputs).toMatchObject([{ farmId: "oak", uid: "a", output: "valve" }]);
  const ordered = withOrders(outputs, { a: { valve: ON } }, { a: { valve: state } });
  expect(ordered).toMatchObject([{ order: ON, state: state }]);
  expect(withOrders(outputs, undefined, null)).toMatchObject([
    { order: undefined, state: undefined },
  ]);
});
