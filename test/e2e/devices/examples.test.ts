/** The example programs of devices/, unchanged. The parts of a board are fixtures. */

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../support/backend/addresses";
import { MICROPYTHON_WASM } from "../../support/devices/clients";
import { NO_PYTHON, PYTHON } from "../../support/devices/commands";
import { FOLDER } from "../../support/devices/device";
import { BOARD_ENV, lineOf, MICROPYTHON_BOARDS, testExamples } from "../../support/devices/example";
import type { ExampleTrial } from "../../support/devices/example";
import { expectSoon } from "rtdb-emulator/testing/polling";

const NODE_EXAMPLE = join(ROOT, "devices/node/sensor-program.mjs");

const COMPUTERS = [
  {
    name: "Python",
    missing: NO_PYTHON,
    command: [PYTHON ?? "", "-B", "-m", "greenhouse.sensor_program"],
  },
  {
    name: "Node",
    missing: undefined,
    command: [process.execPath, NODE_EXAMPLE],
  },
] as const;

/** Nothing listens at port 9. */
const OFFLINE = {
  GREENHOUSE_URL: "http://127.0.0.1:9/sensorData",
  GREENHOUSE_RETRY_SECONDS: "1",
};
const updatedAt = expect.any(Number) as number;

testExamples(
  "ends with 65 without a number, with 75 while a reading waits, and sends it with the next call",
  COMPUTERS,
  async ({ backend, sensor, folder, start }, { command }) => {
    const file = join(folder, "temperature");
    const call = [...command, "--once", file];
    const none = start(call);
    expect(await none.ended).toBe(65);
    expect(none.output()).toMatch(/^no temperature: .+\n$/);
    writeFileSync(file, "21562\n");
    expect(await start(call, OFFLINE).ended).toBe(75);
    // It can neither be sent nor kept.
    const lost = start(call, { ...OFFLINE, GREENHOUSE_STORE: file });
    expect(await lost.ended).toBe(1);
    expect(lost.output()).toContain("cannot be used");
    writeFileSync(file, "22000\n");
    const online = start(call);
    expect(await online.ended).toBe(0);
    expect(online.output()).toMatch(/stored(?:'?:)? 2\b/);
    const { uid, sensorName } = sensor;
    expect(backend.history()).toEqual(
      [21.562, 22].map((temperature) => ({ uid, sensorName, temperature, updatedAt })),
    );
  },
);

testExamples("reports a wrong setting in one line", COMPUTERS, async ({ start }, { command }) => {
  await Promise.all(
    (
      [
        ["GREENHOUSE_UID", "", 64, "GREENHOUSE_UID is not set"],
        ["GREENHOUSE_URL", "http://example.com", 64, "the URL must begin with https://"],
        ["GREENHOUSE_KEY_FILE", "/nowhere", 66, "the key's file cannot be read: "],
        ["GREENHOUSE_INTERVAL_BOUNDS", "60", 64, "GREENHOUSE_INTERVAL_BOUNDS must be seconds", []],
      ] as const
    ).map(async ([name, value, code, message, options = ["--once"]]) => {
      const running = start([...command, ...options, "file"], { [name]: value });
      expect([name, await running.ended]).toEqual([name, code]);
      expect(running.output()).toMatch(/^greenhouse: .*\n$/);
      expect(running.output()).toContain(message);
    }),
  );
});

testExamples("ends with one line at SIGTERM", COMPUTERS, async (trial, { command }) => {
  const running = trial.start([...command, join(trial.folder, "none")]);
  // After this line the program waits for its next reading.
  await lineOf(running, /^no temperature: /);
  running.child.kill("SIGTERM");
  expect(await running.ended).toBe(0);
  expect(running.output()).toMatch(/\nstopped: 0 stored, 0 waiting\n$/);
});

/** Waits for three readings with the wished interval. Without the wish they take minutes. */
async function expectObeyed({ backend }: ExampleTrial): Promise<void> {
  // One request may hold two readings.
  await expectSoon(() => Promise.resolve(backend.namedIntervals.slice(0, 3)), [60, 1, 1]);
}

testExamples(
  "obeys the interval that the owners ask for",
  COMPUTERS,
  async (trial, { command }) => {
    const file = join(trial.folder, "temperature");
    writeFileSync(file, "21562\n");
    trial.backend.intervalSeconds = 1;
    trial.start([...command, file], { GREENHOUSE_INTERVAL_BOUNDS: "1-3600" });
    await expectObeyed(trial);
  },
);

testExamples(
  "obeys the interval that the owners ask for",
  MICROPYTHON_BOARDS,
  async (trial, { command }) => {
    trial.backend.intervalSeconds = 1;
    const hasty = join(FOLDER, "board-micropython/hasty.py");
    trial.start([...command, hasty], { ...BOARD_ENV, INTERVAL_BOUNDS: "[1, 3600]" });
    await expectObeyed(trial);
  },
);

testExamples(
  "goes on until the sensor answers again, and feeds its watchdog",
  MICROPYTHON_BOARDS,
  async (trial, { command }) => {
    const hasty = join(FOLDER, "board-micropython/hasty.py");
    const running = trial.start([...command, hasty], { ...BOARD_ENV, DHT_FAULTS: "1" });
    await lineOf(running, /^stored: [3-9]$/);
    expect(running.output()).toContain(
      "DHT22: checksum error\nleft out of a reading: temperature must be a finite number, not nan\n",
    );
    expect(running.output()).toContain("a watchdog of 120000 ms\nthe watchdog is fed\n");
    const [first, ...later] = trial.backend.history();
    expect(first).toMatchObject({ humidity: 60.1 });
    const { uid, sensorName } = trial.sensor;
    const measured = { temperature: 21.53, humidity: 60.1 };
    expect(later.at(-1)).toEqual({ uid, sensorName, ...measured, updatedAt });
  },
);

test("a board's watchdog, uptime and alarms work", () => {
  const script = [MICROPYTHON_WASM, join(FOLDER, "board-parts.py")];
  const env = { ...process.env, ...BOARD_ENV };
  const { stdout, stderr } = spawnSync(process.execPath, script, { encoding: "utf8", env });
  expect(stderr).toBe("");
  const [esp32, pico, esp8266, off, uptime, interrupted, sleep, alarms, noAlarms] = stdout
    .split("\n")
    .filter((line) => line.startsWith("["))
    .map((line) => JSON.parse(line) as unknown);
  expect(esp32).toEqual(["started with 120000", "fed at 0", "fed at 60000"]);
  // A timer feeds the watchdog in between, until the program has not done so for two minutes.
  expect(pico).toEqual([
    "started with 8000",
    "fed at 0",
    "fed at 1",
    "fed at 60000",
    "fed at 60001",
    "fed at 120001",
  ]);
  expect(esp8266).toEqual([]);
  expect(off).toEqual([]);
  expect(uptime).toEqual([1500, 3000, 6000]);
  expect(interrupted).toEqual([100, 200]);
  // A wake-up belongs to the same boot. A restart without deep_sleep is another boot.
  expect(sleep).toEqual(["slept 600000", "same boot", "uptime goes on", "learned", "another boot"]);
  // Each alarm rings once, although the ticks wrap around meanwhile.
  const rung = ["alarm at 1000"];
  expect(alarms).toEqual([-1, 3, 1].map((timer) => [[timer, 100], rung]));
  expect(noAlarms).toEqual([null, ["no timer"]]);
});
