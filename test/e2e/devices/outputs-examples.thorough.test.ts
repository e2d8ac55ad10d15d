/** The example programs that switch relays, unchanged. The wired parts are fixtures. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Reported } from "@greenhouse/domain/outputs/model";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { ROOT } from "../../support/backend/addresses";
import { NO_COMPILER, NO_PYTHON, PYTHON, PYTHONPATH } from "../../support/devices/commands";
import { compile, RELAY_SKETCH } from "../../support/devices/compile";
import { FOLDER } from "../../support/devices/device";
import { BOARD_ENV, lineOf, MICROPYTHON_BOARDS, testExamples } from "../../support/devices/example";
import type { TimedBackend } from "../../support/devices/timed-backend";

const ONLY_PYTHON = [{ name: "Python", missing: NO_PYTHON }];
const RELAY_EXAMPLE = [PYTHON ?? "", "-B", "-m", "greenhouse.relay_program"];
const MAIN = join(ROOT, "devices/micropython/main.py");
const PI_ENV = { PYTHONPATH: `${join(FOLDER, "board-pi")}:${PYTHONPATH}` };

testExamples(
  "switches a relay as ordered, and off at the start and the end",
  ONLY_PYTHON,
  async ({ backend, start }) => {
    backend.define("valve");
    backend.order("valve", 1, 10 * MINUTE_MS);
    const running = start([...RELAY_EXAMPLE, "valve=17"], PI_ENV);
    await lineOf(running, /^GPIO 17: 1$/);
    expect(running.output()).toMatch(/^GPIO 17: 0\n/);
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe(0);
    expect(running.output()).toContain("stopped: everything is off\n");
    expect(
      running
        .output()
        .match(/^GPIO .*$/gm)
        ?.at(-1),
    ).toBe("GPIO 17: 0");
  },
);

testExamples(
  "switches a relay as ordered, and off at the start",
  MICROPYTHON_BOARDS,
  async ({ backend, start }, { command }) => {
    backend.define("valve");
    backend.order("valve", 1, 10 * MINUTE_MS);
    const running = start([...command, MAIN], { ...BOARD_ENV, OUTPUTS: '{"valve": 17}' });
    await lineOf(running, /^GPIO 17: 1$/);
    expect(running.output()).toMatch(/^GPIO 17: 0\n/);
  },
);

testExamples("ends without switching if the same uid already runs", ONLY_PYTHON, async (trial) => {
  const { backend, start } = trial;
  backend.define("valve");
  backend.order("valve", 1, 10 * MINUTE_MS);
  const first = start([...RELAY_EXAMPLE, "valve=17"], PI_ENV);
  await lineOf(first, /^GPIO 17: 1$/);
  const second = start([...RELAY_EXAMPLE, "valve=17"], PI_ENV);
  expect(await second.ended).toBe(71);
  expect(second.output()).toMatch(/^greenhouse: another process already switches the outputs of/);
  const env = { ...PI_ENV, GREENHOUSE_UID: "another" };
  await lineOf(start([...RELAY_EXAMPLE, "pump=27"], env), /^GPIO 27: 0$/);
  first.child.kill("SIGKILL");
  await first.ended;
  await lineOf(start([...RELAY_EXAMPLE, "valve=17"], PI_ENV), /^GPIO 17: 0$/);
});

const SKETCHES = ["ESP32", "ESP8266"].map((name) => ({ name, missing: NO_COMPILER }));
const [LOW, HIGH] = [/: pin (?:5|26) is low$/, /: pin (?:5|26) is high$/];

const untilReported = (
  { reports }: TimedBackend,
  reason: Reported["reason"],
  version: number,
): Promise<void> =>
  expectSoon(
    () => {
      const { valve } = reports.at(-1) ?? {};
      return Promise.resolve({ ...valve, agoMs: 0 });
    },
    { value: 0, version, reason, agoMs: 0 },
  );

testExamples(
  "is off before it is an output, and at its end while the program is stuck",
  SKETCHES,
  async ({ backend, folder, start }, { name }) => {
    backend.define("valve", { leaseSeconds: 5 });
    backend.order("valve", 1, 10 * MINUTE_MS);
    const board = start([await compile(RELAY_SKETCH, name)]);
    await lineOf(board, HIGH);
    expect(board.output()).toMatch(/^\d+ ms: pin (\d+) is low\n\d+ ms: pin \1 is an output\n/);
    writeFileSync(join(folder, "stuck"), "");
    await lineOf(board, LOW);
    rmSync(join(folder, "stuck"));
    await untilReported(backend, "lease", backend.versionOf("valve") ?? 0);
  },
);

testExamples(
  "is set at the board, which reports it, and its use outlasts a restart",
  SKETCHES,
  async ({ backend, folder, start }, { name }) => {
    backend.define("valve", { maxOnSeconds: 0.7 });
    const sketch = await compile(RELAY_SKETCH, name);
    const board = start([sketch]);
    await expectSoon(() => Promise.resolve(backend.reports.length > 0), true);
    const isOff = lineOf(board, HIGH).then(() => lineOf(board, LOW));
    writeFileSync(join(folder, "button"), "");
    await isOff;
    await untilReported(backend, "limit", 0);
    rmSync(join(folder, "button"));
    await board.stop();
    backend.order("valve", 1, 10 * MINUTE_MS);
    const again = start([sketch]);
    await untilReported(backend, "limit", backend.versionOf("valve") ?? 0);
    expect(again.output()).not.toMatch(/is high/);
  },
);

testExamples("never goes on without a flash", SKETCHES, async ({ backend, start }, { name }) => {
  backend.define("valve");
  backend.order("valve", 1, 10 * MINUTE_MS);
  const board = start([await compile(RELAY_SKETCH, name)], { FLASH_FOLDER: "" });
  await untilReported(backend, "fault", backend.versionOf("valve") ?? 0);
  expect(board.output()).not.toMatch(/is high/);
});
