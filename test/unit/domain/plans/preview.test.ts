/** What a plan does next, how long it is on in a day, and its findings. */

import { planFindingsOf } from "@greenhouse/domain/outputs/plan-findings";
import { dailyMaximum } from "@greenhouse/domain/outputs/plans/day-limit";
import type { PlanRun, PlanValue } from "@greenhouse/domain/outputs/plans/model";
import { nextRuns } from "@greenhouse/domain/outputs/plans/next-runs";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { at, HOLD, OUTPUT, situation, TIMES } from "./fixtures";

const NOON = at("12:00");
const OLGA = { value: 1, version: 7, until: at("14:05"), by: "olga", at: NOON };
const RUN: PlanRun = {
  id: "20261130T0615",
  action: "ran",
  reason: "below",
  at: at("11:50"),
  quantity: "soilMoisture",
  value: 27,
  forSeconds: 240,
  cycles: 3,
  cycle: 1,
  version: 5,
  endsAt: at("11:54"),
};

describe("a plan's next runs", () => {
  const nextOf = (...input: Parameters<typeof situation>): readonly string[] =>
    nextRuns(situation(...input), 3).next.map((next) => {
      const time = `${new Date(next.at + HOUR_MS).toISOString().slice(8, 16)} ${next.kind}`;
      return next.kind === "run" && next.isCut ? `${time} cut` : time;
    });

  test("are at its times, with the condition and the present value", () => {
    expect(nextOf(TIMES, NOON, { value: 34 })).toEqual([
      "30T18:30 run",
      "01T06:15 run",
      "01T18:30 run",
    ]);
    expect(nextRuns(situation(TIMES, NOON, { value: 34 }), 1).next[0]).toEqual({
      kind: "run",
      id: "20261130T1830",
      at: at("18:30"),
      planned: at("18:30"),
      isCut: false,
      condition: TIMES.condition,
      value: { kind: "fresh", value: 34, at: NOON - MINUTE_MS },
    });
  });

  test("say which run the daily limit ends early", () => {
    const defined = { ...OUTPUT, maxOnSeconds: 1_200 };
    expect(nextOf(TIMES, at("01:30"), { value: 34, defined })).toEqual([
      "30T06:15 run",
      "30T18:30 run cut",
      "01T06:15 run",
    ]);
    const done = { ...RUN, cycle: 3, at: at("06:15"), endsAt: at("06:47") };
    expect(nextOf(TIMES, NOON, { value: 34, defined, runs: [done] })[0]).toBe("30T18:30 run cut");
  });

  test("begin after the pause, and with the next cycle", () => {
    const paused = { ...TIMES, pausedUntil: at("20:00") };
    expect(nextOf(paused, NOON, { value: 34 })[0]).toBe("01T06:15 run");
    const order = { ...OLGA, by: "plan", version: 5 };
    expect(nextOf(TIMES, NOON, { value: 34, runs: [RUN], order })[0]).toBe("30T12:04 cycle");
    expect(nextOf(TIMES, NOON, { value: 34, runs: [RUN], order: OLGA })[0]).toBe("30T18:30 run");
    const local = { value: 0, version: 5, reason: "local" as const, at: NOON, heard: NOON };
    const atBoard = { value: 34, runs: [RUN], order, state: { ...local, since: NOON } };
    expect(nextOf(TIMES, NOON, atBoard)[0]).toBe("30T18:30 run");
    expect(nextOf(TIMES, at("12:34"), { runs: [RUN], order })[0]).toBe("30T12:34 cycle");
    expect(nextOf(TIMES, at("12:35"), { runs: [RUN], order })[0]).toBe("30T18:30 run");
    const evening = { ...TIMES, times: ["1830"] };
    expect(nextOf(evening, NOON, { value: 34, runs: [RUN], order })[0]).toBe("30T18:30 run");
  });

  test("leave out what a person's order delays by more than 30 minutes", () => {
    const plan = { ...TIMES, times: ["1210", "1340", "1830"], at: at("06:00"), cycles: 1 };
    expect(nextOf(plan, NOON, { value: 20, order: OLGA })).toEqual([
      "30T14:05 run",
      "30T18:30 run",
      "01T12:10 run",
    ]);
  });

  test("say of several runs that are due which one is made", () => {
    const plan = { ...TIMES, times: ["1210", "1220", "1830"], at: at("06:00"), cycles: 1 };
    // Its cycle of four minutes begins now.
    expect(nextOf(plan, at("12:25"))).toEqual(["30T12:25 run", "30T12:20 missing", "30T18:30 run"]);
  });

  test("begin with a run that is due, until it is late", () => {
    const stored = { ...TIMES, at: at("06:00") };
    expect(nextOf(stored, at("18:59"))[0]).toBe("30T18:59 run");
    expect(nextRuns(situation(stored, at("18:59")), 1).next[0]).toMatchObject({
      planned: at("18:30"),
    });
    expect(nextOf(stored, at("19:01"))[0]).toBe("01T06:15 run");
    expect(nextOf(TIMES, at("18:59"))[0]).toBe("01T06:15 run");
    const run = { ...RUN, id: "20261130T1830", ended: "limit" as const };
    expect(nextOf(stored, at("18:31"), { runs: [run] })[0]).toBe("01T06:15 run");
  });

  test("are none until the daily limit starts over, at midnight UTC", () => {
    const reason = "limit" as const;
    const limited = { state: { value: 0, version: 5, reason, at: NOON, heard: NOON, since: NOON } };
    const plan = { ...TIMES, times: ["0030", "0130", "1830"] };
    expect(nextOf(plan, NOON, limited)).toEqual([
      "30T18:30 missing",
      "01T00:30 missing",
      "01T01:30 run",
    ]);
    const order = { ...OLGA, by: "plan", version: 5 };
    expect(nextOf(TIMES, NOON, { ...limited, runs: [RUN], order })[0]).toBe("30T18:30 missing");
    expect(nextOf({ ...HOLD, between: undefined }, NOON, limited)).toEqual(["01T01:00 hold"]);
  });

  test("say which time is during the run before", () => {
    // 3 × 4 min with 10 min between take 32 minutes.
    const plan = { ...TIMES, times: ["1830", "1901", "1902"] };
    expect(nextOf(plan, NOON)).toEqual(["30T18:30 run", "30T19:01 missing", "30T19:02 run"]);
    const order = { ...OLGA, by: "plan", version: 5 };
    const during = { ...TIMES, times: ["0615", "1221", "1222"] };
    expect(nextOf(during, NOON, { runs: [RUN], order })).toEqual([
      "30T12:04 cycle",
      "30T12:21 missing",
      "30T12:22 run",
    ]);
  });

  test("are none while it is off", () => {
    expect(nextOf({ ...TIMES, isOn: false }, NOON)).toEqual([]);
    expect(nextOf({ ...TIMES, days: "0000000" }, NOON)).toEqual([]);
    expect(nextOf({ ...HOLD, days: "0000000" }, NOON)).toEqual([]);
  });

  test("say that there is no place for the sun", () => {
    const input = situation({ ...TIMES, times: ["sunrise+30"] }, NOON);
    const clock = { ...input.clock, sunOn: () => "noPlace" as const };
    const [next] = nextRuns({ ...input, clock }, 1).next;
    expect(next).toEqual({
      kind: "missing",
      id: "20261201Tsunrise+30",
      at: at("12:00", "2026-12-01"),
      reason: "noPlace",
    });
  });

  test("of a plan that holds a value begin now, or with its window, or after a person's order", () => {
    expect(nextOf(HOLD, NOON)).toEqual(["30T12:00 hold"]);
    expect(nextOf(HOLD, at("21:00"))).toEqual(["01T06:00 hold"]);
    expect(nextOf(HOLD, NOON, { order: OLGA })).toEqual(["30T14:05 hold"]);
    expect(nextRuns(situation(HOLD, NOON, { order: OLGA }), 1).held).toEqual({
      by: "olga",
      until: at("14:05"),
    });
  });
});

test.each([
  ["two times three cycles of four minutes", TIMES, 24 * MINUTE_MS],
  [
    "at most the whole day",
    { ...TIMES, forSeconds: 3_600, cycles: 10, times: ["06", "07", "08"] },
    DAY_MS,
  ],
  ["the length of its window", HOLD, 14 * HOUR_MS],
  ["a window over midnight", { ...HOLD, between: { from: "2200", until: "0530" } }, 7.5 * HOUR_MS],
  ["the whole day without a window", { ...HOLD, between: undefined }, DAY_MS],
] as const)("a plan is on in a day for %s", (_, plan, planMs) => {
  expect(dailyMaximum(plan, OUTPUT)).toEqual({ planMs, limitMs: 30 * MINUTE_MS });
});

describe("a plan is", () => {
  const ranAt = (time: string, change: Partial<PlanRun> = {}): PlanRun => ({
    ...RUN,
    at: at(time),
    heard: 7,
    ...change,
  });
  const unheardAt = (time: string): PlanRun => ({ ...RUN, at: at(time) });
  const blind: PlanRun = { id: "no-value", action: "skipped", reason: "noValue", at: RUN.at };
  const fresh: PlanValue = { kind: "fresh", value: 27, at: NOON };
  const oldSince = (time: string): PlanValue => ({ kind: "old", at: at(time) });
  const three = [ranAt("09:00"), ranAt("08:00"), ranAt("07:00")];

  test.each<[string, object, PlanValue, readonly PlanRun[], readonly [string, string?][]]>([
    ["fine with a fresh value", {}, fresh, [], []],
    [
      "blind without a fresh value for more than an hour",
      {},
      oldSince("10:29"),
      [],
      [["blind", "10:29"]],
    ],
    ["not yet blind after an hour", {}, oldSince("10:30"), [], []],
    [
      "blind for an hour after it last used a value, if the newest value is impossible",
      {},
      { kind: "old", at: undefined },
      [blind, ranAt("10:59")],
      [["blind", "10:59"]],
    ],
    [
      "not yet blind, if it used a value within the hour",
      {},
      { kind: "old", at: undefined },
      [blind, ranAt("11:00")],
      [],
    ],
    [
      "blind for an hour after it switched off for want of a value",
      { at: at("06:00") },
      { kind: "old", at: undefined },
      [{ ...blind, action: "off", at: at("10:30") }],
      [["blind", "10:30"]],
    ],
    [
      "blind after two skipped runs",
      {},
      oldSince("11:00"),
      [blind, { ...blind, at: at("11:45") }],
      [["blind", "11:45"]],
    ],
    ["not yet blind after one", {}, oldSince("11:00"), [blind, ranAt("11:45")], []],
    ["never blind while it is paused", { pausedUntil: NOON + 1 }, oldSince("02:00"), [], []],
    ["never blind without a condition", { condition: undefined }, oldSince("02:00"), [], []],
    [
      "ineffective after three runs without wetter soil",
      {},
      fresh,
      three,
      [["ineffective", "07:00"]],
    ],
    [
      "not yet ineffective two hours after the third",
      {},
      fresh,
      [ranAt("10:01"), ...three.slice(0, 2)],
      [],
    ],
    [
      "effective if one run made the soil wetter",
      {},
      fresh,
      [...three.slice(0, 2), ranAt("07:00", { wetter: 30 })],
      [],
    ],
    [
      "not judged by runs that the board did not confirm",
      {},
      fresh,
      [unheardAt("09:30"), ...three.slice(0, 2)],
      [],
    ],
    [
      "not judged by runs that a person ended",
      {},
      fresh,
      [ranAt("09:30", { ended: "person" }), ...three.slice(0, 2)],
      [],
    ],
    ["not judged by runs before its last change", { at: at("07:30") }, fresh, three, []],
  ])("%s", (_, change, value, runs, expected) => {
    const plan = { ...TIMES, ...change };
    const id = { output: "valve" };
    const checked = { id, output: { defined: OUTPUT }, plan, value, runs };
    expect(planFindingsOf(checked, NOON)).toEqual(
      expected.map(([kind, since]) => ({
        kind,
        output: "valve",
        outputName: "Drip line",
        since: since === undefined ? undefined : at(since),
      })),
    );
  });
});
