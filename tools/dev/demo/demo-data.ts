/**
 * The demo farm: three greenhouses, 13 sensors of real kinds (one not linked yet), two people, and a day of
 * plausible history in both layouts. Alerts are on, but nobody is notified. Pure: the same time results in the same
 * data.
 */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { measureAt, measureRarelyAt } from "../../cli/src/simulation/curve.ts";
import type { Climate } from "../../cli/src/simulation/curve.ts";
import { DEFAULT_SETTINGS } from "@greenhouse/domain/alerts/settings";
import { lastSeenNames } from "@greenhouse/domain/history/last-seen";
import { AMBIENT } from "@greenhouse/domain/quantities/measurements";
import type {
  Measurement,
  Measurements,
  Thresholds,
} from "@greenhouse/domain/quantities/measurements";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { sensorRoleIn } from "@greenhouse/domain/identity/sensor-records";
import type { Place } from "@greenhouse/domain/sun";
import { rollupReadings } from "./rollup-readings.ts";
import type { StoredReading } from "./rollup-readings.ts";

export const FARM_ID = "sunny-acres";
/** Only for the demo farm: a real farm's key is random. */
export const FARM_KEY = "demo-key-of-sunny-acres";

/** Almería, where there are many greenhouses. The simulated sun follows UTC, which nearly is the solar time there. */
const PLACE: Place = { latitude: 36.84, longitude: -2.46, timeZone: "Europe/Madrid" };

export const PEOPLE = [
  personOf("demo-owner", "owner@example.com", "Olga Owner", "owner"),
  personOf("demo-viewer", "viewer@example.com", "Vito Viewer", "viewer"),
] as const;

function personOf(uid: string, email: string, displayName: string, role: "owner" | "viewer") {
  return { uid, email, password: "greenhouse", displayName, role };
}

export interface Sensor {
  readonly uid: string;
  readonly sensorName: string;
  readonly sensorType: string;
  readonly greenhouse?: string;
  readonly role?: "soil";
  readonly variant: "signed" | "key-in-body";
  readonly measures: readonly Measurement[];
}

interface Greenhouse {
  readonly name: string;
  readonly climate: Climate;
  readonly thresholds: Thresholds;
}

export const GREENHOUSES: Readonly<Record<string, Greenhouse>> = {
  tomatoes: {
    name: "Tomatoes",
    climate: { mean: 22, swing: 6, humidity: 68, noon: 48_000 },
    thresholds: {
      temperature: { min: 15, max: 30, nightMin: 12 },
      humidity: { min: 55, max: 85 },
    },
  },
  herbs: {
    name: "Herbs",
    climate: { mean: 19, swing: 4, humidity: 60, noon: 36_000 },
    thresholds: { temperature: { min: 12, max: 26 }, humidity: { min: 45, max: 75 } },
  },
  seedlings: {
    name: "Seedlings",
    climate: { mean: 24, swing: 2, humidity: 78, noon: 24_000 },
    thresholds: { temperature: { min: 20, max: 28 }, light: { min: 0, max: 30_000 } },
  },
};

const AIR = ["temperature", "humidity"] as const;
const SOIL = ["temperature", "soilMoisture"] as const;

type SensorRow = readonly [
  variant: Sensor["variant"],
  uid: string,
  sensorName: string,
  sensorType: string,
  greenhouse: string | undefined,
  ...measures: Measurement[],
];

const ROWS: readonly SensorRow[] = [
  ["signed", "tomatoes-air-north", "Air, north bench", "SHT31", "tomatoes", ...AIR, "battery"],
  ["signed", "tomatoes-air-south", "Air, south bench", "SHT31", "tomatoes", ...AIR, "battery"],
  ["signed", "tomatoes-air-middle", "Air, middle bench", "SHT31", "tomatoes", ...AIR, "battery"],
  ["signed", "tomatoes-light", "Light, ridge", "BH1750", "tomatoes", "light", "battery"],
  ["signed", "tomatoes-soil", "Soil, row 3", "STEMMA Soil", "tomatoes", ...SOIL, "battery"],
  ["signed", "herbs-air", "Air, middle", "BME280", "herbs", ...AIR, "battery"],
  ["signed", "herbs-light", "Light, door", "TSL2591", "herbs", "light", "battery"],
  ["key-in-body", "herbs-gateway", "Gateway box", "DHT22", "herbs", ...AIR],
  ["signed", "herbs-soil", "Soil, basil", "DS18B20", "herbs", "temperature", "battery"],
  ["signed", "seedlings-air", "Air, tray 1", "SCD41", "seedlings", ...AIR, "co2", "battery"],
  ["key-in-body", "seedlings-mat", "Heating mat", "DHT22", "seedlings", ...AIR],
  ["signed", "seedlings-light", "Grow light", "VEML7700", "seedlings", "light", "battery"],
  ["signed", "spare-board", "Spare board", "SHT31", undefined, ...AIR, "battery"],
];

export const SENSORS: readonly Sensor[] = ROWS.map(
  ([variant, uid, sensorName, sensorType, greenhouse, ...measures]) => ({
    variant,
    uid,
    sensorName,
    sensorType,
    measures,
    ...(uid.endsWith("-soil") && { role: "soil" as const }),
    ...(greenhouse !== undefined && { greenhouse }),
  }),
);

/**
 * Returns the climate that a sensor measures: soil warms and cools less than the air above it.
 * Undefined without a greenhouse.
 */
export function climateOf({ role }: Sensor, greenhouse: string | undefined): Climate | undefined {
  const climate = GREENHOUSES[greenhouse ?? ""]?.climate;
  return climate && role === "soil" ? { ...climate, swing: climate.swing / 3 } : climate;
}

/**
 * Returns a sensor's measurements at a time, in Unix milliseconds. @param random returns a number
 * from 0 to below 1
 */
export function measure(
  { measures }: Sensor,
  climate: Climate,
  at: number,
  random: () => number,
): Measurements {
  const all = { ...measureAt(climate, at, random), ...measureRarelyAt(at, random) };
  return Object.fromEntries(measures.map((name) => [name, all[name]]));
}

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
    registeredSensors: REGISTERED,
    alertSettings: { [FARM_ID]: DEFAULT_SETTINGS },
    lastSeen: { [FARM_ID]: lastSeen(now) },
    ...readings(now),
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
