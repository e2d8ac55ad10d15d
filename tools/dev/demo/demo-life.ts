/**
 * The life of the demo farm's sensors: a soil probe is calibrated, a board was replaced, and the readings of a week do not
 * count. Pure.
 */

import { fromDryAndWet } from "@greenhouse/domain/quantities/calibrating";
import type { Measurements } from "@greenhouse/domain/quantities/measurements";
import type { SensorChange, SensorChangeDetails } from "@greenhouse/domain/identity/sensor-log";
import { startOf } from "@greenhouse/domain/rollups/rollups";
import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { FARM_ID, OLD_BOARD, PEOPLE, SENSORS, SOIL_COUNTS, SOIL_PROBE } from "./demo-farm.ts";
import type { Sensor } from "./demo-farm.ts";

type Tree = Record<string, unknown>;

/** The board in the place of the old one. */
export const NEW_BOARD = "herbs-air";
const WARMED = "tomatoes-air-middle";
const [{ uid: OWNER }] = PEOPLE;

/** When things happened, in Unix milliseconds. */
export interface DemoTimes {
  readonly beganAt: number;
  readonly replacedAt: number;
  /** The readings of a week that do not count. */
  readonly excludedFrom: number;
  readonly excludedUntil: number;
}

/** @param now Unix milliseconds */
export function demoTimes(now: number): DemoTimes {
  const daysAgo = (days: number): number => startOf("hour", now) - days * DAY_MS;
  return {
    beganAt: daysAgo(30),
    replacedAt: daysAgo(8),
    excludedFrom: daysAgo(12),
    excludedUntil: daysAgo(5),
  };
}

/** Warms the readings of the excluded week: the sensor lay in the sun. */
export function inTheSun(
  { uid }: Sensor,
  at: number,
  { excludedFrom, excludedUntil }: DemoTimes,
  values: Measurements,
): Measurements {
  const { temperature, humidity } = values;
  const isWarmed = uid === WARMED && at >= excludedFrom && at < excludedUntil;
  if (!isWarmed || temperature === undefined || humidity === undefined) return values;
  const warmer = Number((temperature * 1.4).toFixed(1));
  return { ...values, temperature: warmer, humidity: Number((humidity * 0.6).toFixed(1)) };
}

/** @param createPushKey returns a new push key for a time in Unix milliseconds */
export function demoLife(times: DemoTimes, createPushKey: (timeMs: number) => string): Tree {
  const { beganAt, replacedAt, excludedFrom, excludedUntil } = times;
  const log: Record<string, Tree> = {};
  const add = (uid: string, at: number, what: SensorChange, more?: SensorChangeDetails): string => {
    const key = createPushKey(at);
    (log[uid] ??= {})[key] = { at, by: OWNER, what, ...more };
    return key;
  };
  const registrations: Record<string, Tree> = {};
  for (const sensor of SENSORS.filter(({ uid }) => uid !== NEW_BOARD)) {
    const { sensorName: name, greenhouse } = sensor;
    const linked = greenhouse === undefined ? {} : { greenhouse };
    const entry = add(sensor.uid, beganAt, "registered", { name, ...linked });
    registrations[sensor.uid] = { ...registrationOf(sensor), ...linked, entry };
  }
  const { name, greenhouse, ...old } = { ...OLD_BOARD, name: OLD_BOARD.sensorName };
  add(old.uid, beganAt, "registered", { name, greenhouse });
  registrations[old.uid] = {
    ...registrationOf(OLD_BOARD),
    replacedBy: NEW_BOARD,
    entry: add(old.uid, replacedAt, "replaced", { other: NEW_BOARD, from: replacedAt, greenhouse }),
  };
  const continued = { name, greenhouse, other: old.uid, from: replacedAt };
  const successor = SENSORS.find(({ uid }) => uid === NEW_BOARD);
  if (successor !== undefined) {
    registrations[NEW_BOARD] = {
      ...registrationOf(successor),
      greenhouse,
      continues: old.uid,
      continuesFrom: replacedAt,
      entry: add(NEW_BOARD, replacedAt, "continued", continued),
    };
  }
  const calibratedAt = beganAt + HOUR_MS;
  const quantity = "soilMoisture";
  const calibration = {
    from: beganAt,
    ...fromDryAndWet(SOIL_COUNTS.dry, SOIL_COUNTS.wet),
    note: "Held in dry air, then in a glass of water",
    by: OWNER,
    at: calibratedAt,
    entry: add(SOIL_PROBE, calibratedAt, "calibrated", { quantity, from: beganAt }),
  };
  const span = { from: excludedFrom, until: excludedUntil };
  const excludedAt = excludedUntil + HOUR_MS;
  const exclusion = {
    ...span,
    note: "Lay in the sun while the bench was rebuilt",
    by: OWNER,
    at: excludedAt,
    entry: add(WARMED, excludedAt, "excluded", span),
  };
  return {
    registeredSensors: registrations,
    calibrations: { [FARM_ID]: { [SOIL_PROBE]: { [quantity]: { a0: calibration } } } },
    exclusions: { [FARM_ID]: { [WARMED]: { a0: exclusion } } },
    sensorLog: { [FARM_ID]: log },
  };
}

function registrationOf({ sensorName, sensorType, role }: Sensor): Tree {
  return { sensorName, sensorType, farmId: FARM_ID, ...(role && { role }) };
}
