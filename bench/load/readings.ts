/** The farms of the bench, and the readings of their sensors. */

import { createHash } from "node:crypto";

const GREENHOUSES = 100;
const FARMS = 10;

/** The key of the variant with a key in the body. */
export const SENSOR_KEY = "bench-sensor-key";

const MEASUREMENTS = { temperature: 21.5, humidity: 60.25, light: 1200, battery: 88 };

/** How a reading proves where it comes from. */
export type Variant = "signed" | "key";

const farmKey = (farm: number): string => `bench-farm-key-${farm}`;
const uidOf = (sensor: number): string => `bench-sensor-${sensor}`;

/** The body of a reading. @param sensor its number */
export function bodyOf(variant: Variant, sensor: number, nowMs: number): string {
  const uid = uidOf(sensor);
  if (variant === "key") return JSON.stringify({ uid, apiKey: SENSOR_KEY, ...MEASUREMENTS });
  const signature = createHash("md5")
    .update(`${farmKey(sensor % FARMS)}${nowMs}${uid}`)
    .digest("hex");
  return JSON.stringify({ uid, timestamp: nowMs, signature, ...MEASUREMENTS });
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
