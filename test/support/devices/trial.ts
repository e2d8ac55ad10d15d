/** One device, one sensor of its own, and a fault server between the device and the functions. */

import { databaseClient } from "../backend/database-client";
import { addFarm, addSensor, inventSensor } from "../backend/farm";
import type { Farm, Sensor } from "../backend/farm";
import { readRecords } from "../backend/records";
import { secretsIn, sign } from "../backend/secrets";
import { useHost } from "../backend/targets";
import type { DeviceClient } from "./clients";
import { startDriver } from "./device";
import type { Device, DeviceSettings, Driver } from "./device";
import { startFaultServer } from "./fault-server";
import type { DeviceRequest, FaultServer, Identity } from "./fault-server";
import { startShell } from "./shell-device";

export interface Trial {
  readonly device: Device;
  readonly server: FaultServer;
  readonly sensor: Sensor;
  /** The history of the sensor's greenhouse. */
  readonly history: () => Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export interface TrialSettings extends Partial<DeviceSettings> {
  readonly isRegistered?: boolean;
  /** Makes the server speak HTTPS. */
  readonly identity?: Identity;
}

export type Begin = (settings?: TrialSettings) => Promise<Trial>;
type Scenario = (begin: Begin, client: DeviceClient) => Promise<void>;
/** Of the given clients, or of all. */
export type TestClients = (
  name: string,
  scenario: Scenario,
  clients?: readonly DeviceClient[],
) => void;

/**
 * To be called once, where tests are described. The function it returns makes a test for each client, and the clients
 * go through the scenario at the same time. What each sent and printed is searched afterwards: the farm's key must be
 * in neither, and no signature may be printed.
 */
export function useClients(clients: readonly DeviceClient[]): TestClients {
  const target = useHost();
  const database = databaseClient();
  const drivers = new Map<DeviceClient, Driver>();
  let farm: Farm;
  beforeAll(async () => {
    farm = await addFarm(database);
  });
  afterAll(() => Promise.all(Array.from(drivers.values(), (driver) => driver.stop())));

  async function begin(
    client: DeviceClient,
    { isRegistered = true, identity, ...given }: TrialSettings,
    ends: (() => Promise<void>)[],
  ): Promise<Trial> {
    const named = given.uid === undefined ? {} : { uid: given.uid };
    const sensor = isRegistered
      ? await addSensor(database, farm, named)
      : inventSensor(farm, named);
    const server = await startFaultServer(target().url, identity);
    ends.push(() => server.goOffline());
    const settings: DeviceSettings = {
      url: `${server.url}/sensorData`,
      uid: sensor.uid,
      apiKey: farm.apiKey,
      capacity: 32,
      timeoutMs: 15_000,
      clockErrorMs: 0,
      ...given,
    };
    const device = await start(client, settings, ends);
    ends.push(async () => {
      await device.stop();
      expect(secretsIn(device.report())).toEqual([]);
      expect(server.requests.filter(({ text }) => text.includes(farm.apiKey))).toEqual([]);
    });
    const history = async () => (await readRecords(database, sensor.greenhouse)).history;
    return { device, server, sensor, history };
  }

  async function start(
    client: DeviceClient,
    settings: DeviceSettings,
    ends: (() => Promise<void>)[],
  ): Promise<Device> {
    if (client.driver === undefined) return startShell(settings);
    let driver = settings.env === undefined ? drivers.get(client) : undefined;
    if (driver === undefined) {
      const started = startDriver(await client.driver(), { ...client.env, ...settings.env });
      if (settings.env === undefined) drivers.set(client, started);
      else ends.push(() => started.stop());
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

/** A test for each of those that this machine has; all begin with the first one. */
export function testTogether<
  Subject extends { readonly name: string; readonly missing?: string | undefined },
>(name: string, subjects: readonly Subject[], scenario: (subject: Subject) => Promise<void>): void {
  let runs: ReadonlyMap<Subject, Promise<void>> | undefined;
  const start = (): ReadonlyMap<Subject, Promise<void>> => {
    const present = subjects.filter(({ missing }) => missing === undefined);
    runs = new Map(present.map((subject) => [subject, scenario(subject)]));
    // Each is awaited by its own test, which may come later than its failure.
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
  readonly timestamp: string;
  readonly idempotencyKey: string;
}

/** What a request carries, once its form is right: a text for a timestamp, and a signature over just that text. */
export function readRequest(request: DeviceRequest, { uid, farm }: Sensor): SentReading {
  const body = JSON.parse(request.text) as { readonly timestamp: string };
  expect(body).toMatchObject({
    uid,
    timestamp: expect.stringMatching(/^\d+$/) as string,
    signature: sign(farm.apiKey, body.timestamp, uid),
  });
  expect(request.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  expect(request.contentType).toBe("application/json");
  return { timestamp: body.timestamp, idempotencyKey: request.idempotencyKey ?? "" };
}
