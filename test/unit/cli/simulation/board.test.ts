/** Outputs of a simulated device, with a clock that the test moves. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { SimulatedBoard } from "../../../../tools/cli/src/simulation/board";
import type { Change } from "../../../../tools/cli/src/simulation/board";
import {
  changeText,
  createTally,
  recordChange,
  tallyJson,
  tallyText,
} from "../../../../tools/cli/src/simulation/tally";

const ON = { value: 1, version: 7, forMs: MINUTE_MS, maxOnMs: 10 * MINUTE_MS, day: 20_785 };
const OFF = { ...ON, value: 0, version: 8, forMs: 0 };

function begin(...names: readonly string[]) {
  let clock = 0;
  const sleeping = new Set<{ readonly until: number; readonly wake: () => void }>();
  const changes: string[] = [];
  const board = new SimulatedBoard(names, {
    uptime: () => clock,
    sleep: (ms, signal) =>
      new Promise((wake) => {
        const sleeper = { until: clock + ms, wake };
        sleeping.add(sleeper);
        signal.addEventListener("abort", () => {
          sleeping.delete(sleeper);
          wake();
        });
      }),
    onChange: ({ output, after, reason }: Change) =>
      void changes.push(`${clock} ${output} ${after.value} ${reason}`),
  });
  return {
    board,
    changes,
    timers: () => sleeping.size,
    pass: async (ms: number) => {
      clock += ms;
      for (const sleeper of sleeping) {
        if (sleeper.until > clock) continue;
        sleeping.delete(sleeper);
        sleeper.wake();
      }
      await new Promise(setImmediate);
    },
    states: () => Object.values(board.report().outputs),
  };
}

test("an output is off first, on as ordered, and off at its end by a timer only", async () => {
  const { board, changes, pass, states, timers } = begin("valve-1", "valve-2");
  const off = { value: 0, version: 0, reason: "start", agoMs: 0 };
  expect(board.report()).toEqual({ sentAt: 0, outputs: { "valve-1": off, "valve-2": off } });
  await pass(1_000);
  board.hear({ success: true, outputs: { "valve-1": ON, "valve-2": { ...OFF, version: 3 } } }, 0);
  await pass(MINUTE_MS - 1_001);
  expect(states()[0]).toEqual({ value: 1, version: 7, reason: "order", agoMs: MINUTE_MS - 1_001 });
  await pass(1);
  expect(states()).toEqual([
    { value: 0, version: 7, reason: "lease", agoMs: 0 },
    { value: 0, version: 3, reason: "order", agoMs: MINUTE_MS - 1_000 },
  ]);
  expect(changes).toEqual(["1000 valve-1 1 order", "60000 valve-1 0 lease"]);
  expect(timers()).toBe(0);
});

test("each answer restarts the lease, and only the last timer is used", async () => {
  const { board, changes, pass, timers } = begin("valve-1");
  for (let answers = 0; answers < 3; answers += 1) {
    board.hear({ outputs: { "valve-1": ON } }, answers * 40_000);
    expect(timers()).toBe(1);
    await pass(40_000);
  }
  board.hear({ outputs: { "valve-1": OFF } }, 120_000);
  expect(timers()).toBe(0);
  await pass(10 * MINUTE_MS);
  expect(changes).toEqual(["0 valve-1 1 order", "120000 valve-1 0 order"]);
});

test("an old answer or none changes nothing, and an unreadable answer switches off", async () => {
  const { board, changes, pass, states } = begin("valve-1");
  board.hear({ outputs: { "valve-1": ON } }, 0);
  await pass(1_000);
  board.hear({ success: true }, 1_000);
  board.hear({ outputs: { "valve-1": OFF } }, -1);
  expect(changes).toHaveLength(1);
  const unreadable = [
    "<html>",
    null,
    [],
    { outputs: [] },
    { outputs: 5 },
    ...[{}, 5, { ...ON, value: 101 }, { ...ON, forMs: -1 }, { ...ON, day: 0.5 }].map((answer) => ({
      outputs: { "valve-1": answer },
    })),
  ];
  for (const body of unreadable) {
    board.hear({ outputs: { "valve-1": ON } }, 1_000);
    expect(states()[0]?.value).toBe(1);
    board.hear(body, 1_000);
    const fault = { value: 0, version: 7, reason: "fault", agoMs: 0 };
    expect([body, states()[0]]).toEqual([body, fault]);
  }
  board.hear({ outputs: { "valve-1": ON } }, 1_000);
  board.hear({ outputs: {} }, 1_000);
  expect(states()[0]?.reason).toBe("start");
});

test("the day's limit ends it, and so does the end of the simulation", async () => {
  const { board, changes, pass, states, timers } = begin("valve-1", "valve-2");
  const limited = { ...ON, maxOnMs: 30_000 };
  board.hear({ outputs: { "valve-1": limited, "valve-2": ON } }, 0);
  await pass(30_000);
  board.hear({ outputs: { "valve-1": limited, "valve-2": ON } }, 30_000);
  expect(states()[0]).toEqual({ value: 0, version: 7, reason: "limit", agoMs: 0 });
  board.stop();
  board.stop();
  expect(changes.slice(2)).toEqual(["30000 valve-1 0 limit", "30000 valve-2 0 end"]);
  expect(timers()).toBe(0);
});

test("reports changes, and counts them by the reason for switching off", () => {
  const tally = createTally(true);
  const device = { at: 5, uid: "sim-1" };
  const state = (value: number, version: number) => ({ value, version, reason: "order" }) as const;
  const change = (before: Change["before"], after: Change["after"], reason: Change["reason"]) =>
    changeText(recordChange(tally.outputs!, { output: "valve-1", before, after, reason }, device));
  expect([
    change(state(0, 0), state(1, 7), "order"),
    change(state(1, 7), state(1, 8), "order"),
    change(state(1, 8), state(0, 8), "lease"),
  ]).toEqual([
    "sim-1 valve-1: on (as ordered)",
    "sim-1 valve-1: on (as ordered)",
    "sim-1 valve-1: off (the order ended, or there was no contact)",
  ]);
  expect(tallyJson(tally)["outputs"]).toEqual({
    applied: 2,
    ended: { order: 1, lease: 1 },
    changes: [1, 1, 0].map((value, index) => ({
      ...device,
      output: "valve-1",
      value,
      reason: index < 2 ? "order" : "lease",
    })),
  });
  expect(tallyText(tally, 0).split("\n").slice(-2)).toEqual([
    "switched on  2",
    "ended        2 (1 × as ordered; 1 × the order ended, or there was no contact)",
  ]);
});
