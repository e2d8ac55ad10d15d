/** The sketches of devices/arduino, unchanged, compiled for each board. The wired parts are fixtures. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Reported } from "@greenhouse/domain/outputs/model";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { NO_COMPILER } from "../../support/devices/commands";
import { sketch } from "../../support/devices/compile";
import { lineOf, testExamples } from "../../support/devices/example";
import type { ExampleTrial } from "../../support/devices/example";
import type { TimedBackend } from "../../support/devices/timed-backend";

/** Speed of the board's time: its two minutes take three seconds. */
const BOARD_SPEED = "40";
/** Nothing listens at port 1. */
const OFFLINE = { BOARD_SPEED, GREENHOUSE_URL: "http://127.0.0.1:1/sensorData" };

const CORE_2 = "ESP32 with core 2";
const HANGS = "restarts when its sensor never answers";

const BOARDS: Readonly<Record<string, readonly string[]>> = {
  ESP32: ["ESP32"],
  [CORE_2]: ["ESP32", "ESP_IDF_VERSION_MAJOR=4"],
  ESP8266: ["ESP8266"],
};

type Scenario = (trial: ExampleTrial, command: readonly string[]) => Promise<void>;

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "brings a reading into the history": async ({ start, sensor, backend }, command) => {
    await lineOf(start(command, { FLASH_FOLDER: "" }), /^stored: 1$/);
    const { uid, sensorName } = sensor;
    const updatedAt = expect.any(Number) as number;
    expect(backend.history()).toEqual([{ uid, sensorName, temperature: 21.53, updatedAt }]);
  },
  [HANGS]: async ({ start }, command) => {
    const running = start(command, { ...OFFLINE, DHT_HANGS: "yes" });
    expect(await running.ended).toBe(70);
    expect(running.output()).toBe("restarted by the watchdog\n");
  },
  "runs on for minutes without a network, and keeps its readings through a restart": async (
    trial,
    command,
  ) => {
    const offline = trial.start(command, OFFLINE);
    await lineOf(offline, / 6 waiting$/);
    await offline.stop();
    expect(offline.output()).not.toContain("restarted");
    // On a busy machine more than six readings, because the board's time is fast.
    const counts = [...offline.output().matchAll(/ (\d{1,4}) waiting$/gm)].map(([, count]) =>
      Number(count),
    );
    const kept = Math.max(...counts);
    trial.start(command);
    await expectSoon(() => Promise.resolve(trial.backend.history().length > kept), true);
  },
};

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

const RELAY_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "is off before it is an output, and at its end while the program is stuck": async (
    { backend, folder, start },
    command,
  ) => {
    backend.define("valve", { leaseSeconds: 5 });
    backend.order("valve", 1, 10 * MINUTE_MS);
    const board = start(command);
    await lineOf(board, HIGH);
    expect(board.output()).toMatch(/^\d+ ms: pin (\d+) is low\n\d+ ms: pin \1 is an output\n/);
    writeFileSync(join(folder, "stuck"), "");
    await lineOf(board, LOW);
    rmSync(join(folder, "stuck"));
    await untilReported(backend, "lease", backend.versionOf("valve") ?? 0);
  },
  "is set at the board, which reports it, and its use outlasts a restart": async (
    { backend, folder, start },
    command,
  ) => {
    backend.define("valve", { maxOnSeconds: 0.7 });
    const board = start(command);
    await expectSoon(() => Promise.resolve(backend.reports.length > 0), true);
    const isOff = lineOf(board, HIGH).then(() => lineOf(board, LOW));
    writeFileSync(join(folder, "button"), "");
    await isOff;
    await untilReported(backend, "limit", 0);
    rmSync(join(folder, "button"));
    await board.stop();
    backend.order("valve", 1, 10 * MINUTE_MS);
    const again = start(command);
    await untilReported(backend, "limit", backend.versionOf("valve") ?? 0);
    expect(again.output()).not.toMatch(/is high/);
  },
  "never goes on without a flash": async ({ backend, start }, command) => {
    backend.define("valve");
    backend.order("valve", 1, 10 * MINUTE_MS);
    const board = start(command, { FLASH_FOLDER: "" });
    await untilReported(backend, "fault", backend.versionOf("valve") ?? 0);
    expect(board.output()).not.toMatch(/is high/);
  },
};

interface Subject {
  readonly name: string;
  readonly missing: string | undefined;
  readonly run: (trial: ExampleTrial) => Promise<void>;
}

function subjectsOf(
  name: "SensorNode" | "Relay",
  scenarios: Readonly<Record<string, Scenario>>,
): readonly Subject[] {
  return Object.entries(BOARDS).flatMap(([board, defined]) =>
    Object.entries(scenarios)
      // The cores of an ESP32 differ in the watchdog.
      .filter(([promise]) => board !== CORE_2 || promise === HANGS)
      .map(([promise, scenario]) => ({
        name: `${name} on ${board} ${promise}`,
        missing: NO_COMPILER,
        run: async (trial) => scenario(trial, await sketch(name, ...defined)),
      })),
  );
}

const SUBJECTS = [...subjectsOf("SensorNode", SCENARIOS), ...subjectsOf("Relay", RELAY_SCENARIOS)];

testExamples("the sketch", SUBJECTS, (trial, { run }) => run(trial));
