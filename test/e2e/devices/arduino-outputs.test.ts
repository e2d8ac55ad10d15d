/** Outputs of the Arduino client behave as the reference in test/support/outputs, through all faults. */

import { HOUR_MS } from "@greenhouse/domain/time";
import { NO_COMPILER } from "../../support/devices/commands";
import { BOARD, bodyWith, hear, ON, play, playTo } from "../../support/devices/board-outputs";
import type { BoardState, Line } from "../../support/devices/board-outputs";
import { traceOf, type Trace } from "../../support/outputs/traces";

/** Set FUZZ_RUNS for more. */
const SEEDS = Number(process.env["FUZZ_RUNS"] ?? 100);
/** millis() wraps around 30 seconds after the start. */
const BEFORE_OVERFLOW = 2 ** 32 - 30_000;
const [FRESH, OLD] = [BOARD, ["board", "valve", "no", BEFORE_OVERFLOW]];

// These tests compile the client.
const describeOutputs = NO_COMPILER === undefined ? describe : describe.skip;

const off = (reason: string, version = 12) => ({ value: 0, version, reason });
const on = { value: 1, version: 12, reason: "order" };
const answer = (body: string, { connectMs = 0, answerMs = 0, status = 200 } = {}): Line => [
  "answer",
  connectMs,
  answerMs,
  status,
  body,
];
const ANSWER = answer(bodyWith({ valve: ON }));

/** The outputs in a request. */
function reportsOf({ requests }: BoardState): unknown {
  return requests.map((body) => (JSON.parse(body) as { readonly outputs: unknown }).outputs);
}

function lineOf(step: Trace[number]): Line {
  switch (step.op) {
    case "send":
      return ["wait", 0];
    case "restart":
      return ["restart"];
    case "wait":
      return [step.isLate === true ? "late" : "wait", step.ms];
    case "press":
      return ["press", "valve", step.value, step.ms];
    case "hear": {
      const isUnreadable = step.answer === "unreadable";
      const outputs = step.answer === null ? {} : { valve: step.answer };
      const body = isUnreadable ? "<html>" : bodyWith(outputs);
      return ["hear", step.sent, step.keeps ? "yes" : "no", body];
    }
  }
}

describeOutputs("an output", () => {
  test.each([
    ["with a timer", FRESH],
    ["without one, while millis() goes round", OLD],
  ])(`behaves as the reference in ${SEEDS} traces: %s`, async (_, board) => {
    const traces = Array.from({ length: SEEDS }, (_each, seed) => traceOf(seed));
    const states = await play(traces.flatMap((trace) => [board, ...trace.map(lineOf)]));
    const expected = traces.flatMap((trace, seed) => [
      { at: `${seed}: start`, valve: { ...off("start", 0), agoMs: 0 }, pin: 0 },
      ...trace.map(({ expected: valve, ...step }, at) => ({
        at: `${seed}: ${at} ${JSON.stringify(step)}`,
        valve,
        pin: valve.value,
      })),
    ]);
    const found = states.map(({ told: { valve }, pins }, at) => ({
      at: expected[at]!.at,
      valve,
      pin: pins["valve"],
    }));
    const wrong = found.findIndex((state, at) => {
      return JSON.stringify(state) !== JSON.stringify(expected[at]);
    });
    expect(found[wrong]).toEqual(expected[wrong]);
    expect(states.filter(({ pins }) => pins["valve"] === 1).length).toBeGreaterThan(SEEDS);
  });

  test("is off after an unreadable answer", async () => {
    const cases: readonly (readonly [string, string])[] = [
      ["7", "fault"],
      ["[]", "fault"],
      ["{}", "start"],
      [`{},"x":${JSON.stringify({ valve: ON })}`, "start"],
      ['{"valve":null}', "fault"],
      ...Object.keys(ON).flatMap((name) =>
        [undefined, -1, 0.5, "1", null, [1]].map(
          (value) =>
            [JSON.stringify({ valve: { ...ON, version: 13, [name]: value } }), "fault"] as const,
        ),
      ),
      [JSON.stringify({ valve: { ...ON, value: 2 } }), "fault"],
      [JSON.stringify({ valve: ON }).replace(":12,", `:${"9".repeat(20)},`), "fault"],
      ['{"valve":{"value":1,"value":"1"}}', "fault"],
    ];
    const states = await play(
      cases.flatMap(([outputs]) => [
        FRESH,
        hear({}),
        ["hear", 1, "yes", `{"success":true,"outputs":${outputs}}`],
      ]),
    );
    const after = cases.map(([outputs], at) => {
      const { outputs: told, pins } = states[3 * at + 2]!;
      return [outputs, told["valve"], pins["valve"]];
    });
    expect(after).toEqual(cases.map(([outputs, reason]) => [outputs, off(reason), 0]));
  });

  test.each([
    ["<html>Please sign in</html>"],
    [bodyWith({ valve: ON }).slice(0, -1)],
    [`${bodyWith({ valve: ON })} or not`],
    [`{"success":true,"x":"${"x".repeat(8_200)}"}`],
  ])("is off after an answer that is not JSON: %s", async (body) => {
    const state = await playTo(FRESH, ANSWER, ["poll"], ["wait", 2_000], answer(body), ["poll"]);
    expect([state.outputs["valve"], state.pins["valve"]]).toEqual([off("fault"), 0]);
  });

  test.each([
    [200, `{"success":true}`],
    [503, bodyWith({})],
    [302, "<html>"],
    [0, ""],
  ])("stays on until its lease is over after %i %s", async (status, body) => {
    const begun = [FRESH, ANSWER, ["poll"], ["wait", 2_000], answer(body, { status }), ["poll"]];
    const [before, after] = (await play([...begun, ["wait", 57_999], ["wait", 1]])).slice(-2);
    expect([before!.outputs["valve"], before!.pins["valve"]]).toEqual([on, 1]);
    expect([after!.outputs["valve"], after!.pins["valve"]]).toEqual([off("lease"), 0]);
  });

  test("is stored before its pin is on, and after it is off", async () => {
    const states = await play([FRESH, hear({}), hear({ forMs: 70_000 }, 0), ["wait", 70_000]]);
    expect(states.map(({ events }) => events)).toEqual([
      [],
      ["kept", "valve is 1"],
      ["kept"],
      ["valve is 0", "kept"],
    ]);
  });

  test("ends by the timer while the program is blocked, and counts only that time", async () => {
    const states = await play([
      FRESH,
      hear({}),
      ["block", 59_999],
      ["block", 1],
      ["block", 600_000],
      ["wait", 0],
      hear({ version: 13 }, 660_000),
      ["block", 600_000],
      ["wait", 0],
    ]);
    expect(states.map(({ pins }) => pins["valve"])).toEqual([0, 1, 1, 0, 0, 0, 1, 0, 0]);
    expect(states[5]!.outputs["valve"]).toEqual(off("lease"));
    expect(states.at(-1)).toMatchObject({
      onMs: { valve: 100_000 },
      outputs: { valve: off("limit", 13) },
    });
  });

  test("ends without a timer while the client waits for an answer", async () => {
    const states = await play([
      ["board", "valve", "no", 0],
      hear({ forMs: 10_000 }),
      ["wait", 5_000],
      answer("{}", { answerMs: 14_000 }),
      ["poll"],
    ]);
    expect(states.at(-1)!.events[0]).toBe("valve is 0");
  });

  test("counts its lease, and reports its state, from the moment when the request is sent", async () => {
    const slow = answer(bodyWith({ valve: ON }), { connectMs: 5_000, answerMs: 10_000 });
    const [before, after] = (
      await play([FRESH, slow, ["poll"], ["wait", 49_999], ["wait", 1]])
    ).slice(-2);
    expect([before!.pins["valve"], after!.pins["valve"]]).toEqual([1, 0]);
    const connecting = answer(bodyWith({ valve: { ...ON, forMs: 0 } }), { connectMs: 10_000 });
    const state = await playTo(FRESH, hear({}), ["wait", 55_000], connecting, ["poll"]);
    expect(reportsOf(state)).toEqual([{ valve: { ...off("lease"), agoMs: 5_000 } }]);
    expect(JSON.parse(state.requests[0]!)).toMatchObject({ timestamp: 1_700_000_065_000 });
  });

  const UNLIMITED = { forMs: 7_200_000, maxOnMs: 86_400_000 };
  test.each([
    ["ordered", hear(UNLIMITED)],
    ["set at the board", ["press", "valve", 1, 7_200_000]],
  ])("is on for an hour at most without a new answer: %s", async (_, line) => {
    for (const board of [FRESH, OLD]) {
      const earlier = hear({ ...UNLIMITED, value: 0, version: 11 });
      const states = await play([board, earlier, line, ["wait", HOUR_MS - 1], ["wait", 1]]);
      expect(states.map(({ pins }) => pins["valve"])).toEqual([0, 0, 1, 1, 0]);
    }
  });

  test("does not depend on the time of day", async () => {
    const jumps = [86_400_000, -10 * 86_400_000, 3_600_000].flatMap((ms): Line[] => [
      ["wall", ms],
      ["wait", 19_000],
    ]);
    const states = await play([FRESH, hear({}), ...jumps, ["wait", 2_999], ["wait", 1]]);
    expect(states.slice(1).map(({ pins }) => pins["valve"])).toEqual([...Array(8).fill(1), 0]);
  });

  test("goes on after millis() has wrapped around many times", async () => {
    const days = Array.from({ length: 200 }, (): Line[] => [["wait", 86_400_000], ["poll"]]).flat();
    const sent = 200 * 86_400_000;
    const states = await play([FRESH, ...days, hear({}, sent), ["wait", 59_999], ["wait", 1]]);
    // The time of the last change is reported for thirty days.
    const agoMs = [60, 62].map((at) => states[at]!.told["valve"]?.agoMs);
    expect(agoMs).toEqual([30 * 86_400_000, undefined]);
    expect(states.slice(-3).map(({ pins }) => pins["valve"])).toEqual([1, 1, 0]);
  });

  test("may be a level, and is independent of other outputs", async () => {
    const board = ["board", "valve,vent=100,pump", "yes", 0];
    const body = (vent: object, pump: unknown = { ...ON, value: 0 }, sent = 0): Line => [
      "hear",
      sent,
      "yes",
      bodyWith({ other: 7, valve: { ...ON, forMs: 30_000 - sent }, vent, pump }),
    ];
    const states = await play([
      board,
      body({ ...ON, value: 40 }),
      ["wait", 30_000],
      body({ ...ON, value: 100, version: 13 }, [], 30_000),
      body({ ...ON, value: 101, version: 14 }, undefined, 30_000),
      ["restart"],
    ]);
    expect(states.map(({ pins }) => Object.values(pins))).toEqual([
      [0, 0, 0],
      [1, 40, 0],
      [0, 40, 0],
      [0, 100, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(states[3]!.outputs).toEqual({
      valve: off("lease"),
      vent: { value: 100, version: 13, reason: "order" },
      pump: off("fault"),
    });
    expect(states.at(-1)!.outputs["vent"]).toEqual(off("start", 0));
  });

  test("cannot be added with an invalid or duplicate name, or as the ninth", async () => {
    const names = ["a", "b", "c", "a", "9d", "d e", "e-f_2", "abcdefghijklmnop"].concat([
      "g",
      "h",
      "i",
      "j",
      "k",
    ]);
    const outputs = bodyWith(Object.fromEntries(names.map((name) => [name, ON])));
    const state = await play([
      ["board", names.join(","), "yes", 0],
      ["hear", 0, "yes", outputs],
    ]);
    const refused = ["a", "9d", "d e", "abcdefghijklmnop", "k"];
    const reports = refused.map((name) => `says output cannot be added: ${name}`);
    expect(state[0]!.events).toEqual(reports);
    expect(state[1]!.events.filter((event) => event.endsWith("is 1"))).toHaveLength(8);
  });
});

describeOutputs("the record of an output", () => {
  test("takes time to write, which does not prolong the order", async () => {
    const slow = [FRESH, ["slow", 50_000], hear({}), ["slow", 0]];
    const [before, after] = (await play([...slow, ["wait", 9_999], ["wait", 1]])).slice(-2);
    expect([before!.pins["valve"], after!.pins["valve"]]).toEqual([1, 0]);
    expect(before!.told["valve"]).toEqual({ ...on, agoMs: 9_999 });
    const tooSlow = await playTo(FRESH, ["slow", 60_000], hear({}));
    expect(tooSlow).toMatchObject({ onMs: { valve: 0 }, outputs: { valve: off("lease") } });
  });

  const tomorrow = hear({ version: 14, day: ON.day + 1 }, 1_000);
  test.each(["cut", "flip"])("counts as used up if it is damaged: %s", async (how) => {
    const damaged = [FRESH, hear({}), ["wait", 1_000], ["damage", how], ["restart"]];
    const states = await play([
      ...damaged,
      hear({}),
      ["wait", 1_000],
      ["press", "valve", 1, 1_000],
      ["restart"],
      hear({ version: 13 }),
      ["wait", 1_000],
      tomorrow,
    ]);
    expect(states.slice(damaged.length).map(({ outputs }) => outputs["valve"])).toEqual([
      off("limit"),
      off("limit"),
      off("limit"),
      off("start", 0),
      off("limit", 13),
      off("limit", 13),
      { ...on, version: 14 },
    ]);
  });

  test("is read later if the flash cannot be read", async () => {
    const used = [FRESH, hear({}), ["wait", 60_000], ["damage", "unreadable"], ["restart"]];
    const states = await play([
      ...used,
      hear({}),
      ["damage", "unreadable"],
      hear({ version: 13 }),
      ["wait", 40_000],
    ]);
    const reasons = states.slice(used.length).map(({ outputs }) => outputs["valve"]?.reason);
    expect(reasons).toEqual(["fault", "fault", "order", "limit"]);
  });
});

describeOutputs("the client with outputs", () => {
  test("asks at once, then every half minute, and reports a change after two seconds", async () => {
    const states = await play([
      FRESH,
      ANSWER,
      ["poll"],
      ["wait", 1_999],
      ANSWER,
      ["poll"],
      ["wait", 1],
      ["poll"],
      ["wait", 29_999],
      ANSWER,
      ["poll"],
      ["wait", 1],
      ["poll"],
    ]);
    expect(states.map(reportsOf).filter((reports) => JSON.stringify(reports) !== "[]")).toEqual([
      [{ valve: { ...off("start", 0), agoMs: 0 } }],
      [{ valve: { ...on, agoMs: 2_000 } }],
      [{ valve: { ...on, agoMs: 32_000 } }],
    ]);
    expect(states.map(({ requests }) => requests.length)).toEqual([
      0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
    ]);
    expect(states.map(({ waitMs }) => waitMs).filter((ms) => ms >= 0)).toEqual([
      2_000, 1, 30_000, 1, 30_000,
    ]);
  });

  test("sends uid, time and outputs, and the readings that wait", async () => {
    const states = await play([FRESH, ANSWER, ["poll"], ["wait", 5], ["add"], ANSWER, ["poll"]]);
    const outputs = (state: object, agoMs: number): string =>
      `"outputs":${JSON.stringify({ valve: { ...state, agoMs } })}`;
    const readings = '"readings":[{"timestamp":1700000000005,"temperature":20}]';
    expect(states.flatMap(({ requests }) => requests)).toEqual([
      `{"uid":"uid","timestamp":1700000000000,${outputs(off("start", 0), 0)}}`,
      `{"uid":"uid","timestamp":1700000000005,${outputs(on, 5)},${readings}}`,
    ]);
    expect(states.at(-1)).toMatchObject({ stored: 1, waiting: 0 });
  });

  test.each([
    [403, `{"error":"no"}`, 6],
    [200, "<html>", 40],
    [503, `{"error":"later"}`, 40],
  ])("does not flood a server that answers %i %s", async (status, body, max) => {
    const seconds = Array.from({ length: 900 }, (_each, at): Line[] => [
      answer(body, { status }),
      ["poll"],
      ["press", "valve", at % 2, 900_000],
      ["wait", 1_000],
    ]).flat();
    const sent = (await play([FRESH, ...seconds])).flatMap(({ requests }) => requests);
    expect(sent.length).toBeLessThanOrEqual(max);
    expect(sent.length).toBeGreaterThan(2);
  });

  test("reports a state again until an answer acknowledges it", async () => {
    const lost = [answer("", { status: 0 }), ["poll"]];
    const states = await play([
      FRESH,
      ANSWER,
      ["poll"],
      ["wait", 2_000],
      ...lost,
      ["wait", 2_000],
      ANSWER,
      ["poll"],
    ]);
    expect(states.flatMap(({ requests }) => requests)).toHaveLength(3);
    expect(reportsOf(states.at(-1)!)).toEqual([{ valve: { ...on, agoMs: 4_000 } }]);
  });
});
