/** Outputs: records, conditions and findings. */

import { answerFor } from "@greenhouse/domain/outputs/answer";
import { outputCondition } from "@greenhouse/domain/outputs/condition";
import { endingOutputs } from "@greenhouse/domain/outputs/handover";
import type { OutputCondition } from "@greenhouse/domain/outputs/condition";
import { outputFindingsOf } from "@greenhouse/domain/outputs/findings";
import type { OutputFinding } from "@greenhouse/domain/outputs/findings";
import { isOutputName, MAX_OUTPUTS, OUTPUT_PLACES } from "@greenhouse/domain/outputs/limits";
import { withRenewals } from "@greenhouse/domain/outputs/log-ends";
import type {
  KnownOutput,
  Order,
  OutputReason,
  OutputState,
} from "@greenhouse/domain/outputs/model";
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
import { outputDefinition } from "@greenhouse/domain/outputs/updates";
import { MINUTE_MS } from "@greenhouse/domain/time";

describe("records and conditions", () => {
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
    ["not at all without an end", undefined, 0],
  ])("a board may believe an order %s", (_, until, forMs) => {
    const answer = answerFor(OUTPUT, { ...ON, until }, NOW);
    expect(answer).toEqual({ value: 1, version: 5, forMs, maxOnMs: 600_000, day: 19_675 });
  });

  test.each<[string, Partial<Order>, number | undefined]>([
    ["for the rest of its hour", { at: NOW - 20 * MINUTE_MS }, 40 * MINUTE_MS],
    ["for an hour at most, if the database's clock is ahead", { at: NOW + 5_000 }, 60 * MINUTE_MS],
    ["no longer after an hour", { at: NOW - 60 * MINUTE_MS }, 0],
    ["not at all, if a plan ordered it", { by: "plan" }, 0],
    ["not at all, if it switches on", { value: 1, until: NOW + 1 }, undefined],
  ])("an order to switch off keeps a fallback off %s", (_, order, offForMs) => {
    expect(answerFor(OUTPUT, { ...OFF, ...order }, NOW).offForMs).toBe(offForMs);
  });

  test("without an order a board is answered 0", () => {
    expect(answerFor(OUTPUT, undefined, NOW)).toEqual({
      value: 0,
      version: 0,
      forMs: 0,
      maxOnMs: 600_000,
      day: 19_675,
    });
  });

  test("a time that no date can hold counts as absent", () => {
    const state = stateOf(1, 5, "order");
    const times = { until: 1e20, since: -9e15, heard: 1e20 };
    expect(parseOrder({ ...ON, ...times })).toEqual({ ...ON, until: undefined });
    expect(parseOutputState({ ...state, ...times })).toEqual(state);
    expect(parseOutputState({ ...state, at: 1e20 })).toBeUndefined();
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
    const off = { value: 0, version: 6, by: "olga", at };
    const orderingOff = { ...off, until: undefined };
    expect(orderUpdate(id, orderingOff, ON, { key: "-K", nowMs: NOW })).toEqual({
      "outputOrders/oak/dht-1/valve": { ...off, entry: "-K" },
      "outputLog/oak/dht-1/valve/-K": off,
    });
  });

  test.each<[string, OutputCondition, Order | undefined, ReturnType<typeof stateOf> | undefined]>([
    ["nobody ordered, and the board never spoke", "off", undefined, undefined],
    ["on is ordered, the board has not heard of it", "waiting", ON, stateOf(0, 4, "order")],
    [
      "on was ordered, and the board heard of it too late",
      "missed",
      { ...ON, until: NOW },
      stateOf(0, 4, "order"),
    ],
    ["it is on", "applied", ON, stateOf(1, 5, "order")],
    // An order of the removed output, whose first version was higher.
    ["on, by an order from before it was defined anew", "waiting", ON, stateOf(1, 605, "order")],
    ["off is ordered, and it is on by an older order", "waiting", OFF, stateOf(1, 605, "order")],
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
    ["it went off before the end", "cut", ON, stateOf(0, 5, "lease")],
    ["the day's limit is reached", "limit", ON, stateOf(0, 5, "limit")],
    ["the board cannot count", "fault", ON, stateOf(0, 5, "fault")],
    ["somebody switched it on at the board", "local", OFF, stateOf(1, 5, "local")],
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
    ["on by its fallback after off", "fallback", OFF, stateOf(1, 5, "fallback")],
    ["on by its fallback, and on is ordered", "waiting", ON, stateOf(1, 4, "fallback")],
    [
      "on by its fallback, without contact for an hour",
      "fallback",
      OFF,
      stateOf(1, 5, "fallback", NOW - 60 * MINUTE_MS),
    ],
    [
      "switched on at the board longer ago than the lease",
      "local",
      OFF,
      stateOf(1, 5, "local", NOW - 59 * MINUTE_MS),
    ],
    [
      "switched on at the board too long ago",
      "silent",
      OFF,
      stateOf(1, 5, "local", NOW - 61 * MINUTE_MS),
    ],
  ])("%s: %s", (_, condition, order, state) => {
    expect(outputCondition(OUTPUT, order, state, NOW)).toBe(condition);
  });

  test("stored records are parsed, and incomplete records count as absent", () => {
    expect(parseOutput({ ...OUTPUT, viewersMay: "yes" })).toEqual(OUTPUT);
    expect(parseOutput({ ...OUTPUT, kind: {} })).toBeUndefined();
    expect(parseOrder({ ...ON, asked: NOW })).toEqual(ON);
    const renewed = { ...ON, since: NOW - 1, entry: "-K" };
    expect(parseOrder(renewed)).toEqual(renewed);
    expect(parseOrder({ ...ON, version: 5.5 })).toBeUndefined();
    const state = { ...stateOf(1, 5, "order"), since: NOW - MINUTE_MS };
    expect(parseOutputState(state)).toEqual(state);
    expect(parseOutputState({ ...state, at: "now" })).toBeUndefined();
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

  test("a log says how long a plan had the output on", () => {
    const plan = { ...ON, by: "plan" };
    const ordered = (at: number, change: Partial<Order>): Order => ({ ...plan, at, ...change });
    const log = [
      ordered(NOW - 1, {}),
      ordered(NOW - 2, { value: 0, until: undefined }),
      ordered(NOW - 9, {}),
      ordered(NOW - 10, { by: "olga" }),
      ordered(NOW - 12, {}),
    ];
    const renewed = { ...plan, since: NOW - 1, until: NOW + 99 };
    const endsOf = (newest: Order | undefined) =>
      withRenewals(log, newest).map(({ until }) => until && until - NOW);
    const said = MINUTE_MS;
    expect(endsOf(renewed)).toEqual([99, undefined, -2, said, said]);
    expect(endsOf({ ...renewed, since: NOW })).toEqual([said, undefined, -2, said, said]);
  });

  test.each([
    [2_592_000_000, 2_592_000_000],
    [2_592_000_001, undefined],
    [-1, undefined],
    [0.5, undefined],
    ["1", undefined],
  ])("an output that became so %p ms ago, as a board says: %p", (agoMs, read) => {
    const report = { value: 1, version: 5, reason: "order" };
    expect(parseReported({ ...report, agoMs })).toEqual({ ...report, agoMs: read });
  });

  test("a board's fallback is on, and never off", () => {
    const report = { value: 1, version: 5, reason: "fallback" };
    expect(parseReported(report)).toEqual({ ...report, agoMs: undefined });
    expect(parseReported({ ...report, value: 0 })).toBeUndefined();
  });

  test("names fit into boards and the database", () => {
    const fitting = ["valve", "pump-2", "a_b", "a".repeat(15)];
    expect(fitting.filter(isOutputName)).toEqual(fitting);
    const odd = ["", "Valve", "2nd", "a b", "a/b", "a".repeat(16), "a\n", "hasOwnProperty"];
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

  const END = NOW + 2 * MINUTE_MS;
  const LONG_AGO = NOW - 2 * MINUTE_MS - 1;
  test.each<[string, Order | undefined, OutputState | undefined, { offAtMs?: number } | undefined]>(
    [
      ["is off", OFF, stateOf(0, 5, "order"), undefined],
      ["never had an order", undefined, undefined, undefined],
      ["is on", ON, stateOf(1, 5, "order"), { offAtMs: END }],
      ["is on, though off is ordered", OFF, stateOf(1, 4, "order"), { offAtMs: END }],
      ["was on, and has been silent since", OFF, stateOf(1, 5, "order", LONG_AGO), undefined],
      ["is silent, but has an order", ON, stateOf(1, 5, "order", LONG_AGO), {}],
      ["may have heard the order", ON, stateOf(0, 4, "order"), { offAtMs: END }],
      ["cannot have heard the order", ON, stateOf(0, 4, "order", LONG_AGO), {}],
      ["has never reported", ON, undefined, { offAtMs: END }],
      ["is on by hand", OFF, stateOf(1, 5, "local"), { offAtMs: NOW + 60 * MINUTE_MS }],
      ["is on by its fallback", OFF, stateOf(1, 5, "fallback", 5), { offAtMs: Infinity }],
    ],
  )("an output that a replaced board leaves: it %s", (_, order, state, expected) => {
    const output = { farmId: "oak", uid: "dht-1", output: "valve", defined: OUTPUT, order, state };
    const ending = expected && [{ name: "Valve", offAtMs: undefined, ...expected }];
    expect(endingOutputs([output], NOW)).toEqual(ending ?? []);
  });
});

describe("findings", () => {
  const NOW = 1_700_000_000_000;
  /** Asked for at least every three minutes. */
  const DEFINED = {
    name: "Drip line",
    kind: "switch" as const,
    leaseSeconds: 540,
    maxOnSeconds: 1_800,
    viewersMay: false,
  };

  /** @param minutes how long ago it was ordered, and in how many it ends */
  const on = (ago: number, left: number): Order => ({
    value: 1,
    version: 5,
    by: "olga",
    at: NOW - ago * MINUTE_MS,
    until: NOW + left * MINUTE_MS,
  });
  const off = (ago: number): Order => ({ ...on(ago, 0), value: 0, until: undefined });
  const report = (
    value: number,
    version: number,
    reason: OutputReason,
    ago = 1,
    since?: number,
  ): OutputState => ({
    value,
    version,
    reason,
    since,
    at: NOW - ago * MINUTE_MS,
    heard: NOW - ago * MINUTE_MS,
  });

  const ID = { farmId: "oak", uid: "dht-1", output: "valve" };
  const UNAPPLIED = { kind: "unapplied", value: 1, since: NOW - 7 * MINUTE_MS } as const;

  const UNAPPLIED_LONG = { ...UNAPPLIED, since: NOW - 30 * MINUTE_MS } as const;

  type Expected = Partial<OutputFinding> | undefined;

  test.each<[string, Expected, Order | undefined, OutputState | undefined]>([
    ["as ordered", undefined, on(7, 5), report(1, 5, "order")],
    ["ordered five minutes ago, not heard of", undefined, on(5, 9), report(0, 4, "lease")],
    ["ordered seven minutes ago, not heard of", UNAPPLIED, on(7, 9), report(0, 4, "lease")],
    ["its time is over, and nobody has seen that it was missed", UNAPPLIED, on(7, -5), undefined],
    ["its time has been over for long", undefined, on(20, -11), undefined],
    ["the board cannot count, and nothing is ordered", undefined, off(7), report(0, 5, "fault")],
    [
      "off is not heard of, and it is on",
      { ...UNAPPLIED, value: 0 },
      off(7),
      report(1, 4, "order"),
    ],
    ["off is not heard of by a board that never spoke", undefined, off(7), undefined],
    [
      "off is not heard of, and it must be off by itself",
      undefined,
      off(30),
      report(1, 4, "order", 20),
    ],
    [
      "on is not heard of by a board that was on when it fell silent",
      UNAPPLIED,
      on(7, 9),
      report(1, 4, "order", 60),
    ],
    [
      "cut short by the limit, and ordered anew",
      { kind: "limit" },
      { ...on(1, 9), version: 6 },
      report(0, 5, "limit"),
    ],
    [
      "cut short by the limit of yesterday, and ordered anew",
      undefined,
      { ...on(1, 9), version: 6 },
      report(0, 5, "limit", 1, NOW - 1_440 * MINUTE_MS),
    ],
    [
      "cut short by the limit of yesterday, and it would be on today, too",
      { kind: "limit", since: NOW - 1_420 * MINUTE_MS },
      on(1_430, 9),
      report(0, 5, "limit", 1, NOW - 1_420 * MINUTE_MS),
    ],
    ["the limit does not matter to what is ordered off", undefined, off(1), report(0, 5, "limit")],
    ["on by hand", { kind: "manual", value: 1 }, off(30), report(1, 5, "local")],
    [
      "on by hand since a time that cannot be",
      { kind: "manual", since: undefined },
      undefined,
      report(1, 0, "local", 1, NOW + MINUTE_MS),
    ],
    ["off by hand", undefined, on(7, 9), report(0, 5, "local")],
    ["on by its fallback after off", undefined, off(90), report(1, 5, "fallback")],
    [
      "on by its fallback, as the board said long ago",
      undefined,
      off(90),
      report(1, 5, "fallback", 60),
    ],
    [
      "the lease was over five minutes ago, and the board comes back",
      undefined,
      on(30, 9),
      report(0, 5, "lease", 1, NOW - 5 * MINUTE_MS),
    ],
    [
      "the lease was over seven minutes ago, and the board still hears nothing",
      UNAPPLIED,
      on(30, 9),
      report(0, 5, "lease", 1, NOW - 7 * MINUTE_MS),
    ],
    ["it was on, and the board fell silent", UNAPPLIED_LONG, on(30, 9), report(1, 5, "order", 10)],
    [
      "its lease reached until its end, and the board fell silent",
      undefined,
      on(30, -5),
      report(1, 5, "order", 10),
    ],
    [
      "its lease was over before its end, and the board fell silent",
      UNAPPLIED_LONG,
      on(30, -5),
      report(1, 5, "order", 15),
    ],
    [
      "its time was over five minutes ago, and the board says that it is on",
      { ...UNAPPLIED, value: 0, since: NOW - 5 * MINUTE_MS },
      on(30, -5),
      report(1, 5, "order"),
    ],
    [
      "its time is over, and the board has not said so yet",
      undefined,
      on(30, -1),
      report(1, 5, "order"),
    ],
  ])("%s", (_, expected, order, state) => {
    const output: KnownOutput = { ...ID, defined: DEFINED, order, state };
    const about = { output: "valve", outputName: "Drip line" };
    const found = outputFindingsOf(output, NOW);
    if (expected === undefined) expect(found).toEqual([]);
    else expect(found).toEqual([expect.objectContaining({ ...about, ...expected })]);
  });

  const unappliedOf = (
    order: Order,
    state: OutputState | undefined,
    { leaseSeconds = DEFINED.leaseSeconds, wasReported = false } = {},
  ): readonly (number | undefined)[] => {
    const defined = { ...DEFINED, leaseSeconds };
    const output: KnownOutput = { ...ID, defined, order, state };
    const found = outputFindingsOf(output, NOW, wasReported);
    return found.map(({ since }) => since && (NOW - since) / MINUTE_MS);
  };

  test.each([
    // The board asks at least every 20 minutes.
    [39, []],
    [41, [41]],
    [49, [49]],
    [51, []],
  ])(
    "an order for a minute, given %p minutes ago to a board with a lease of an hour",
    (ago, expected) => {
      const order = on(ago, 1 - ago);
      expect(unappliedOf(order, report(0, 4, "lease"), { leaseSeconds: 3_600 })).toEqual(expected);
    },
  );

  /** Renewed each 4.5 minutes: now it has version 9, and the first of them had version 1. */
  const renewed: Order = { ...on(1, 8), by: "plan", version: 9, since: NOW - 60 * MINUTE_MS };

  test.each<[string, readonly number[], OutputState | undefined]>([
    ["that never spoke", [60], undefined],
    ["that hears and is slow", [], report(1, 8, "order")],
    ["that missed one renewal", [], report(1, 7, "order")],
    ["that missed two renewals", [10], report(1, 6, "order")],
    ["that is off, because it missed renewals", [7], report(0, 7, "lease", 1, NOW - 7 * MINUTE_MS)],
    ["that has heard no order of the plan", [60], report(0, 0, "start", 50)],
    ["that fell silent", [28.5], report(1, 8, "order", 33)],
    ["that has restarted", [], report(0, 0, "start", 1, NOW - 2 * MINUTE_MS)],
    ["that reports an output from before it was defined again", [60], report(0, 99, "lease")],
    ["that cannot count", [55], report(0, 9, "fault", 1, NOW - 55 * MINUTE_MS)],
  ])("an order that a plan renews, of a board %s", (_, expected, state) => {
    expect(unappliedOf(renewed, state)).toEqual(expected);
  });

  test("a board that hears again ends it, though it has not reported the last renewal", () => {
    const of = (state: OutputState) => unappliedOf(renewed, state, { wasReported: true });
    expect(of(report(0, 8, "lease"))).toEqual([1]);
    expect(of(report(1, 8, "order"))).toEqual([]);
  });
});
