/** `farm simulate`: its account and its turns. */

import { SECOND_MS } from "@greenhouse/domain/time";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
      boards: new Map(),
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
