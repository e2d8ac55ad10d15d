/**
 * The times of boards' readings are right: with and without NTP, with late NTP, wrong clocks, changed clocks, deep sleep,
 * and for months.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inventSensor } from "../../support/backend/farm";
import { PYTHON_CLIENTS } from "../../support/devices/clients";
import { NO_COMPILER } from "../../support/devices/commands";
import { compile } from "../../support/devices/compile";
import { countsOf, NOTHING, pollDue, settle, startDriver } from "../../support/devices/device";
import type { Device, Driver } from "../../support/devices/device";
import { startFaultServer } from "../../support/devices/fault-server";
import type { FaultServer } from "../../support/devices/fault-server";
import { TimedBackend } from "../../support/devices/timed-backend";
import { useClients } from "../../support/devices/trial";

/** The test's own machine may be slow. */
const SLACK_MS = 3_000;
/** After this time `millis()` wraps around to 0. */
const WRAP = 2 ** 32;

type Step =
  /** Takes a reading, and sends what is due. */
  | "reading"
  | "offline"
  | "online"
  /** Advances the time, in milliseconds. The board goes on polling. */
  | { readonly pass: number }
  /** Sleeps deeply: the memory and `millis()` restart. `set` also moves the board's clock. */
  | { readonly sleep: number; readonly set?: number }
  /** Sets the board's clock, in milliseconds ahead of the true time. */
  | { readonly clock: number }
  /** The power fails, and the board starts without a clock. */
  | "power cut";

interface Case {
  readonly name: string;
  /** `client` has no clock, `wifi` has a clock that NTP sets. */
  readonly board: "client" | "wifi";
  /** The board's clock at the start; "none" before NTP has answered. */
  readonly clock: number | "none";
  /** The value of `millis()` at the start. */
  readonly millis?: number;
  /** How much faster the board's time runs than the true time, in millionths. */
  readonly drift?: number;
  readonly hasFlash?: boolean;
  /** How often the board asks for the time. */
  readonly timeRequests?: number;
  readonly steps: readonly Step[];
}

/** Takes readings with a time between them. */
const readings = (count: number, ...between: readonly Step[]): Step[] =>
  Array.from({ length: count }, (): Step[] => ["reading", ...between]).flat();

const minutes = (count: number): Step[] => readings(count, { pass: MINUTE_MS });
const naps = (count: number): Step[] => readings(count, { sleep: 10 * MINUTE_MS });

const CASES: readonly Case[] = [
  {
    name: "NTP answers while readings wait for the network",
    board: "wifi",
    clock: "none",
    steps: ["offline", ...minutes(3), { clock: 0 }, ...minutes(2), "online", ...minutes(2)],
  },
  {
    name: "the network comes late, NTP never",
    board: "wifi",
    clock: "none",
    steps: ["offline", ...minutes(4), "online", ...minutes(2)],
    timeRequests: 1,
  },
  ...[HOUR_MS, -HOUR_MS, -2 * MINUTE_MS, 10_000].map((step): Case => ({
    name: `the clock steps by ${step / 1000} s and back`,
    board: "wifi",
    clock: 0,
    steps: [...minutes(3), { clock: step }, ...minutes(3), { clock: 0 }, ...minutes(3)],
  })),
  {
    name: "the clock jumps while readings wait",
    board: "wifi",
    clock: 0,
    steps: [...minutes(2), "offline", ...minutes(2), { clock: HOUR_MS }, ...minutes(2), "online"],
  },
  {
    name: "the clock is two minutes wrong",
    board: "wifi",
    clock: 2 * MINUTE_MS,
    steps: minutes(4),
  },
  {
    name: "millis() wraps around while readings wait",
    board: "client",
    clock: "none",
    millis: WRAP - 2.5 * MINUTE_MS,
    steps: [...minutes(1), "offline", ...minutes(4), "online"],
  },
  {
    name: "a hundred days without a clock",
    board: "client",
    clock: "none",
    steps: readings(101, { pass: DAY_MS }),
  },
  ...[100, -100].map((drift): Case => ({
    name: `two weeks without a clock, with a crystal error of ${drift} ppm`,
    board: "client",
    clock: "none",
    drift,
    steps: readings(14 * 24, { pass: HOUR_MS }),
  })),
  ...([0, "none", HOUR_MS] as const).map((clock): Case => ({
    name: `deep sleep between readings of an outage, with the clock ${clock}`,
    board: "wifi",
    clock,
    hasFlash: true,
    steps: [...naps(2), "offline", ...naps(60), "online", "reading"],
    timeRequests: 1,
  })),
  ...[-HOUR_MS, 40 * DAY_MS].map((set): Case => ({
    name: `the clock is set by ${set / 1000} s in deep sleep`,
    board: "wifi",
    clock: 0,
    hasFlash: true,
    steps: ["offline", "reading", { sleep: 10 * MINUTE_MS, set }, "reading", "online"],
  })),
  {
    name: "NTP answers before deep sleep",
    board: "wifi",
    clock: "none",
    hasFlash: true,
    steps: ["offline", "reading", { clock: 0 }, { sleep: 10 * MINUTE_MS }, "reading", "online"],
  },
  {
    name: "the power fails after the board has learned the time",
    board: "wifi",
    clock: "none",
    hasFlash: true,
    steps: ["offline", ...naps(1), "online", "power cut"],
  },
];

const withCompiler = NO_COMPILER === undefined ? describe : describe.skip; // Needs a compiler.

withCompiler("an Arduino board, with a backend whose time passes as fast", () => {
  const apiKey = "a-key-of-a-test";
  const sensor = inventSensor({ id: "a farm", apiKey });
  let backend: TimedBackend;
  let server: FaultServer;
  let driver: Driver;
  let device: Device;
  let folder: string;
  beforeAll(async () => {
    driver = startDriver([await compile("driver.cpp", "ESP32")]);
  });
  afterAll(() => driver.stop());
  beforeEach(async () => {
    backend = new TimedBackend();
    backend.register(sensor, apiKey);
    server = await startFaultServer(backend);
    folder = mkdtempSync(join(tmpdir(), "greenhouse-times-"));
  });
  afterEach(async () => {
    await server.goOffline();
    rmSync(folder, { recursive: true, force: true });
  });

  async function begin({ board, clock, millis, hasFlash }: Case): Promise<void> {
    device = await driver.begin(
      {
        url: `${server.url}/sensorData`,
        uid: sensor.uid,
        apiKey,
        capacity: 400,
        timeoutMs: 15_000,
        clockErrorMs: clock,
        store: hasFlash === true ? folder : "",
        boot: "boot-1",
        advancedMs: 0,
        ...(millis === undefined ? {} : { millis }),
      },
      board,
    );
  }

  async function play(step: Step, scenario: Case): Promise<void> {
    if (step === "offline") await server.goOffline();
    else if (step === "online") await server.goOnline();
    else if (step === "power cut") {
      server.plan({ status: 503 });
      // The board learns the time, and cannot send.
      await device.poll();
      await device.poll();
      expect(server.requests).toHaveLength(1);
      await begin(scenario);
    } else if (step === "reading") {
      await device.add({ temperature: 20 });
      // The board may first ask for the time.
      await pollDue(device);
    } else if ("clock" in step) {
      await device.ask("clock", String(step.clock));
      await device.poll();
    } else if ("sleep" in step) {
      backend.advance(step.sleep);
      await device.ask("sleep", String(step.sleep + (step.set ?? 0)));
    } else {
      await pass(step.pass, scenario);
    }
  }

  /** Advances the time of board and backend, and sends what is due. */
  async function pass(ms: number, { drift = 0 }: Case): Promise<void> {
    backend.advance(ms);
    await device.advance(ms * (1 + drift / 1e6));
    await device.poll();
  }

  test.each(CASES)("$name", async (scenario) => {
    await begin(scenario);
    await device.poll();
    const taken: number[] = [];
    for (const step of scenario.steps) {
      if (step === "reading") taken.push(backend.now());
      await play(step, scenario);
    }
    let state = await device.poll();
    for (let poll = 0; state.waitMs !== null && poll < 40; poll += 1) {
      await pass(state.waitMs, scenario);
      state = await device.poll();
    }
    expect(state.waiting).toBe(0);
    const stored = backend.history().map(({ updatedAt }) => updatedAt);
    expect(stored).toHaveLength(taken.length);
    const errors = stored.map((at, index) => at - taken[index]!);
    expect(errors.filter((error) => Math.abs(error) > SLACK_MS)).toEqual([]);
    expect(backend.statuses.filter((status) => status !== 200)).toEqual([]);
    if (scenario.timeRequests !== undefined)
      expect(server.timeRequests).toBe(scenario.timeRequests);
    // A sketch may also ask for the time.
    expect(Math.abs((state.unixMs ?? 0) - backend.now())).toBeLessThan(SLACK_MS);
  });
});

const testClients = useClients(PYTHON_CLIENTS);

testClients("are right though somebody sets the clock, while readings wait too", async (begin) => {
  const { device, server, history, now, pass } = await begin({ isTimed: true });
  const taken: number[] = [];
  const take = async (): Promise<void> => {
    taken.push(now());
    await device.add({ temperature: taken.length });
    await pass(MINUTE_MS);
  };
  for (const ahead of [0, HOUR_MS, 0, -3 * MINUTE_MS]) {
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
  expect(countsOf(await settle(device, { pass }))).toEqual({ ...NOTHING, stored: taken.length });
  const errors = (await history()).map(({ updatedAt }, at) => Number(updatedAt) - taken[at]!);
  expect(errors.filter((error) => Math.abs(error) > SLACK_MS)).toEqual([]);
});

testClients("stay right for two weeks, though the crystal is off by 100 ppm", async (begin) => {
  const clockErrorMs = -Date.now() + MINUTE_MS;
  const { device, history, now, pass } = await begin({ isTimed: true, clockErrorMs });
  const taken: number[] = [];
  for (let hour = 0; hour < 14 * 24; hour += 1) {
    taken.push(now());
    await device.add({ temperature: hour });
    await settle(device, { pass });
    await pass(HOUR_MS);
    await device.advance(360);
  }
  const errors = (await history()).map(({ updatedAt }, at) => Number(updatedAt) - taken[at]!);
  expect(errors).toHaveLength(taken.length);
  // A smaller error of a clock is not corrected.
  expect(errors.filter((error) => Math.abs(error) > 10_000 + SLACK_MS)).toEqual([]);
});
