/** The sketch of devices/arduino, compiled for each board: it sends readings, and restarts only when it hangs. */

import { expectSoon } from "rtdb-emulator/testing/polling";
import { NO_COMPILER } from "../../support/devices/commands";
import { compile, SKETCH } from "../../support/devices/compile";
import { lineOf, testExamples } from "../../support/devices/example";
import type { ExampleTrial } from "../../support/devices/example";

/** Speed of the board's time: its two minutes take three seconds. */
const BOARD_SPEED = "40";
/** Nothing listens at port 1. */
const OFFLINE = { BOARD_SPEED, GREENHOUSE_URL: "http://127.0.0.1:1/sensorData" };

const BOARDS: Readonly<Record<string, readonly string[]>> = {
  ESP32: ["ESP32"],
  "ESP32 with core 2": ["ESP32", "ESP_IDF_VERSION_MAJOR=4"],
  ESP8266: ["ESP8266"],
};

type Scenario = (trial: ExampleTrial, sketch: string) => Promise<void>;

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "brings a reading into the history": async ({ start, sensor, backend }, sketch) => {
    await lineOf(start([sketch], { FLASH_FOLDER: "" }), /^stored: 1$/);
    const { uid, sensorName } = sensor;
    const updatedAt = expect.any(Number) as number;
    expect(backend.history()).toEqual([{ uid, sensorName, temperature: 21.53, updatedAt }]);
  },
  "restarts when its sensor never answers": async ({ start }, sketch) => {
    const running = start([sketch], { ...OFFLINE, DHT_HANGS: "yes" });
    expect(await running.ended).toBe(70);
    expect(running.output()).toBe("restarted by the watchdog\n");
  },
  "runs on for minutes without a network, and keeps its readings through a restart": async (
    trial,
    sketch,
  ) => {
    const offline = trial.start([sketch], OFFLINE);
    await lineOf(offline, / 6 waiting$/);
    await offline.stop();
    expect(offline.output()).not.toContain("restarted");
    // On a busy machine more than six readings, because the board's time is fast.
    const counts = [...offline.output().matchAll(/ (\d{1,4}) waiting$/gm)].map(([, count]) =>
      Number(count),
    );
    const kept = Math.max(...counts);
    trial.start([sketch]);
    await expectSoon(() => Promise.resolve(trial.backend.history().length > kept), true);
  },
};

const subjects = Object.entries(BOARDS).flatMap(([board, defined]) =>
  Object.entries(SCENARIOS).map(([name, scenario]) => ({
    name: `${board} ${name}`,
    missing: NO_COMPILER,
    scenario,
    defined,
  })),
);

testExamples("the sketch", subjects, async (trial, { scenario, defined }) => {
  await scenario(trial, await compile(SKETCH, ...defined));
});
