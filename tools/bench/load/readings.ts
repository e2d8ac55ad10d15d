/** Defines the farms of the bench, and creates the readings of their sensors. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { createHash, createHmac } from "node:crypto";

/** Number of sensors that are registered in the database. */
export const SENSORS = 100;
const GREENHOUSES = 100;
const FARMS = 10;

/** The key of the variant with a key in the body. */
export const SENSOR_KEY = "bench-sensor-key";

const MEASUREMENTS = { temperature: 21.5, humidity: 60.25, light: 1200, battery: 88 };

/** The credential of a request: MD5, the key in the body, or HMAC over the whole body. */
export type Variant = "signed" | "key" | "hmac";

export interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const farmKey = (farm: number): string => `bench-farm-key-${farm}`;
const uidOf = (sensor: number): string => `bench-sensor-${sensor}`;

/** Counts batches, so that their readings differ. */
let batchCount = 0;

/**
 * Creates a request with a reading.
 * @param sensor the sensor's number
 * @param batch the number of readings, a minute apart and ending now; 0 if it is not a batch
 */
export function messageOf(variant: Variant, sensor: number, nowMs: number, batch = 0): Message {
  const headers = { "content-type": "application/json" };
  if (variant !== "hmac") return { headers, body: bodyOf(variant, sensor, nowMs) };
  const readings = Array.from({ length: batch }, (_, index) => ({
    timestamp: nowMs - index * MINUTE_MS,
    ...MEASUREMENTS,
    light: batchCount++,
  }));
  const fields = batch === 0 ? { ...MEASUREMENTS, light: batchCount++ } : { readings };
  const body = JSON.stringify({ uid: uidOf(sensor), timestamp: nowMs, ...fields });
  const digest = createHmac("sha256", farmKey(sensor % FARMS))
    .update(body)
    .digest("hex");
  return { headers: { ...headers, "x-signature": `sha256=${digest}` }, body };
}

function bodyOf(variant: Variant, sensor: number, nowMs: number): string {
  const uid = uidOf(sensor);
  if (variant === "key") return JSON.stringify({ uid, apiKey: SENSOR_KEY, ...MEASUREMENTS });
  const signature = createHash("md5")
    .update(`${farmKey(sensor % FARMS)}${nowMs}${uid}`)
    .digest("hex");
  return JSON.stringify({ uid, timestamp: nowMs, signature, ...MEASUREMENTS });
}

/** Returns the database before the first reading. */
export function seed(): Readonly<Record<string, object>> {
  return {
    farms: numbered(FARMS, (farm) => [
      `farm-${farm}`,
      { name: "A farm", apiKey: farmKey(farm), members: { someone: "owner" } },
    ]),
    greenhouses: numbered(GREENHOUSES, (greenhouse) => [
      `greenhouse-${greenhouse}`,
      { name: "A greenhouse", farmId: `farm-${greenhouse % FARMS}` },
    ]),
    registeredSensors: numbered(SENSORS, (sensor) => [
      uidOf(sensor),
      {
        sensorName: "Air, north bench",
        sensorType: "SHT31",
        farmId: `farm-${sensor % FARMS}`,
        greenhouse: `greenhouse-${sensor % GREENHOUSES}`,
      },
    ]),
  };
}

function numbered<T>(count: number, make: (number: number) => [string, T]): Record<string, T> {
  return Object.fromEntries(Array.from({ length: count }, (_, number) => make(number)));
}
