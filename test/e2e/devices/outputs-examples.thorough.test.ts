/** The example programs that switch relays, unchanged. The wired parts are fixtures. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run, type Running } from "../../../tools/dev/processes/processes";
import { ROOT } from "../../support/backend/addresses";
import { inventSensor } from "../../support/backend/farm";
import { secretsIn } from "../../support/backend/secrets";
import { MICROPYTHON_FOLDERS, MICROPYTHON_WASM } from "../../support/devices/clients";
import { NO_COMPILER, NO_MICROPYTHON, NO_PYTHON, PYTHON } from "../../support/devices/commands";
import { compile, RELAY_SKETCH } from "../../support/devices/compile";
import { FOLDER } from "../../support/devices/device";
import { lineOf } from "../../support/devices/example";
import { startFaultServer } from "../../support/devices/fault-server";
import { TimedBackend } from "../../support/devices/timed-backend";
import { testTogether } from "../../support/devices/trial";
import type { Reported } from "@greenhouse/domain/outputs/model";
import { expectSoon } from "rtdb-emulator/testing/polling";

const API_KEY = "a-key-of-a-test";
const RELAY_EXAMPLE = [PYTHON ?? "", "-B", join(ROOT, "devices/python/relay_example.py")];
const MAIN = join(ROOT, "devices/micropython/main.py");
const BOARD_ENV = {
  MICROPYPATH: `${join(FOLDER, "board-micropython")}:${MICROPYTHON_FOLDERS}`,
  CLIENT_FOLDERS: MICROPYTHON_FOLDERS,
  OUTPUTS: '{"valve": 17}',
};

interface Trial {
  readonly backend: TimedBackend;
  readonly folder: string;
  readonly start: (command: readonly string[], env?: Readonly<Record<string, string>>) => Running;
}

async function begin(scenario: (trial: Trial) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "greenhouse-relays-"));
  writeFileSync(join(folder, "key"), API_KEY);
  const sensor = inventSensor({ id: "a farm", apiKey: API_KEY });
  const backend = new TimedBackend();
  backend.register(sensor, API_KEY);
  const server = await startFaultServer(backend);
  const started: Running[] = [];
  const start: Trial["start"] = ([program = "", ...args], env = {}) => {
    const running = run(program, args, {
      env: {
        ...process.env,
        GREENHOUSE_URL: `${server.url}/sensorData`,
        GREENHOUSE_UID: sensor.uid,
        GREENHOUSE_KEY: API_KEY,
        GREENHOUSE_KEY_FILE: join(folder, "key"),
        GREENHOUSE_STORE: join(folder, "store"),
        OUTPUTS_STORE: join(folder, "outputs"),
        // An Arduino board's flash, its pressed button, and a connection that never ends.
        FLASH_FOLDER: join(folder, "flash"),
        BUTTON_FILE: join(folder, "button"),
        STUCK_FILE: join(folder, "stuck"),
        ...env,
      },
    });
    started.push(running);
    return running;
  };
  try {
    await scenario({ backend, folder, start });
  } finally {
    await Promise.all(started.map((running) => running.stop()));
    await server.goOffline();
    rmSync(folder, { recursive: true, force: true });
  }
  expect(server.failures).toEqual([]);
  for (const running of started) expect(secretsIn(running.output())).toEqual([]);
}

testTogether(
  "switches a relay as ordered, and off at the start and the end",
  [
    {
      name: "Python",
      missing: NO_PYTHON,
      command: [...RELAY_EXAMPLE, "valve=17"],
      env: { PYTHONPATH: join(FOLDER, "board-pi") },
    },
    {
      name: "MicroPython",
      missing: NO_MICROPYTHON,
      command: ["micropython", MAIN],
      env: BOARD_ENV,
    },
    {
      name: "MicroPython (WebAssembly)",
      missing: undefined,
      command: [process.execPath, MICROPYTHON_WASM, MAIN],
      env: BOARD_ENV,
    },
  ],
  ({ name, command, env }) =>
    begin(async ({ backend, start }) => {
      backend.define("valve");
      backend.order("valve", 1, 10 * MINUTE_MS);
      const running = start(command, env);
      await lineOf(running, /^GPIO 17: 1$/);
      expect(running.output()).toMatch(/^GPIO 17: 0\n/);
      if (name !== "Python") return;
      running.child.kill("SIGTERM");
      expect(await running.ended).toBe(0);
      expect(running.output()).toContain("stopped: everything is off\n");
      expect(
        running
          .output()
          .match(/^GPIO .*$/gm)
          ?.at(-1),
      ).toBe("GPIO 17: 0");
    }),
);

const ONLY_PYTHON = [{ name: "Python", missing: NO_PYTHON }];

testTogether("ends without switching if the same uid already runs", ONLY_PYTHON, () =>
  begin(async ({ backend, start }) => {
    backend.define("valve");
    backend.order("valve", 1, 10 * MINUTE_MS);
    const env = { PYTHONPATH: join(FOLDER, "board-pi") };
    const first = start([...RELAY_EXAMPLE, "valve=17"], env);
    await lineOf(first, /^GPIO 17: 1$/);
    const second = start([...RELAY_EXAMPLE, "valve=17"], env);
    expect(await second.ended).toBe(71);
    expect(second.output()).toMatch(
      /^example: another process already switches the outputs of this uid \(.+\): stop one of the two\n$/,
    );
    const otherBoard = start([...RELAY_EXAMPLE, "pump=27"], { ...env, GREENHOUSE_UID: "another" });
    await lineOf(otherBoard, /^GPIO 27: 0$/);
    first.child.kill("SIGKILL");
    await first.ended;
    await lineOf(start([...RELAY_EXAMPLE, "valve=17"], env), /^GPIO 17: 0$/);
  }),
);

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

testTogether(
  "is off before it is an output, and at its end while the program is stuck",
  SKETCHES,
  ({ name }) =>
    begin(async ({ backend, folder, start }) => {
      backend.define("valve", { leaseSeconds: 5 });
      backend.order("valve", 1, 10 * MINUTE_MS);
      const board = start([await compile(RELAY_SKETCH, name)]);
      await lineOf(board, HIGH);
      expect(board.output()).toMatch(/^\d+ ms: pin (\d+) is low\n\d+ ms: pin \1 is an output\n/);
      writeFileSync(join(folder, "stuck"), "");
      await lineOf(board, LOW);
      rmSync(join(folder, "stuck"));
      await untilReported(backend, "lease", backend.versionOf("valve") ?? 0);
    }),
);

testTogether(
  "is set at the board, which reports it, and its use outlasts a restart",
  SKETCHES,
  ({ name }) =>
    begin(async ({ backend, folder, start }) => {
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
    }),
);

testTogether("never goes on without a flash", SKETCHES, ({ name }) =>
  begin(async ({ backend, start }) => {
    backend.define("valve");
    backend.order("valve", 1, 10 * MINUTE_MS);
    const board = start([await compile(RELAY_SKETCH, name)], { FLASH_FOLDER: "" });
    await untilReported(backend, "fault", backend.versionOf("valve") ?? 0);
    expect(board.output()).not.toMatch(/is high/);
  }),
);
