/**
 * Creates the farm for measuring the page: greenhouses of ten sensors each, a day of history, and
 * its rollups.
 */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { signBody } from "@greenhouse/domain/identity/signing";
import { postAccount } from "../../dev/demo/demo.ts";
import { HOST } from "../../dev/processes/ports.ts";
import type { Ports } from "../../dev/processes/ports.ts";
import { rollupReadings } from "../../dev/demo/rollup-readings.ts";
import type { StoredReading } from "../../dev/demo/rollup-readings.ts";
import type { Message } from "../load/readings.ts";
import { write } from "../processes/database.ts";

export const GREENHOUSES = 20;
export const SENSORS = 200;
export const FARM = "bench-page";
export const PERSON = { uid: "bench-person", email: "bench@example.com", password: "greenhouse" };

const DAYS_OF_YEAR = 365;
/** Interval of a sensor. */
const INTERVAL = 5 * MINUTE_MS;
/**
 * Thresholds of each greenhouse. One sensor of the last greenhouse is warmer, so there is a
 * problem.
 */
const THRESHOLDS = { temperature: { min: 5, max: 32 }, humidity: { max: 95 } };

export const greenhouseId = (number: number): string => `bench-greenhouse-${number}`;
const FARM_KEY = "k".repeat(24);
const uidOf = (sensor: number): string => `bench-air-${sensor}`;
const nameOf = (sensor: number): string => `Air, bench ${sensor + 1}`;
const numbersTo = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, number) => number);

/** Adds the farm's owner to the auth emulator. */
export async function addBenchPerson(ports: Ports): Promise<void> {
  const { uid, email, password } = PERSON;
  const account = { localId: uid, email, password, displayName: "Kim" };
  await postAccount(`${HOST}:${ports.auth}`, account);
}

/** Returns a sensor's reading of now. The sensor is given by its number. */
export function farmReading(sensor: number): Message {
  const now = Date.now();
  const body = JSON.stringify({ uid: uidOf(sensor), timestamp: now, ...measuredAt(sensor, now) });
  const headers = { "content-type": "application/json", "x-signature": signBody(FARM_KEY, body) };
  return { headers, body };
}

/**
 * Writes the farm into the database, with readings up to now, and a year of days of its first
 * greenhouse.
 */
export async function addBenchFarm(ports: Ports, now: number): Promise<void> {
  const put = (update: object): Promise<void> =>
    write("PATCH", `${HOST}:${ports.database}`, "", JSON.stringify(update));
  await put(settings(now));
  for (const greenhouse of numbersTo(GREENHOUSES)) await put(readings(greenhouse, now));
}

function settings(now: number): object {
  const sensors = numbersTo(SENSORS);
  const update: Record<string, unknown> = {
    [`farms/${FARM}`]: {
      name: "Sunny Acres",
      apiKey: FARM_KEY,
      members: { [PERSON.uid]: "owner" },
    },
    [`users/${PERSON.uid}/farms/${FARM}`]: true,
    // Alerts are on, as at most farms, so the page also has room for alerts.
    [`alertSettings/${FARM}`]: { silentAfterMinutes: 30, lowBatteryPercent: 20 },
    "alertService/lookedAt": now + DAY_MS,
    [`lastSeen/${FARM}`]: Object.fromEntries(
      sensors.map((sensor) => [
        uidOf(sensor),
        { "temperature,humidity,light,battery": now - 1000 * sensor },
      ]),
    ),
  };
  for (const number of numbersTo(GREENHOUSES)) {
    const name = `Greenhouse ${number + 1}`;
    update[`greenhouses/${greenhouseId(number)}`] = { name, farmId: FARM, thresholds: THRESHOLDS };
  }
  for (const sensor of sensors) {
    const kind = { sensorName: nameOf(sensor), sensorType: "SHT31", farmId: FARM };
    const greenhouse = greenhouseId(sensor % GREENHOUSES);
    update[`registeredSensors/${uidOf(sensor)}`] = { ...kind, greenhouse };
  }
  return update;
}

function measuredAt(sensor: number, at: number): Record<string, number> {
  const wave = Math.sin((at % DAY_MS) * ((2 * Math.PI) / DAY_MS) + (sensor % GREENHOUSES) / 5);
  const warmer = (sensor % 7) / 5 + (sensor === SENSORS - 1 ? 9 : 0);
  return {
    temperature: Number((20 + 6 * wave + warmer).toFixed(1)),
    humidity: Number((65 - 15 * wave).toFixed(1)),
    light: Math.round(Math.max(0, 30_000 * wave)),
    battery: 60 + (sensor % 40),
  };
}

/** Returns the stored data of a greenhouse, and its rollups. */
function readings(greenhouse: number, now: number): object {
  const newKey = createPushKeys(Math.random);
  const sensors = numbersTo(SENSORS).filter((sensor) => sensor % GREENHOUSES === greenhouse);
  const folded: StoredReading[] = [];
  const history: Record<string, object> = {};
  const bySensor: Record<string, object> = {};
  const fold = (sensor: number, at: number): void => {
    folded.push({ uid: uidOf(sensor), at, measurements: measuredAt(sensor, at) });
  };
  // In the year before the last day, the rollups contain a reading every six hours. The readings
  // themselves are not stored.
  const days = greenhouse === 0 ? DAYS_OF_YEAR : 1;
  for (let at = now - days * DAY_MS; at < now - DAY_MS; at += DAY_MS / 4) fold(sensors[0] ?? 0, at);
  for (const sensor of sensors) {
    const sensorName = nameOf(sensor);
    bySensor[uidOf(sensor)] = { sensorName, sensorType: "SHT31", ...measuredAt(sensor, now) };
    for (let at = now - DAY_MS + sensor; at < now; at += INTERVAL) {
      const reading = { uid: uidOf(sensor), sensorName, ...measuredAt(sensor, at) };
      history[newKey(at)] = { ...reading, updatedAt: at };
      fold(sensor, at);
    }
  }
  const { temperature, humidity, light } = measuredAt(greenhouse, now);
  const id = greenhouseId(greenhouse);
  const { greenhouseRollups, rollupCoverage } = rollupReadings(folded, now, () => true);
  return {
    [`sensors/${id}/current`]: { temperature, humidity, light, updatedAt: now },
    [`sensors/${id}/bySensor`]: bySensor,
    [`sensors/${id}/history`]: history,
    [`greenhouseRollups/${id}`]: greenhouseRollups,
    [`rollupCoverage/${id}`]: rollupCoverage,
  };
}
