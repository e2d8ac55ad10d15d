/** Outputs of each client with a power cut in each step of their records: they count at least their time on. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { PYTHON_CLIENTS } from "../../support/devices/clients";
import { FOLDER } from "../../support/devices/device";
import { ARDUINO, playAll, stopOutputs, type OutputStep } from "../../support/devices/outputs";
import { testTogether } from "../../support/devices/trial";

const MAX_ON_MS = 100_000;
const wait = (ms: number): OutputStep => ({ op: "wait", ms });
const hear = (version = 12, sent = 0): OutputStep => {
  const answer = { value: 1, version, forMs: 60_000, maxOnMs: MAX_ON_MS, day: 20_785 };
  return { op: "hear", sent, answer, keeps: true };
};

afterAll(stopOutputs);

testTogether("count through a power cut in each step of the flash", [ARDUINO], async (client) => {
  const off: OutputStep = { op: "press", value: 0, ms: 1 };
  const works: readonly (readonly [readonly OutputStep[], OutputStep])[] = [
    [[], hear()],
    [[hear(), wait(30_000)], hear(12, 30_000)],
    [[hear(), wait(59_000)], wait(1_000)],
    [[hear(), wait(59_000)], off],
  ];
  const rest = [hear(13), wait(60_000), hear(14, 60_000), wait(60_000)];
  const numbers = Array.from({ length: 16 }, (_, at) => at + 1);
  for (const [before, work] of works) {
    const cut = (number: number): OutputStep => ({ op: "cut", number });
    const scenarios = numbers.map((number) => [...before, cut(number), work, ...rest]);
    const played = await playAll(client, scenarios);
    const tooLong = played.filter((seen) => seen.at(-1)!.onMs!["valve"]! > MAX_ON_MS);
    expect(tooLong).toEqual([]);
    const lost = played.filter((seen) => seen[before.length + 1]!.log.includes("power lost"));
    // Before and after each step: remove, append in four parts, move.
    expect(lost.length).toBeGreaterThanOrEqual(8);
  }
});

// On CPython outputs.test.ts shows the order of writing and switching, and store-crashes.thorough.test.ts the disk.
testTogether(
  "count at least their time on, whenever the power fails",
  PYTHON_CLIENTS.filter(({ storage }) => storage === "flash"),
  async (client) => {
    const [command = "", ...args] = await client.driver();
    const script = [...args.slice(0, -1), join(FOLDER, "outputs-cuts.py")];
    const env = { ...process.env, ...client.env };
    const { stdout } = await promisify(execFile)(command, script, { env });
    // Half of a first record is not a record: then nothing is left of that day.
    const rest = { on: 0, "counted less": 0, unreadable: [2] };
    expect(JSON.parse(stdout)).toEqual({
      littlefs: { cuts: 60, ...rest },
      fat: { cuts: 98, ...rest },
    });
  },
);
