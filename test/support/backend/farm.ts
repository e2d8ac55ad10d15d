/** Farms and sensors for one test, with unique ids. */

import { randomUUID } from "node:crypto";
import type { DatabaseClient } from "./database-client";
import { inventKey, sign } from "./secrets";

export interface Farm {
  readonly id: string;
  readonly apiKey: string;
}

export interface Sensor {
  readonly uid: string;
  readonly sensorName: string;
  readonly sensorType: string;
  readonly greenhouse: string;
  readonly farm: Farm;
}

export interface SensorSettings {
  readonly uid?: string;
  readonly sensorName?: string;
  readonly sensorType?: string;
  /** An existing greenhouse. If absent, the sensor gets a new greenhouse. */
  readonly greenhouse?: string;
}

export async function addFarm(database: DatabaseClient): Promise<Farm> {
  const farm = { id: `farm-${randomUUID()}`, apiKey: inventKey() };
  await database.put(`farms/${farm.id}`, {
    name: "A farm",
    apiKey: farm.apiKey,
    members: { someone: "owner" },
  });
  return farm;
}

/** Adds a greenhouse and resolves with its id. */
export async function addGreenhouse(database: DatabaseClient, farm: Farm): Promise<string> {
  const id = `greenhouse-${randomUUID()}`;
  await database.put(`greenhouses/${id}`, { name: "A greenhouse", farmId: farm.id });
  return id;
}

/** Returns a new sensor's data, without writing it to the database. */
export function inventSensor(farm: Farm, settings: SensorSettings = {}): Sensor {
  return {
    uid: `sensor-${randomUUID()}`,
    sensorName: "Air, north bench",
    sensorType: "SHT31",
    greenhouse: `greenhouse-${randomUUID()}`,
    ...settings,
    farm,
  };
}

/** Registers the sensor and links it. */
export async function register(database: DatabaseClient, sensor: Sensor): Promise<void> {
  const { uid, sensorName, sensorType, greenhouse, farm } = sensor;
  const registration = { sensorName, sensorType, farmId: farm.id, greenhouse };
  await Promise.all([
    database.put(`greenhouses/${greenhouse}`, { name: "A greenhouse", farmId: farm.id }),
    database.put(`registeredSensors/${uid}`, registration),
  ]);
}

export async function addSensor(
  database: DatabaseClient,
  farm: Farm,
  settings: SensorSettings = {},
): Promise<Sensor> {
  const sensor = inventSensor(farm, settings);
  await register(database, sensor);
  return sensor;
}

/** Returns a body of the signed variant, with the timestamp as a number. */
export function signedBody(
  { uid, farm }: Sensor,
  fields: Readonly<Record<string, unknown>> = {},
  timestamp: number = Date.now(),
): Record<string, unknown> {
  return { uid, timestamp, signature: sign(farm.apiKey, String(timestamp), uid), ...fields };
}
