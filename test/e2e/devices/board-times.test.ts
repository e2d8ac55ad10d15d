/** The times of readings are right: with and without NTP, with late NTP, wrong clocks, changed clocks, and for months. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { BOARD_TIMES } from "../../cases/board-times";
import type { BoardTimeCase, Step } from "../../cases/board-times";
import { BOARDS, PYTHON_CLIENTS } from "../../support/devices/clients";
import { NO_COMPILER } from "../../support/devices/commands";
import { compile } from "../../support/devices/compile";
import { countsOf, NOTHING, settle, startDriver } from "../../support/devices/device";
import type { Device, Driver } from "../../support/devices/device";
import { startFaultServer } from "../../support/devices/fault-server";
import type { FaultServer } from "../../support/devices/fault-server";
import { TimedBackend } from "../../support/devices/timed-backend";
import { inventSensor } from "../../support/backend/farm";
import { useClients } from "../../support/devices/trial";

/** The test's own machine may be slow. */
const SLACK_MS = 3_000;
/** A clock with a smaller error is not corrected. */
const RIGHT_MS = 10_000;
const testClients = useClients([...BOARDS, ...PYTHON_CLIENTS]);

(NO_COMPILER === undefined ? describe : describe.skip)(
  "for months, with a backend whose time passes as fast",
  () => {
    const apiKey = "a-key-of-a-test";
    const sensor = inventSensor({ id: "a farm", apiKey });
    let backend: TimedBackend;
    let server: FaultServer;
    let driver: Driver;
    beforeAll(async () => {
      driver = startDriver([await compile("driver.cpp", "ESP32")]);
    });
    afterAll(() => driver.stop());
    beforeEach(async () => {
      backend = new TimedBackend();
      backend.register(sensor, apiKey);
      server = await startFaultServer(backend);
    });
    afterEach(() => server.goOffline());

    /** Advances the time of board and backend, and sends what is due. */
    async function pass(device: Device, ms: number, drift: number): Promise<void> {
      backend.advance(ms);
      await device.advance(ms * (1 + drift / 1e6));
      await device.poll();
    }

    /** @returns the true time of the reading, if the step takes a reading */
    async function take(device: Device, step: Step, drift: number): Promise<number | undefined> {
      if (step === "reading") {
        const takenAt = backend.now();
        await device.add({ temperature: 20 });
        await device.poll();
        return takenAt;
      }
      if (step === "offline") await server.goOffline();
      else if (step === "online") await server.goOnline();
      else if ("clock" in step) await device.ask("clock", String(step.clock));
      else await pass(device, step.pass, drift);
      return undefined;
    }

    async function begin({ board, clock, millis }: BoardTimeCase): Promise<Device> {
      const device = await driver.begin(
        {
          url: `${server.url}/sensorData`,
          uid: sensor.uid,
          apiKey,
          capacity: 32,
          timeoutMs: 15_000,
          clockErrorMs: clock,
          store: "",
          boot: "boot-1",
          advancedMs: 0,
          ...(millis === undefined ? {} : { millis }),
        },
        board,
      );
      await device.poll();
      return device;
    }

    test.each(BOARD_TIMES)("$name", async (scenario) => {
      const { drift = 0, withinMs } = scenario;
      const device = await begin(scenario);
      const taken: number[] = [];
      for (const step of scenario.steps) {
        const takenAt = await take(device, step, drift);
        if (takenAt !== undefined) taken.push(takenAt);
      }
      let state = await device.poll();
      for (let poll = 0; state.waitMs !== null && poll < 40; poll += 1) {
        await pass(device, state.waitMs, drift);
        state = await device.poll();
      }
      expect(countsOf(state)).toEqual({ ...NOTHING, stored: taken.length });
      const errors = backend
        .history()
        .map(({ updatedAt }, at) => updatedAt - (taken[at] ?? 0))
        .filter((error) => Math.abs(error) > withinMs);
      expect(errors).toEqual([]);
      expect(backend.statuses.filter((status) => status !== 200)).toEqual([]);
      // A sketch may also ask for the time.
      expect(Math.abs((state.unixMs ?? 0) - backend.now())).toBeLessThan(withinMs);
    });
  },
);

testClients(
  "without a clock learns the time from the functions, once",
  async (begin) => {
    const { device, server, history } = await begin({ clockErrorMs: "none" });
    const before = Date.now();
    for (const temperature of [1, 2, 3]) {
      await device.add({ temperature });
      await settle(device);
    }
    expect(countsOf(await settle(device))).toEqual({ ...NOTHING, stored: 3 });
    expect(server.requests.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(server.timeRequests).toBe(1);
    const entries = await history();
    expect(entries.map(({ temperature }) => temperature)).toEqual([1, 2, 3]);
    for (const { updatedAt } of entries) {
      expect(updatedAt).toBeGreaterThan(before - SLACK_MS);
      expect(updatedAt).toBeLessThan(Date.now() + SLACK_MS);
    }
  },
  BOARDS,
);

testClients(
  "are right though somebody sets the clock, while readings wait too",
  async (begin) => {
    const { device, server, history, now, pass } = await begin({ isTimed: true });
    const taken: number[] = [];
    const take = async (): Promise<void> => {
      taken.push(now());
      await device.add({ temperature: taken.length });
      await pass(MINUTE_MS);
    };
    for (const ahead of [0, 60 * MINUTE_MS, 0, -3 * MINUTE_MS, 30_000]) {
      await device.ask("clock", String(ahead));
      await take();
      await settle(device, { pass });
    }
    await server.goOffline();
    for (const ahead of [90 * MINUTE_MS, -90 * MINUTE_MS, 0]) {
      await take();
      await device.ask("clock", String(ahead));
      await take();
      await device.poll();
    }
    await server.goOnline();
    const state = await settle(device, { pass });
    expect(countsOf(state)).toEqual({ ...NOTHING, stored: taken.length });
    const errors = (await history()).map(({ updatedAt }, at) => Number(updatedAt) - taken[at]!);
    expect(errors.filter((error) => Math.abs(error) > SLACK_MS)).toEqual([]);
  },
  PYTHON_CLIENTS,
);

testClients(
  "stay right for two weeks without a clock, though the crystal is off by 100 ppm",
  async (begin) => {
    const clockErrorMs = -Date.now() + MINUTE_MS;
    const { device, history, now, pass } = await begin({ isTimed: true, clockErrorMs });
    const taken: number[] = [];
    for (let hour = 0; hour < 14 * 24; hour += 1) {
      taken.push(now());
      await device.add({ temperature: hour });
      await settle(device, { pass });
      await pass(60 * MINUTE_MS);
      await device.advance(360);
    }
    const errors = (await history()).map(({ updatedAt }, at) => Number(updatedAt) - taken[at]!);
    expect(errors).toHaveLength(taken.length);
    expect(errors.filter((error) => Math.abs(error) > RIGHT_MS + SLACK_MS)).toEqual([]);
  },
  PYTHON_CLIENTS,
);
