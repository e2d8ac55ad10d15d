/** The answer to an accepted reading, and the records of both layouts, according to the specification. */

import type { Sensor } from "./farm";
import { NO_RECORDS } from "./records";
import type { Records } from "./records";

/** The measurements in `current`. */
const CONTRACT = ["temperature", "humidity", "light"];

export type Measurements = Readonly<Record<string, number>>;

/** @param at the reading's time, Unix milliseconds */
export function acceptedAnswer(sensor: Sensor, measurements: Measurements, at: number): object {
  const { uid, sensorName, sensorType, greenhouse } = sensor;
  const data = { uid, sensorName, sensorType, ...measurements, timestamp: at };
  return { success: true, uid, greenhouse, data };
}

/** Returns the records after one signed reading in an empty greenhouse. */
export function signedRecords(sensor: Sensor, measurements: Measurements, at: number): Records {
  const { uid, sensorName, sensorType } = sensor;
  const shared = Object.entries(measurements).filter(([name]) => CONTRACT.includes(name));
  return {
    ...NO_RECORDS,
    current: { ...Object.fromEntries(shared), updatedAt: at },
    bySensor: { [uid]: { sensorName, sensorType, ...measurements } },
    history: [{ uid, sensorName, ...measurements, updatedAt: at }],
  };
}

/** Returns the records after one reading with the key in the body, in an empty greenhouse. */
export function keyedRecords(sensor: Sensor, measurements: Measurements, at: number): Records {
  const { uid, sensorName, sensorType } = sensor;
  return {
    ...NO_RECORDS,
    current: { [uid]: { sensorName, sensorType, ...measurements, updatedAt: at } },
    historyOf: { [uid]: [{ sensorName, ...measurements, updatedAt: at }] },
  };
}
