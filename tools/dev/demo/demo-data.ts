/**
 * The data of the demo farm: two weeks of plausible history in both layouts, and the life of its sensors. Alerts are on,
 * but nobody is notified. Pure: the same time results in the same data.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { DEFAULT_SETTINGS } from "@greenhouse/domain/alerts/settings";
import { lastSeenNames } from "@greenhouse/domain/history/last-seen";
import { createCorrections } from "@greenhouse/domain/quantities/corrections";
import { AMBIENT } from "@greenhouse/domain/quantities/measurements";
import type { Measurements } from "@greenhouse/domain/quantities/measurements";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { sensorRoleIn } from "@greenhouse/domain/identity/sensor-records";
import { fieldOf } from "@greenhouse/domain/stored";
import {
  climateOf,
  FARM_ID,
  FARM_KEY,
  GREENHOUSES,
  measure,
  OLD_BOARD,
  PEOPLE,
  PLACE,
  reportOf,
  SENSORS,
} from "./demo-farm.ts";
import type { Sensor } from "./demo-farm.ts";
import { demoLife, demoTimes, inTheSun, NEW_BOARD } from "./demo-life.ts";
import type { DemoTimes } from "./demo-life.ts";
import { rollupReadings } from "./rollup-readings.ts";
import type { StoredReading } from "./rollup-readings.ts";

/** Of the newest day, and of the weeks before. */
const INTERVAL = 10 * MINUTE_MS;
const PAST_INTERVAL = HOUR_MS;
const PAST_DAYS = 14;

type Tree = Record<string, unknown>;

/** @param now end of the history, in Unix milliseconds */
export function demoData(now: number): Tree {
  const times = demoTimes(now);
  const life = demoLife(times, createPushKeys(seededRandom(5)));
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
    alertSettings: { [FARM_ID]: DEFAULT_SETTINGS },
    lastSeen: { [FARM_ID]: lastSeen(now, times) },
    boards: { [FARM_ID]: boards(now) },
    ...life,
    ...readings(now, times, life),
  };
}

/** The times of the newest readings. Each demo board always sends the same measurements. */
function lastSeen(now: number, { replacedAt }: DemoTimes): Tree {
  const seenAt = ({ measures }: Sensor, at: number): Tree => {
    const measured: Measurements = Object.fromEntries(measures.map((name) => [name, 0]));
    return Object.fromEntries(lastSeenNames(measured).map((name) => [name, at]));
  };
  const linked = [...SENSORS.entries()].filter(([, { greenhouse }]) => greenhouse !== undefined);
  return {
    [OLD_BOARD.uid]: seenAt(OLD_BOARD, replacedAt - PAST_INTERVAL),
    ...Object.fromEntries(
      linked.map(([index, sensor]) => [sensor.uid, seenAt(sensor, reportedAt(now, index))]),
    ),
  };
}

/** What the boards said with their newest readings. */
function boards(now: number): Tree {
  return Object.fromEntries(
    [...SENSORS.entries()].flatMap(([index, sensor]) => {
      const report = sensor.greenhouse === undefined ? undefined : reportOf(sensor);
      return report === undefined
        ? []
        : [[sensor.uid, { ...report, heard: reportedAt(now, index) }]];
    }),
  );
}

interface Records {
  current: Tree;
  bySensor: Tree;
  history: Tree;
}

/**
 * The readings of each greenhouse, and what the jobs computed from them.
 * @param life with the corrections
 */
function readings(now: number, times: DemoTimes, life: Tree): Tree {
  const random = seededRandom(7);
  const createPushKey = createPushKeys(random);
  const { correct } = createCorrections(
    fieldOf(life["calibrations"], FARM_ID),
    fieldOf(life["exclusions"], FARM_ID),
  );
  const records: Record<string, Records> = Object.fromEntries(
    Object.keys(GREENHOUSES).map((id) => [id, { current: {}, bySensor: {}, history: {} }]),
  );
  const counted: Record<string, StoredReading[]> = {};
  for (const time of timesOf(now)) {
    for (const [index, linked] of SENSORS.entries()) {
      const sensor = linked.uid === NEW_BOARD && time < times.replacedAt ? OLD_BOARD : linked;
      const { uid, greenhouse = "" } = sensor;
      const climate = climateOf(sensor, greenhouse);
      const record = records[greenhouse];
      if (climate === undefined || record === undefined) continue;
      const at = reportedAt(time, index);
      const values = inTheSun(sensor, at, times, measure(sensor, climate, at, random));
      store(record, sensor, values, at, createPushKey(at));
      const measurements = correct({ uid, at }, values).values;
      (counted[greenhouse] ??= []).push({ uid, at, measurements });
    }
  }
  const isAir = (uid: string): boolean =>
    sensorRoleIn(fieldOf(life["registeredSensors"], uid)) === "air";
  const tree: Record<string, Tree> = { sensors: { ...records } };
  for (const [id, all] of Object.entries(counted)) {
    const { rollupCoverage, ...rollups } = rollupReadings(all, now, isAir);
    const folded = { ...rollups, rollupCoverage: { ...rollupCoverage, correctedAt: now } };
    for (const [name, rolledUp] of Object.entries(folded)) (tree[name] ??= {})[id] = rolledUp;
  }
  return tree;
}

/** Returns the times at which boards report, in order. */
function timesOf(now: number): readonly number[] {
  const dayAgo = now - DAY_MS;
  const times: number[] = [];
  for (let time = now - PAST_DAYS * DAY_MS; time < dayAgo; time += PAST_INTERVAL) times.push(time);
  for (let time = dayAgo; time <= now; time += INTERVAL) times.push(time);
  return times;
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
