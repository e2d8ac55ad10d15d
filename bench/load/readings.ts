/** The farms of the bench, and what their sensors send. */

import { createHash } from "node:crypto";
import { deviceToken, directRequest } from "../rivals/direct.ts";

export const SENSORS = 100_000;
const GREENHOUSES = 100;
const FARMS = 10;

/** The key of the key-in-body variant. */
export const SENSOR_KEY = "bench-sensor-key";
/** The namespace of the boards that write by themselves: it has rules of its own. */
export const DIRECT_NAMESPACE = "bench-direct";

const MEASUREMENTS = { temperature: 21.5, humidity: 60.25, light: 1200, battery: 88 };

/** How a request looks: to a function with a signature or a key, or to the database itself. */
export type RequestKind = "signed" | "key" | "direct";

export interface LoadRequest {
  readonly method: "POST" | "PATCH";
  readonly path: string;
  readonly body: string;
}

const farmKey = (farm: number): string => `bench-farm-key-${farm}`;
const uidOf = (sensor: number): string => `bench-sensor-${sensor}`;

/** A request of the sensor of this number. */
export function requestOf(kind: RequestKind, sensor: number, nowMs: number): LoadRequest {
  const uid = uidOf(sensor);
  if (kind === "direct") {
    const greenhouse = `greenhouse-${sensor % GREENHOUSES}`;
    const reading = { uid, greenhouse, measurements: MEASUREMENTS };
    const token = deviceToken(Math.floor(nowMs / 600_000) * 600_000);
    return { method: "PATCH", ...directRequest(reading, DIRECT_NAMESPACE, token) };
  }
  const body =
    kind === "signed"
      ? { uid, timestamp: nowMs, signature: sign(sensor, nowMs), ...MEASUREMENTS }
      : { uid, apiKey: SENSOR_KEY, ...MEASUREMENTS };
  return { method: "POST", path: "/", body: JSON.stringify(body) };
}

function sign(sensor: number, nowMs: number): string {
  const key = farmKey(sensor % FARMS);
  return createHash("md5")
    .update(`${key}${nowMs}${uidOf(sensor)}`)
    .digest("hex");
}

/** The database before the first reading. */
export function seed(sensors: number): Readonly<Record<string, object>> {
  return {
    farms: numbered(FARMS, (farm) => [
      `farm-${farm}`,
      { name: "A farm", apiKey: farmKey(farm), members: { someone: "owner" } },
    ]),
    greenhouses: numbered(GREENHOUSES, (greenhouse) => [
      `greenhouse-${greenhouse}`,
      { name: "A greenhouse", farmId: `farm-${greenhouse % FARMS}` },
    ]),
    registeredSensors: numbered(sensors, (sensor) => [
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
