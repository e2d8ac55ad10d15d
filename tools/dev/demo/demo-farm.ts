/** The demo farm: three greenhouses, 13 boards of real kinds (one not linked yet), an old board, and two people. Pure. */

import { measureAt, measureRarelyAt } from "../../cli/src/simulation/curve.ts";
import type { Climate } from "../../cli/src/simulation/curve.ts";
import type {
  Measurement,
  Measurements,
  Thresholds,
} from "@greenhouse/domain/quantities/measurements";
import type { BoardReport } from "@greenhouse/domain/boards/board-status";
import type { Place } from "@greenhouse/domain/sun";

export const FARM_ID = "sunny-acres";
/** Only for the demo farm: a real farm's key is random. */
export const FARM_KEY = "demo-key-of-sunny-acres";

/** Almería, where there are many greenhouses. The simulated sun follows UTC, which nearly is the solar time there. */
export const PLACE: Place = { latitude: 36.84, longitude: -2.46, timeZone: "Europe/Madrid" };

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

const WEAK_BOARD = "seedlings-light";
const OLDER_BOARD = "tomatoes-soil";

/** Returns what a board says about itself; undefined if its variant has no place for it. */
export function reportOf({ uid, variant }: Sensor): BoardReport | undefined {
  if (variant !== "signed") return undefined;
  return {
    version: `greenhouse-arduino ${uid === OLDER_BOARD ? "1.9.2" : "1.10.0"}`,
    rssi: uid === WEAK_BOARD ? -86 : -52 - uid.length,
  };
}

/** A board that sends no longer: another took its place in the greenhouse. */
export const OLD_BOARD = {
  variant: "signed",
  uid: "herbs-air-dht22",
  sensorName: "Air, middle",
  sensorType: "DHT22",
  greenhouse: "herbs",
  measures: AIR,
} as const satisfies Sensor;

export const SOIL_PROBE = "tomatoes-soil";
/** The probe sends counts. Source: https://learn.adafruit.com/adafruit-stemma-soil-sensor-i2c-capacitive-moisture-sensor */
export const SOIL_COUNTS = { dry: 340, wet: 1010 } as const;

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
  { uid, measures }: Sensor,
  climate: Climate,
  at: number,
  random: () => number,
): Measurements {
  const rare = measureRarelyAt(at, random);
  const soilMoisture = uid === SOIL_PROBE ? countsOf(rare.soilMoisture) : rare.soilMoisture;
  const all = { ...measureAt(climate, at, random), ...rare, soilMoisture };
  return Object.fromEntries(measures.map((name) => [name, all[name]]));
}

/** Returns what the soil probe sends. */
function countsOf(percent = 0): number {
  const { dry, wet } = SOIL_COUNTS;
  return Math.round(dry + (percent / 100) * (wet - dry));
}
