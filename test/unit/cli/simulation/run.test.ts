import { SECOND_MS } from "@greenhouse/domain/time";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SimulatedBoard } from "../../../../tools/cli/src/simulation/board";
import { createClimate } from "../../../../tools/cli/src/simulation/curve";
import { runFleet } from "../../../../tools/cli/src/simulation/run";
import type { RunPlan } from "../../../../tools/cli/src/simulation/run";
import { createTally } from "../../../../tools/cli/src/simulation/tally";

const middle = (): number => 0.5;

let server: Server;
/** The bodies of the requests, and the answer to each; later answers are `{}`. */
let requests: string[];
let answers: (() => Promise<string> | string)[];
beforeEach(async () => {
  [requests, answers] = [[], []];
  server = createServer((request, response) => {
    void text(request).then(async (body) => {
      requests.push(body);
      response.end(await (answers.shift()?.() ?? "{}"));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const DEVICE = { uid: "a", sensorName: "A", greenhouse: "g", climate: createClimate(middle) };
const PLAN = {
  concurrency: 2,
  farmKey: "key",
  sensorKey: undefined,
  boards: new Map(),
  stopping: new AbortController().signal,
  onProgress: () => undefined,
};

function targetOfServer() {
  const { port } = server.address() as AddressInfo;
  return { functionsUrl: `http://127.0.0.1:${port}` };
}

test("skips and counts a turn that comes too late", async () => {
  const tally = createTally();
  let nowMs = 0;
  /** How much longer each sleep takes than asked. */
  const stalls = [0, 2.5 * SECOND_MS];
  const plan: RunPlan = {
    ...PLAN,
    fleet: [{ ...DEVICE, variant: "signed" }],
    schedule: { devices: 1, everyMs: SECOND_MS, forMs: 6 * SECOND_MS },
    concurrency: 1,
  };
  const session = {
    target: targetOfServer(),
    now: () => nowMs,
    sleep: (timeMs: number) => {
      nowMs += timeMs + (stalls.shift() ?? 0);
      return Promise.resolve();
    },
    random: middle,
  };
  await runFleet(session, plan, tally);
  // The second sleep, to 2 s, lasts until 4.5 s: the turns of 2 s and 3 s are over by then, but not
  // that of 4 s.
  expect(tally).toMatchObject({ sent: 4, accepted: 4, skipped: 2 });
});

test("a device with outputs waits for an answer before its next request, and reports what it received", async () => {
  const tally = createTally(true);
  const board = new SimulatedBoard(["valve-1"], {
    uptime: () => 0,
    sleep: () => new Promise(() => undefined),
    onChange: () => undefined,
  });
  const plan: RunPlan = {
    ...PLAN,
    fleet: [{ ...DEVICE, variant: "hmac" }],
    schedule: { devices: 1, everyMs: SECOND_MS, forMs: 4 * SECOND_MS },
    boards: new Map([["a", board]]),
  };
  const isAnswered = Promise.withResolvers<true>();
  const ordered = { value: 1, version: 7, forMs: 60_000, maxOnMs: 60_000, day: 1 };
  answers = [
    async () => {
      await isAnswered.promise;
      return JSON.stringify({ outputs: { "valve-1": ordered } });
    },
  ];
  let nowMs = 0;
  const session = {
    target: targetOfServer(),
    now: () => nowMs,
    sleep: async (timeMs: number) => {
      nowMs += timeMs;
      if (nowMs < 3 * SECOND_MS) return;
      // The turns of 1 s and 2 s have come, but the first answer has not.
      isAnswered.resolve(true);
      while (tally.sent === 0) await new Promise(setImmediate);
    },
    random: middle,
  };
  await runFleet(session, plan, tally);
  board.stop();
  expect(tally).toMatchObject({ sent: 2, skipped: 2 });
  expect(requests.map((body) => (JSON.parse(body) as { outputs: unknown }).outputs)).toEqual([
    { "valve-1": { value: 0, version: 0, reason: "start", agoMs: 0 } },
    { "valve-1": { value: 1, version: 7, reason: "order", agoMs: 0 } },
  ]);
});
