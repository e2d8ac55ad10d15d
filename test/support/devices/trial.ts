/** One device with its own sensor, and a fault server between the device and a stand-in for the backend. */

import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inventSensor } from "../backend/farm";
import type { Sensor } from "../backend/farm";
import { inventKey, secretsIn } from "../backend/secrets";
import type { DeviceClient } from "./clients";
import { startDriver } from "./device";
import type { Device, DeviceSettings, Driver } from "./device";
import { startFaultServer } from "./fault-server";
import type { DeviceRequest, FaultServer, Identity } from "./fault-server";
import { TimedBackend } from "./timed-backend";

export interface Trial {
  readonly device: Device;
  readonly server: FaultServer;
  readonly backend: TimedBackend;
  readonly sensor: Sensor;
  /** The device's store; "" without a store. */
  readonly store: string;
  /** Advances the time of the device and of the backend. */
  readonly pass: (ms: number) => Promise<void>;
  /**
   * Kills the device with SIGKILL, and starts it again on the same store and with the same time.
   * @param kind as another process of the same boot, or as another boot; boards always boot
   */
  readonly restart: (kind?: "process" | "boot") => Promise<Device>;
}

export interface TrialSettings extends Partial<
  Omit<DeviceSettings, "uid" | "store" | "boot" | "advancedMs">
> {
  /** By default a new sensor. */
  readonly sensor?: Sensor;
  readonly isRegistered?: boolean;
  /** Makes the server speak HTTPS. */
  readonly identity?: Identity;
  /** Gives the device a store, in this folder if there is one. */
  readonly store?: boolean | string;
}

type Begin = (settings?: TrialSettings) => Promise<Trial>;
type Scenario = (begin: Begin, client: DeviceClient) => Promise<void>;
/** Makes a test for each of the given clients, or for all. */
type TestClients = (name: string, scenario: Scenario, clients?: readonly DeviceClient[]) => void;

/** Limits tests to some clients: `DEVICE_CLIENTS=Python,Node`. */
const CHOSEN = process.env["DEVICE_CLIENTS"]?.split(",");

/**
 * Call it once in a test file. The returned function makes a test for each client, and the clients run the scenario at
 * the same time. Afterwards the requests and outputs are searched: the farm's key must not appear in them, and
 * signatures must not be printed.
 */
export function useClients(clients: readonly DeviceClient[]): TestClients {
  const drivers = new Map<DeviceClient, Driver>();
  const farm = { id: "a farm", apiKey: inventKey() };
  afterAll(() => Promise.all(Array.from(drivers.values(), (driver) => driver.stop())));

  async function begin(
    client: DeviceClient,
    trialSettings: TrialSettings,
    ends: (() => Promise<void>)[],
  ): Promise<Trial> {
    const { identity, store: wanted = false, isRegistered = true } = trialSettings;
    const { sensor = inventSensor(farm) } = trialSettings;
    const { apiKey } = sensor.farm;
    const backend = new TimedBackend();
    if (isRegistered) backend.register(sensor);
    const server = await startFaultServer(backend, identity);
    ends.push(() => server.goOffline());
    const store = typeof wanted === "string" ? wanted : wanted ? makeFolder(ends) : "";
    let settings: DeviceSettings = {
      url: `${server.url}/sensorData`,
      uid: sensor.uid,
      apiKey,
      capacity: 32,
      timeoutMs: 15_000,
      clockErrorMs: 0,
      ...trialSettings,
      store,
      boot: "boot-1",
      advancedMs: 0,
    };
    let device = await start(client, settings, ends);
    let reported = "";
    ends.push(() => {
      expect(server.failures).toEqual([]);
      expect(secretsIn(reported + device.report())).toEqual([]);
      expect(server.requests.filter(({ text }) => text.includes(apiKey))).toEqual([]);
      return Promise.resolve();
    });
    let boots = 1;
    let passedMs = 0;
    return {
      device,
      server,
      backend,
      sensor,
      store,
      pass: async (ms) => {
        passedMs += ms;
        backend.advance(ms);
        await device.advance(ms);
      },
      restart: async (kind = "process") => {
        const isBoot = kind === "boot" || client.storage === "flash";
        // A board in the same process forgets its memory just the same.
        if (client.storage !== "flash" || device.isBusy()) await device.kill();
        reported += device.report();
        if (isBoot) {
          boots += 1;
          const { clockErrorMs } = settings;
          const aheadMs = clockErrorMs === "none" ? clockErrorMs : clockErrorMs + passedMs;
          settings = { ...settings, boot: `boot-${boots}`, clockErrorMs: aheadMs, advancedMs: 0 };
          passedMs = 0;
        } else {
          settings = { ...settings, advancedMs: passedMs };
        }
        device = await start(client, settings, ends);
        return device;
      },
    };
  }

  async function start(
    client: DeviceClient,
    settings: DeviceSettings,
    ends: (() => Promise<void>)[],
  ): Promise<Device> {
    const isOwn = settings.env !== undefined;
    let driver = isOwn ? undefined : drivers.get(client);
    if (driver === undefined || driver.isKilled()) {
      const started = startDriver(await client.driver(), { ...client.env, ...settings.env });
      if (isOwn) ends.push(() => started.stop());
      else drivers.set(client, started);
      driver = started;
    }
    return driver.begin(settings, client.board ?? "");
  }

  async function go(scenario: Scenario, client: DeviceClient): Promise<void> {
    const ends: (() => Promise<void>)[] = [];
    try {
      await scenario((settings = {}) => begin(client, settings, ends), client);
    } finally {
      for (const end of ends) await end();
    }
  }

  return (name, scenario, chosen = clients) =>
    testTogether(name, chosen, (client) => go(scenario, client));
}

function makeFolder(ends: (() => Promise<void>)[]): string {
  const folder = mkdtempSync(join(tmpdir(), "greenhouse-store-"));
  ends.push(() => {
    rmSync(folder, { recursive: true, force: true });
    return Promise.resolve();
  });
  return folder;
}

/** Makes a test for each subject that this machine has. All subjects start with the first test. */
export function testTogether<
  Subject extends { readonly name: string; readonly missing?: string | undefined },
>(name: string, all: readonly Subject[], scenario: (subject: Subject) => Promise<void>): void {
  const subjects = all.map((subject) =>
    CHOSEN?.includes(subject.name) === false ? { ...subject, missing: "not chosen" } : subject,
  );
  let runs: ReadonlyMap<Subject, Promise<void>> | undefined;
  const start = (): ReadonlyMap<Subject, Promise<void>> => {
    const present = subjects.filter(({ missing }) => missing === undefined);
    runs = new Map(present.map((subject) => [subject, scenario(subject)]));
    // Each test awaits its run, which may fail before.
    for (const run of runs.values()) run.catch(() => undefined);
    return runs;
  };
  for (const subject of subjects) {
    if (subject.missing === undefined) {
      test(`${subject.name}: ${name}`, async () => (runs ?? start()).get(subject));
    } else {
      test.skip(`${subject.name}: ${name} (cannot be tried: ${subject.missing})`, () => undefined); // Needs what this machine does not have.
    }
  }
}

export interface SentReading {
  readonly timestamp: number;
  readonly temperature?: number;
}

export interface SentBatch {
  readonly uid: string;
  readonly timestamp: number;
  readonly readings: readonly SentReading[];
}

/** The version that each client states by default. */
const VERSION = /^greenhouse-(?:arduino|micropython|node|python|shell) \d+\.\d+\.\d+$/;

/** Returns the content of a request, after checking its form, version and signature. */
export function readRequest(request: DeviceRequest, { uid, farm }: Sensor): SentBatch {
  const { version, ...rest } = JSON.parse(request.text) as SentBatch & { readonly version: string };
  expect(version).toMatch(VERSION);
  const batch: SentBatch = rest;
  const integer = expect.any(Number) as number;
  expect(batch).toEqual({ uid, timestamp: integer, readings: expect.any(Array) as [] });
  const times = batch.readings.map(({ timestamp }) => timestamp);
  expect([batch.timestamp, ...times].filter((time) => !Number.isInteger(time))).toEqual([]);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const { contentType, idempotencyKey, signature, path } = request;
  expect({ contentType, idempotencyKey, signature, path }).toEqual({
    contentType: "application/json",
    idempotencyKey: undefined,
    signature: `sha256=${createHmac("sha256", farm.apiKey).update(request.text).digest("hex")}`,
    path: "/sensorData",
  });
  return batch;
}

/** Returns the temperatures of each request, which identify the readings. */
export function temperaturesOf(server: FaultServer, sensor: Sensor): (number | undefined)[][] {
  return server.requests.map((request) =>
    readRequest(request, sensor).readings.map(({ temperature }) => temperature),
  );
}
