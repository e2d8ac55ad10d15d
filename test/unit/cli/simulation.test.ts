/** `farm simulate`: its values, turns and account, and the outputs of its devices. */

import { MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SimulatedBoard } from "../../../tools/cli/src/simulation/board";
import type { Change } from "../../../tools/cli/src/simulation/board";
import { createClimate } from "../../../tools/cli/src/simulation/curve";
import { runFleet } from "../../../tools/cli/src/simulation/run";
import {
  createTally,
  isConsistent,
  record,
  tallyJson,
  tallyText,
} from "../../../tools/cli/src/simulation/tally";

const middle = (): number => 0.5;

test("the tally separates refused readings from those that may be stored", () => {
  const tally = createTally();
  const answered = (status: number, body: null | { error: string } = null): void =>
    record(tally, { outcome: "answered", answer: { status, body, dateMs: undefined } });
  answered(200);
  answered(200);
  answered(403, { error: "Invalid API key." });
  answered(503, { error: "Database unavailable. Try again." });
  record(tally, { outcome: "unanswered", reason: "socket hang up" });
  expect(tallyJson(tally)).toEqual({
    sent: 5,
    accepted: 2,
    skipped: 0,
    refused: { "403 Invalid API key.": 1 },
    unconfirmed: { "503 Database unavailable. Try again.": 1, "socket hang up": 1 },
  });
  const consistent = [1, 2, 4, 5].map((stored) => isConsistent(tally, stored));
  expect(consistent).toEqual([false, true, true, false]);
  expect(tallyText({ ...tally, skipped: 7 }, 3)).toContain(
    "unconfirmed  2 (1 × 503 Database unavailable. Try again.; 1 × socket hang up)\nnot sent     7 (",
  );
});

const ON = { value: 1, version: 7, forMs: MINUTE_MS, maxOnMs: 10 * MINUTE_MS, day: 20_785 };

/** A board with a clock that the test moves. */
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
  board.hear(
    {
      success: true,
      outputs: { "valve-1": ON, "valve-2": { ...ON, value: 0, version: 3, forMs: 0 } },
    },
    0,
  );
  await pass(MINUTE_MS - 1_001);
  expect(states()[0]).toEqual({ value: 1, version: 7, reason: "order", agoMs: MINUTE_MS - 1_001 });
  await pass(1);
  expect(states()).toMatchObject([
    { value: 0, version: 7, reason: "lease" },
    { value: 0, version: 3, reason: "order" },
  ]);
  expect(changes).toEqual(["1000 valve-1 1 order", "60000 valve-1 0 lease"]);
  expect(timers()).toBe(0);
});

test("an unreadable answer switches off", async () => {
  const { board, pass, states } = begin("valve-1");
  await pass(1_000);
  for (const body of [
    "<html>",
    null,
    { outputs: [] },
    { outputs: { "valve-1": { ...ON, day: 0.5 } } },
  ]) {
    board.hear({ outputs: { "valve-1": ON } }, 1_000);
    expect(states()[0]?.value).toBe(1);
    board.hear(body, 1_000);
    expect([body, states()[0]]).toMatchObject([body, { value: 0, reason: "fault" }]);
  }
});

describe("a run", () => {
  let functionsUrl: string;
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end("{}"));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    functionsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test("skips and counts a turn that comes too late", async () => {
    const tally = createTally();
    let nowMs = 0;
    /** How much longer each sleep takes than asked. */
    const stalls = [0, 2.5 * SECOND_MS];
    const session = {
      target: { functionsUrl },
      now: () => nowMs,
      sleep: (timeMs: number) => {
        nowMs += timeMs + (stalls.shift() ?? 0);
        return Promise.resolve();
      },
      random: middle,
    };
    const climate = createClimate(middle);
    const plan = {
      concurrency: 1,
      farmKey: "key",
      sensorKey: undefined,
      boards: new Map<string, SimulatedBoard>(),
      stopping: new AbortController().signal,
      onProgress: () => undefined,
      schedule: { devices: 1, everyMs: SECOND_MS, forMs: 6 * SECOND_MS },
      fleet: [{ uid: "a", sensorName: "A", greenhouse: "g", climate, variant: "signed" as const }],
    };
    await runFleet(session, plan, tally);
    // The second sleep lasts until 4.5 s: the turns of 2 s and 3 s are over by then.
    expect(tally).toMatchObject({ sent: 4, accepted: 4, skipped: 2 });
  });
});
