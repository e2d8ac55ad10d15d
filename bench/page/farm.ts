/** The farm that the page is measured with: greenhouses of ten sensors each, a day of history, and what is folded of it. */

import { createPushKeys } from "../../domain/src/push-key.ts";
import {
  foldableUntil,
  foldGreenhouse,
  foldHour,
  HOUR_MS,
  startOf,
} from "../../domain/src/rollups.ts";
import type { RollUp } from "../../domain/src/rollups.ts";
import { accountsUrl, AS_OWNER, request } from "../../scripts/stack/demo.ts";
import { HOST } from "../../scripts/stack/ports.ts";
import type { Ports } from "../../scripts/stack/ports.ts";
import { write } from "../processes/database.ts";

export const GREENHOUSES = 20;
export const SENSORS = 200;
export const FARM = "bench-page";
export const PERSON = { uid: "bench-person", email: "bench@example.com", password: "greenhouse" };

const MINUTE = 60_000;
const DAY = 24 * HOUR_MS;
const YEAR = 365 * DAY;
/** From one reading of a sensor to its next. */
const INTERVAL = 5 * MINUTE;
/** A greenhouse of which the last has one that is too warm, so that there is something to attend to. */
const THRESHOLDS = { temperature: { min: 5, max: 32 }, humidity: { max: 95 } };

export const greenhouseId = (number: number): string => `bench-greenhouse-${number}`;
const uidOf = (number: number): string => `bench-air-${number}`;

/** Makes the farm's owner known to the auth emulator. */
export async function addBenchPerson(ports: Ports): Promise<void> {
  const { uid, email, password } = PERSON;
  const account = JSON.stringify({ localId: uid, email, password, displayName: "Kim" });
  const url = accountsUrl(`${HOST}:${ports.auth}`);
  await request(url, { method: "POST", headers: AS_OWNER, body: account });
}

/** Puts the farm into the database, with readings up to now, and the days of a year of its first greenhouse. */
export async function addBenchFarm(ports: Ports, now: number): Promise<void> {
  const address = `${HOST}:${ports.database}`;
  await write("PATCH", address, "", JSON.stringify(records(now)));
  for (let number = 0; number < GREENHOUSES; number += 1) {
    const body = JSON.stringify(greenhouse(number, now));
    await write("PUT", address, `sensors/${greenhouseId(number)}`, body);
    await write("PATCH", address, "", JSON.stringify(folded(number, now)));
  }
  const first = greenhouseId(0);
  const year = JSON.stringify(daysOfYear(first, now));
  await write("PATCH", address, "", year);
  const from = String(startOf("day", now - YEAR));
  await write("PUT", address, `rollupCoverage/${first}/from`, from);
}

const sensorsOf = (greenhouse: number): readonly number[] =>
  Array.from({ length: SENSORS / GREENHOUSES }, (_, place) => greenhouse + place * GREENHOUSES);

function records(now: number): object {
  const numbers = Array.from({ length: SENSORS }, (_, number) => number);
  return {
    [`farms/${FARM}`]: {
      name: "Sunny Acres",
      apiKey: "k".repeat(24),
      members: { [PERSON.uid]: "owner" },
    },
    [`users/${PERSON.uid}/farms/${FARM}`]: true,
    ...Object.fromEntries(
      Array.from({ length: GREENHOUSES }, (_, number) => [
        `greenhouses/${greenhouseId(number)}`,
        { name: `Greenhouse ${number + 1}`, farmId: FARM, thresholds: THRESHOLDS },
      ]),
    ),
    ...Object.fromEntries(
      numbers.map((number) => [
        `registeredSensors/${uidOf(number)}`,
        {
          ...{ sensorName: nameOf(number), sensorType: "SHT31", farmId: FARM },
          greenhouse: greenhouseId(number % GREENHOUSES),
        },
      ]),
    ),
    // Watched, as most farms are: what the page says of alerts takes its place too.
    [`alertSettings/${FARM}`]: { silentAfterMinutes: 30, lowBatteryPercent: 20 },
    "alertService/lookedAt": now + DAY,
    [`lastSeen/${FARM}`]: Object.fromEntries(
      numbers.map((number) => [
        uidOf(number),
        { "temperature,humidity,light,battery": now - 1000 * number },
      ]),
    ),
  };
}

const nameOf = (number: number): string => `Air, bench ${number + 1}`;

function valuesAt(number: number, at: number): Record<string, number> {
  const wave = Math.sin((at % DAY) * ((2 * Math.PI) / DAY) + (number % GREENHOUSES) / 5);
  return {
    temperature: Number(
      (20 + 6 * wave + (number % 7) / 5 + (number === SENSORS - 1 ? 9 : 0)).toFixed(1),
    ),
    humidity: Number((65 - 15 * wave).toFixed(1)),
    light: Math.round(Math.max(0, 30_000 * wave)),
    battery: 60 + (number % 40),
  };
}

function greenhouse(number: number, now: number): object {
  const newKey = createPushKeys(Math.random);
  const sensors = sensorsOf(number);
  const history: Record<string, object> = {};
  for (let at = now - DAY; at < now; at += INTERVAL) {
    for (const sensor of sensors) {
      history[newKey(at + sensor)] = {
        ...{ uid: uidOf(sensor), sensorName: nameOf(sensor), ...valuesAt(sensor, at) },
        updatedAt: at + sensor,
      };
    }
  }
  const bySensor = Object.fromEntries(
    sensors.map((sensor) => [
      uidOf(sensor),
      { sensorName: nameOf(sensor), sensorType: "SHT31", ...valuesAt(sensor, now) },
    ]),
  );
  const { temperature, humidity, light } = valuesAt(sensors[0] ?? 0, now);
  return { current: { temperature, humidity, light, updatedAt: now }, bySensor, history };
}

/** As the jobs fold the day's hours. */
function folded(number: number, now: number): object {
  const id = greenhouseId(number);
  const [from, until] = [startOf("hour", now - DAY) + HOUR_MS, foldableUntil(now)];
  const update: Record<string, unknown> = {
    [`rollupCoverage/${id}`]: { from, until, version: 1 },
  };
  for (let start = from; start < until; start += HOUR_MS) {
    const ofSensors = sensorsOf(number).map((sensor) => foldHour(hourOf(sensor, start, now)));
    for (const quantity of ["temperature", "humidity", "light"] as const) {
      const all = ofSensors.flatMap((one): RollUp[] => (one[quantity] ? [one[quantity]] : []));
      update[`greenhouseRollups/${id}/hour/${quantity}/${start}`] = foldGreenhouse(all);
    }
  }
  return update;
}

function daysOfYear(id: string, now: number): object {
  const update: Record<string, unknown> = {};
  for (let start = startOf("day", now - YEAR); start < startOf("day", now); start += DAY) {
    const season = 10 * Math.sin((start * 2 * Math.PI) / YEAR);
    for (const [quantity, mean] of [
      ["temperature", 15],
      ["humidity", 60],
      ["light", 9000],
    ] as const) {
      const rollUp = {
        min: mean - 9 + season,
        max: mean + 9 + season,
        median: mean + season,
        n: 10,
      };
      update[`greenhouseRollups/${id}/day/${quantity}/${start}`] = rollUp;
    }
  }
  return update;
}

function hourOf(sensor: number, start: number, now: number): Record<string, number>[] {
  const readings: Record<string, number>[] = [];
  for (let at = now - DAY; at < now; at += INTERVAL) {
    if (startOf("hour", at + sensor) === start) readings.push(valuesAt(sensor, at));
  }
  return readings;
}
