/** An ESP32 in deep sleep between readings: its memory and `millis()` restart, its clock goes on. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inventSensor } from "../../support/backend/farm";
import { NO_COMPILER } from "../../support/devices/commands";
import { compile } from "../../support/devices/compile";
import { settle, startDriver } from "../../support/devices/device";
import type { Device, DeviceSettings, Driver } from "../../support/devices/device";
import { startFaultServer } from "../../support/devices/fault-server";
import type { FaultServer } from "../../support/devices/fault-server";
import { TimedBackend } from "../../support/devices/timed-backend";

const SLACK_MS = 2_000;

(NO_COMPILER === undefined ? describe : describe.skip)("deep sleep", () => {
  const apiKey = "a-key-of-a-test";
  const sensor = inventSensor({ id: "a farm", apiKey });
  let backend: TimedBackend;
  let server: FaultServer;
  let driver: Driver;
  let store: string;
  let device: Device;
  const taken: number[] = [];

  beforeAll(async () => {
    driver = startDriver([await compile("driver.cpp", "ESP32")]);
  });
  afterAll(() => driver.stop());
  beforeEach(async () => {
    taken.length = 0;
    backend = new TimedBackend();
    backend.register(sensor, apiKey);
    server = await startFaultServer(backend);
    store = mkdtempSync(join(tmpdir(), "greenhouse-sleep-"));
  });
  afterEach(async () => {
    await server.goOffline();
    rmSync(store, { recursive: true, force: true });
  });

  async function begin(clockErrorMs: DeviceSettings["clockErrorMs"]): Promise<void> {
    device = await driver.begin(
      {
        url: `${server.url}/sensorData`,
        uid: sensor.uid,
        apiKey,
        clockErrorMs,
        store,
        capacity: 400,
        timeoutMs: 15_000,
        boot: "boot-1",
        advancedMs: 0,
      },
      "wifi",
    );
  }

  async function takeReading(): Promise<void> {
    taken.push(backend.now());
    await device.add({ temperature: taken.length });
    await device.poll();
  }

  async function sleep(ms: number): Promise<void> {
    backend.advance(ms);
    await device.ask("sleep", String(ms));
  }

  function expectStored(): void {
    const stored = backend.history();
    expect(stored.map(({ temperature }) => temperature)).toEqual(taken.map((_, at) => at + 1));
    const errors = stored.map(({ updatedAt }, at) => updatedAt - taken[at]!);
    expect(errors.filter((error) => Math.abs(error) > SLACK_MS)).toEqual([]);
  }

  test.each([
    ["NTP", 0],
    ["a clock that was never set", "none"],
    ["a clock with an error of an hour", 60 * MINUTE_MS],
  ] as const)("asks for the time once, with %s", async (_, clockErrorMs) => {
    await begin(clockErrorMs);
    for (let count = 0; count < 5; count += 1) {
      await takeReading();
      await settle(device);
      await sleep(10 * MINUTE_MS);
    }
    expectStored();
    expect(server.timeRequests).toBe(1);
  });

  test.each([
    ["NTP", 0],
    ["a clock that was never set", "none"],
    ["a clock with an error of an hour", 60 * MINUTE_MS],
  ] as const)("keeps and dates the readings of an outage, with %s", async (_, clockErrorMs) => {
    await begin(clockErrorMs);
    await server.goOffline();
    for (let count = 0; count < 60; count += 1) {
      await takeReading();
      await sleep(10 * MINUTE_MS);
    }
    await server.goOnline();
    await takeReading();
    expect((await settle(device)).stored).toBe(61);
    expectStored();
    expect(server.timeRequests).toBe(1);
  });

  test("keeps the dates of readings for a start without a clock", async () => {
    await begin("none");
    await server.goOffline();
    await takeReading();
    await sleep(10 * MINUTE_MS);
    await server.goOnline();
    server.plan({ status: 503 });
    // The board learns the time, and cannot send. Then the power fails.
    await device.poll();
    await device.poll();
    expect(server.requests).toHaveLength(1);
    await begin("none");
    await settle(device);
    expectStored();
  });

  test.each([
    ["back", -60 * MINUTE_MS],
    ["forward", 40 * 24 * 60 * MINUTE_MS],
  ])("asks for the time again after its clock was set %s during sleep", async (_, ms) => {
    await begin(0);
    await server.goOffline();
    await takeReading();
    backend.advance(10 * MINUTE_MS);
    await device.ask("sleep", String(10 * MINUTE_MS + ms));
    await takeReading();
    await server.goOnline();
    await settle(device);
    expectStored();
  });

  test("keeps the time when its clock was set while it was awake", async () => {
    await begin("none");
    await server.goOffline();
    await takeReading();
    await device.ask("clock", "0");
    await device.poll();
    await sleep(10 * MINUTE_MS);
    await takeReading();
    await server.goOnline();
    await settle(device);
    expectStored();
  });
});
