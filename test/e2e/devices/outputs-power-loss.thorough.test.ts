/** Outputs of each client with a power cut in each step of their records: they count at least their time on. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { BOARD, hear, ON, play } from "../../support/devices/board-outputs";
import type { Line } from "../../support/devices/board-outputs";
import { PYTHON_CLIENTS } from "../../support/devices/clients";
import { NO_COMPILER } from "../../support/devices/commands";
import { FOLDER } from "../../support/devices/device";
import { testTogether } from "../../support/devices/trial";

(NO_COMPILER === undefined ? describe : describe.skip)("Arduino", () => {
  /** The last step of the flash's work. */
  const STEPS = Array.from({ length: 16 }, (_, at) => at + 1);
  const RENEWED = hear({ version: 12, forMs: 60_000 }, 30_000);
  test.each<[string, readonly Line[], Line]>([
    ["before it is on", [], hear({})],
    ["when it is renewed", [hear({}), ["wait", 30_000]], RENEWED],
    ["when it ends", [hear({}), ["wait", 59_000]], ["wait", 1_000]],
    ["when it is set to off", [hear({}), ["wait", 59_000]], ["press", "valve", 0, 1]],
  ])("counts through a power cut in each step: %s", async (_, before, line) => {
    const rest = [
      hear({ version: 13 }),
      ["wait", 60_000],
      hear({ version: 14 }, 60_000),
      ["wait", 60_000],
    ];
    let lost = 0;
    for (const step of STEPS) {
      const states = await play([BOARD, ...before, ["cut", step], line, ...rest]);
      const { events } = states[before.length + 2]!;
      lost += events.includes("power lost") ? 1 : 0;
      expect([step, states.at(-1)!.onMs["valve"]! <= ON.maxOnMs]).toEqual([step, true]);
    }
    // Before and after each step: remove, append in four parts, move.
    expect(lost).toBeGreaterThanOrEqual(8);
  });
});

testTogether(
  "count at least their time on, whenever the power fails",
  PYTHON_CLIENTS.flatMap((client) =>
    client.storage === "disk"
      ? [client]
      : ["littlefs", "fat"].map((disk) => ({
          ...client,
          name: `${client.name}, ${disk}`,
          env: { ...client.env, DISK: disk },
        })),
  ),
  async (client) => {
    const [command = "", ...args] = await client.driver();
    const script = [...args.slice(0, -1), join(FOLDER, "outputs-cuts.py")];
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...client.env };
    const { stdout } = await promisify(execFile)(command, script, { env });
    // Half of a first record is not a record: then nothing is left of that day.
    const unreadable = client.storage === "disk" ? [] : [2];
    const cuts = client.env?.["DISK"] === "fat" ? 98 : 60;
    expect(JSON.parse(stdout)).toEqual({ cuts, on: 0, "counted less": 0, unreadable });
  },
);
