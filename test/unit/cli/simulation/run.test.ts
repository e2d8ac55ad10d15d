import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClimate } from "../../../../cli/src/simulation/curve";
import { runFleet } from "../../../../cli/src/simulation/run";
import type { RunPlan } from "../../../../cli/src/simulation/run";
import { createTally } from "../../../../cli/src/simulation/tally";

const SECOND = 1_000;
const middle = (): number => 0.5;

let server: Server;
beforeEach(async () => {
  server = createServer((_, response) => response.end("{}"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

test("a turn that comes too late is skipped and counted", async () => {
  const tally = createTally();
  let nowMs = 0;
  /** By how much each sleep is too long. */
  const stalls = [0, 2.5 * SECOND];
  const plan: RunPlan = {
    fleet: [
      {
        uid: "a",
        sensorName: "A",
        greenhouse: "g",
        variant: "signed",
        climate: createClimate(middle),
      },
    ],
    schedule: { devices: 1, everyMs: SECOND, forMs: 6 * SECOND },
    concurrency: 1,
    farmKey: "key",
    sensorKey: undefined,
    stopping: new AbortController().signal,
    onProgress: () => undefined,
  };
  const { port } = server.address() as AddressInfo;
  const session = {
    target: { functionsUrl: `http://127.0.0.1:${port}` },
    now: () => nowMs,
    sleep: (timeMs: number) => {
      nowMs += timeMs + (stalls.shift() ?? 0);
      return Promise.resolve();
    },
    random: middle,
  };
  await runFleet(session, plan, tally);
  // The second sleep, to 2 s, lasts until 4.5 s: the turns of 2 s and 3 s are over then, and that of 4 s is not.
  expect(tally).toMatchObject({ sent: 4, accepted: 4, skipped: 2 });
});
