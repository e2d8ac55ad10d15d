/** One device, one sensor of its own, and a fault server between the device and the functions. */

import { databaseClient } from "../backend/database-client";
import { addFarm, addSensor, inventSensor } from "../backend/farm";
import type { Farm, Sensor } from "../backend/farm";
import { readRecords } from "../backend/records";
import { secretsIn, sign } from "../backend/secrets";
import type { Device, DeviceSettings } from "./device";
import { startFaultServer } from "./fault-server";
import type { DeviceRequest, FaultServer, Identity } from "./fault-server";

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

/**
 * To be called where tests are described: starts trials, and ends each with its test, after a look at what the device
 * sent and printed: the farm's key must be in neither, and a signature not be printed.
 */
export function useTrials(
  start: (settings: DeviceSettings) => Device,
  functionsUrl: () => string,
): (settings?: TrialSettings) => Promise<Trial> {
  const database = databaseClient();
  let farm: Farm;
  let trials: Trial[] = [];
  beforeAll(async () => {
    farm = await addFarm(database);
  });
  afterEach(async () => {
    const ended = trials;
    trials = [];
    for (const { device, server } of ended) {
      await device.stop();
      await server.goOnline().catch(ignoreListening);
      await server.goOffline();
      expect(secretsIn(device.report())).toEqual([]);
      expect(server.requests.filter(({ text }) => text.includes(farm.apiKey))).toEqual([]);
    }
  });
  return async ({ isRegistered = true, identity, ...settings } = {}) => {
    const named = settings.uid === undefined ? {} : { uid: settings.uid };
    const sensor = isRegistered
      ? await addSensor(database, farm, named)
      : inventSensor(farm, named);
    const server = await startFaultServer(functionsUrl(), identity);
    const device = start({
      url: `${server.url}/sensorData`,
      uid: sensor.uid,
      apiKey: farm.apiKey,
      capacity: 32,
      timeoutMs: 15_000,
      clockErrorMs: 0,
      ...settings,
    });
    const trial: Trial = {
      device,
      server,
      sensor,
      history: async () => (await readRecords(database, sensor.greenhouse)).history,
    };
    trials.push(trial);
    return trial;
  };
}

/** The server may be online at the end of a test, and may not. */
function ignoreListening(error: NodeJS.ErrnoException): void {
  if (error.code !== "ERR_SERVER_ALREADY_LISTEN") throw error;
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
