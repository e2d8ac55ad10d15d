/**
 * The demo farm: three greenhouses, a dozen sensors of real kinds (one not linked yet), two people, and a day of
 * plausible history in both layouts. Pure: the same time gives the same data.
 */

import type { Measurement, Thresholds } from "../../domain/src/measurements.ts";
import { createPushKeys } from "../../domain/src/push-key.ts";
import { DAY, measureAt, MINUTE, seededRandom } from "./demo-climate.ts";
import type { Climate } from "./demo-climate.ts";

export const FARM_ID = "sunny-acres";
/** Of the demo farm alone; a real farm's key is made by chance and kept. */
export const FARM_KEY = "demo-key-of-sunny-acres";

export interface Person {
  readonly uid: string;
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
  readonly role: "owner" | "viewer";
}

export const PEOPLE: readonly Person[] = [
  {
    uid: "demo-owner",
    email: "owner@example.com",
    password: "greenhouse",
    displayName: "Olga Owner",
    role: "owner",
  },
  {
    uid: "demo-viewer",
    email: "viewer@example.com",
    password: "greenhouse",
    displayName: "Vito Viewer",
    role: "viewer",
  },
];

export interface Sensor {
  readonly uid: string;
  readonly sensorName: string;
  readonly sensorType: string;
  readonly greenhouse?: string;
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
    climate: { temperature: [22, 6], humidity: 68, shade: 0.8 },
    thresholds: { temperature: { min: 15, max: 30 }, humidity: { min: 55, max: 85 } },
  },
  herbs: {
    name: "Herbs",
    climate: { temperature: [19, 4], humidity: 60, shade: 0.6 },
    thresholds: { temperature: { min: 12, max: 26 }, humidity: { min: 45, max: 75 } },
  },
  seedlings: {
    name: "Seedlings",
    climate: { temperature: [24, 2], humidity: 78, shade: 0.4 },
    thresholds: { temperature: { min: 20, max: 28 }, light: { min: 0, max: 30_000 } },
  },
};

const AIR: readonly Measurement[] = ["temperature", "humidity"];

const sensorOf =
  (variant: Sensor["variant"]) =>
  (
    uid: string,
    sensorName: string,
    sensorType: string,
    greenhouse: string | undefined,
    measures: readonly Measurement[],
  ): Sensor => ({
    ...{ uid, sensorName, sensorType, measures, variant },
    ...(greenhouse !== undefined && { greenhouse }),
  });
const signed = sensorOf("signed");
const keyed = sensorOf("key-in-body");

export const SENSORS: readonly Sensor[] = [
  signed("tomatoes-air-north", "Air, north bench", "SHT31", "tomatoes", [...AIR, "battery"]),
  signed("tomatoes-air-south", "Air, south bench", "SHT31", "tomatoes", [...AIR, "battery"]),
  signed("tomatoes-light", "Light, ridge", "BH1750", "tomatoes", ["light", "battery"]),
  signed("tomatoes-soil", "Soil, row 3", "DS18B20", "tomatoes", ["temperature", "battery"]),
  signed("herbs-air", "Air, middle", "BME280", "herbs", [...AIR, "battery"]),
  signed("herbs-light", "Light, door", "TSL2591", "herbs", ["light", "battery"]),
  keyed("herbs-gateway", "Gateway box", "DHT22", "herbs", AIR),
  signed("herbs-soil", "Soil, basil", "DS18B20", "herbs", ["temperature", "battery"]),
  signed("seedlings-air", "Air, tray 1", "SCD41", "seedlings", [...AIR, "battery"]),
  keyed("seedlings-mat", "Heating mat", "DHT22", "seedlings", AIR),
  signed("seedlings-light", "Grow light", "VEML7700", "seedlings", ["light", "battery"]),
  signed("spare-board", "Spare board", "SHT31", undefined, [...AIR, "battery"]),
];

const INTERVAL = 10 * MINUTE;

type Tree = Record<string, unknown>;

/** @param now Unix milliseconds at which the day of history ends */
export function demoData(now: number): Tree {
  return {
    usedFarmIds: { [FARM_ID]: true },
    farms: {
      [FARM_ID]: {
        name: "Sunny Acres",
        apiKey: FARM_KEY,
        ip: "192.168.1.20",
        ipUpdatedAt: now - 5 * MINUTE,
        members: Object.fromEntries(PEOPLE.map(({ uid, role }) => [uid, role])),
      },
    },
    users: Object.fromEntries(PEOPLE.map(({ uid }) => [uid, { farms: { [FARM_ID]: true } }])),
    greenhouses: Object.fromEntries(
      Object.entries(GREENHOUSES).map(([id, { name, thresholds }]) => [
        id,
        { name, farmId: FARM_ID, thresholds },
      ]),
    ),
    registeredSensors: Object.fromEntries(
      SENSORS.map(({ uid, sensorName, sensorType, greenhouse }) => [
        uid,
        {
          sensorName,
          sensorType,
          farmId: FARM_ID,
          ...(greenhouse !== undefined && { greenhouse }),
        },
      ]),
    ),
    sensors: readings(now),
  };
}

interface Records {
  current: Tree;
  bySensor: Tree;
  history: Tree;
}

function readings(now: number): Record<string, Records> {
  const random = seededRandom(7);
  const createPushKey = createPushKeys(random);
  const records: Record<string, Records> = Object.fromEntries(
    Object.keys(GREENHOUSES).map((id) => [id, { current: {}, bySensor: {}, history: {} }]),
  );
  for (let time = now - DAY; time <= now; time += INTERVAL) {
    for (const [place, sensor] of SENSORS.entries()) {
      const house = GREENHOUSES[sensor.greenhouse ?? ""];
      const record = records[sensor.greenhouse ?? ""];
      if (house === undefined || record === undefined) continue;
      // Boards do not report in step.
      const at = time - place * 7_000;
      const values = Object.fromEntries(
        sensor.measures.map((measure) => [measure, measureAt(measure, house.climate, at, random)]),
      );
      store(record, sensor, values, at, createPushKey(at));
    }
  }
  return records;
}

function store(record: Records, sensor: Sensor, values: Tree, at: number, key: string): void {
  const { uid, sensorName, sensorType, variant } = sensor;
  if (variant === "signed") {
    const shared = Object.fromEntries(
      Object.entries(values).filter(([measure]) => measure !== "battery"),
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
