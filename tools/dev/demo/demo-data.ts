/**
 * The data of the demo farm: a day of plausible history in both layouts. Alerts are on, but nobody is notified. Pure: the
 * same time results in the same data.
 */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { DEFAULT_SETTINGS } from "@greenhouse/domain/alerts/settings";
import { lastSeenNames } from "@greenhouse/domain/history/last-seen";
import { AMBIENT } from "@greenhouse/domain/quantities/measurements";
import type { Measurements } from "@greenhouse/domain/quantities/measurements";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { sensorRoleIn } from "@greenhouse/domain/identity/sensor-records";
import {
  climateOf,
  FARM_ID,
  FARM_KEY,
  GREENHOUSES,
  measure,
  PEOPLE,
  PLACE,
  SENSORS,
} from "./demo-farm.ts";
import type { Sensor } from "./demo-farm.ts";
import { rollupReadings } from "./rollup-readings.ts";
import type { StoredReading } from "./rollup-readings.ts";

const REGISTERED: Tree = Object.fromEntries(
  SENSORS.map(({ uid, sensorName, sensorType, role, greenhouse }) => [
    uid,
    {
      sensorName,
      sensorType,
      farmId: FARM_ID,
      ...(role && { role }),
      ...(greenhouse !== undefined && { greenhouse }),
    },
  ]),
);

const INTERVAL = 10 * MINUTE_MS;

type Tree = Record<string, unknown>;

/** @param now end of the day of history, in Unix milliseconds */
export function demoData(now: number): Tree {
  return {
    usedFarmIds: { [FARM_ID]: true },
    farms: {
      [FARM_ID]: {
        name: "Sunny Acres",
        apiKey: FARM_KEY,
        ip: "192.168.1.20",
        ipUpdatedAt: now - 5 * MINUTE_MS,
        place: PLACE,
        members: Object.fromEntries(PEOPLE.map(({ uid, role }) => [uid, role])),
        names: Object.fromEntries(PEOPLE.map(({ uid, displayName }) => [uid, displayName])),
      },
    },
    users: Object.fromEntries(PEOPLE.map(({ uid }) => [uid, { farms: { [FARM_ID]: true } }])),
    greenhouses: Object.fromEntries(
      Object.entries(GREENHOUSES).map(([id, { name, thresholds }]) => [
        id,
        { name, farmId: FARM_ID, thresholds },
      ]),
    ),
    ...registered(now - DAY_MS),
    alertSettings: { [FARM_ID]: DEFAULT_SETTINGS },
    lastSeen: { [FARM_ID]: lastSeen(now) },
    ...readings(now),
  };
}

/** The registrations, and the sensors' logs. @param at when the owner registered the sensors, in Unix milliseconds */
function registered(at: number): Tree {
  const createPushKey = createPushKeys(seededRandom(8));
  const by = PEOPLE.find(({ role }) => role === "owner")?.uid ?? "";
  const logged = SENSORS.map(({ uid, sensorName: name, greenhouse }) => {
    const entry = {
      at,
      by,
      what: "registered",
      name,
      ...(greenhouse !== undefined && { greenhouse }),
    };
    return { uid, key: createPushKey(at), entry };
  });
  return {
    registeredSensors: Object.fromEntries(
      logged.map(({ uid, key }) => [uid, { ...(REGISTERED[uid] as object), entry: key }]),
    ),
    sensorLog: {
      [FARM_ID]: Object.fromEntries(logged.map(({ uid, key, entry }) => [uid, { [key]: entry }])),
    },
  };
}

/** The times of the newest readings. Each demo board always sends the same measurements. */
function lastSeen(now: number): Tree {
  const linked = [...SENSORS.entries()].filter(([, { greenhouse }]) => greenhouse !== undefined);
  return Object.fromEntries(
    linked.map(([index, { uid, measures }]) => {
      const measured: Measurements = Object.fromEntries(measures.map((name) => [name, 0]));
      const at = reportedAt(now, index);
      return [uid, Object.fromEntries(lastSeenNames(measured).map((name) => [name, at]))];
    }),
  );
}

interface Records {
  current: Tree;
  bySensor: Tree;
  history: Tree;
}

/** The readings of each greenhouse, and what the jobs computed from them. */
function readings(now: number): Tree {
  const random = seededRandom(7);
  const createPushKey = createPushKeys(random);
  const records: Record<string, Records> = Object.fromEntries(
    Object.keys(GREENHOUSES).map((id) => [id, { current: {}, bySensor: {}, history: {} }]),
  );
  const stored: Record<string, StoredReading[]> = {};
  for (let time = now - DAY_MS; time <= now; time += INTERVAL) {
    for (const [index, sensor] of SENSORS.entries()) {
      const climate = climateOf(sensor, sensor.greenhouse);
      const record = records[sensor.greenhouse ?? ""];
      if (climate === undefined || record === undefined) continue;
      const at = reportedAt(time, index);
      const values = measure(sensor, climate, at, random);
      store(record, sensor, values, at, createPushKey(at));
      (stored[sensor.greenhouse ?? ""] ??= []).push({ uid: sensor.uid, at, measurements: values });
    }
  }
  const isAir = (uid: string): boolean => sensorRoleIn(REGISTERED[uid]) === "air";
  const tree: Record<string, Tree> = { sensors: { ...records } };
  for (const [id, all] of Object.entries(stored)) {
    for (const [name, rolledUp] of Object.entries(rollupReadings(all, now, isAir))) {
      (tree[name] ??= {})[id] = rolledUp;
    }
  }
  return tree;
}

/** Staggers the boards, which do not report at the same moment. @param index of the sensor */
function reportedAt(time: number, index: number): number {
  return time - index * 7_000;
}

/** A deterministic sequence of numbers from 0 to below 1 (a multiplicative generator modulo 2^31 - 1). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function store(record: Records, sensor: Sensor, values: Tree, at: number, key: string): void {
  const { uid, sensorName, sensorType, variant } = sensor;
  if (variant === "signed") {
    const shared = Object.fromEntries(
      AMBIENT.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
    );
    Object.assign(record.current, shared, { updatedAt: at });
    record.bySensor[uid] = { sensorName, sensorType, ...values };
    record.history[key] = { uid, sensorName, ...values, updatedAt: at };
  } else {
    record.current[uid] = { sensorName, sensorType, ...values, updatedAt: at };
    record.history[uid] = {
      ...(record.history[uid] as Tree | undefined),
      [key]: { sensorName, ...values, updatedAt: at },
    };
  }
}
