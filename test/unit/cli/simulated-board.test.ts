/** The outputs of a simulated device go off by its own clock. */

import { SimulatedBoard } from "../../../tools/cli/src/simulation/board";
import type { Change } from "../../../tools/cli/src/simulation/board";

const FOR_MS = 60_000;

test("an output goes off in time without another answer, though a timer ends early", async () => {
  let uptime = 1_000;
  const changes: [number, Change["reason"]][] = [];
  const board = new SimulatedBoard(["pump"], {
    uptime: () => uptime,
    sleep: (ms) => {
      uptime += Math.max(1, ms - 1);
      return Promise.resolve();
    },
    onChange: ({ after, reason }) => changes.push([after.value, reason]),
  });
  const answer = { value: 1, version: 1, forMs: FOR_MS, maxOnMs: FOR_MS * 10, day: 20_000 };
  board.hear({ outputs: { pump: answer } }, uptime);
  await new Promise(setImmediate);
  expect(changes).toEqual([
    [1, "order"],
    [0, "lease"],
  ]);
  expect(uptime).toBe(1_000 + FOR_MS);
});
