/** The example programs that switch relays, unchanged. The wired parts are fixtures. */

import { join } from "node:path";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { ROOT } from "../../support/backend/addresses";
import { NO_PYTHON, PYTHON, PYTHONPATH } from "../../support/devices/commands";
import { FOLDER } from "../../support/devices/device";
import { BOARD_ENV, lineOf, MICROPYTHON_BOARDS, testExamples } from "../../support/devices/example";

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
