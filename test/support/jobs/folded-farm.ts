/** A farm whose readings are folded under the shipped rules, and what its rollups must be. */

import { readKnownCorrections } from "@greenhouse/database/client/corrections";
import { HOUR_MS, MINUTE_MS, DAY_MS } from "@greenhouse/domain/time";
import { AMBIENT } from "@greenhouse/domain/quantities/measurements";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { parseCoverage } from "@greenhouse/domain/rollups/rollups";
import type { PastDatabase } from "@greenhouse/database/rollups/gaps";
import type { FoldParts } from "@greenhouse/database/rollups/step";
import { foldAgain } from "@greenhouse/database/rollups/steps";
import type { Database } from "../../../jobs/src/database";
import { foldReadings } from "../../../jobs/src/rollups/fold-readings";
import type { FoldSummary } from "../../../jobs/src/log";
import { planHmac, planKeyInBody } from "../planning";
import { correctWith } from "./expected-corrections";
import {
  bruteForce,
  bruteForceFine,
  countsIn,
  differentFine,
  fineIn,
  foldedIn,
} from "./expected-rollups";
import { FoldedDatabase } from "./folding";

export const START = Date.UTC(2026, 2, 1, 22, 50);
/** Its container lies among the push keys of the signed readings. */
export const AMONG_KEYS = `${createPushKeys(() => 0)(START + HOUR_MS).slice(0, 10)}-box`;
export const SENSORS = ["air-1", "air-2", "soil", "box", AMONG_KEYS] as const;
export const isAir = (uid: string): boolean => uid !== "soil";

export function emptyFarm(greenhouses = ["north"]): FoldedDatabase {
  return new FoldedDatabase(START, {
    farms: { oak: { name: "Oak", apiKey: "key", members: { olga: "owner" } } },
    greenhouses: Object.fromEntries(greenhouses.map((id) => [id, { name: id, farmId: "oak" }])),
    registeredSensors: Object.fromEntries(
      [
        ...SENSORS.map((uid) => [uid, "north"] as const),
        ...greenhouses.map((id) => [`of-${id}`, id] as const),
      ].map(([uid, greenhouse]) => {
        const role = uid === "soil" ? "soil" : "air";
        return [uid, { sensorName: uid, sensorType: "SHT31", farmId: "oak", greenhouse, role }];
      }),
    ),
  });
}

export const createKey = createPushKeys(() => 0.5);

export interface Sent {
  readonly uid: (typeof SENSORS)[number];
  readonly minutesLate: number;
  readonly measurements: Readonly<Record<string, number>>;
}

export function send(database: FoldedDatabase, { uid, minutesLate, measurements }: Sent): void {
  const registered = { farmId: "oak", greenhouse: "north", sensorName: uid, sensorType: "SHT31" };
  const reading = { ...registered, uid, measurements, key: "key" };
  const { now } = database;
  if (uid === "box" || uid === AMONG_KEYS) {
    const ambient = Object.fromEntries(
      Object.entries(measurements).filter(([name]) =>
        AMBIENT.some((ambientName) => ambientName === name),
      ),
    );
    database.store(
      planKeyInBody({ ...reading, measurements: ambient, updatedAt: now }, createKey(now)),
    );
  } else {
    const updatedAt = now - minutesLate * MINUTE_MS;
    database.store(planHmac([{ ...reading, updatedAt }], now, () => true));
  }
}

function fail(_: string, error: unknown): never {
  throw error;
}

/** @param changes replaces what the run does with its database */
export async function run(
  database: FoldedDatabase,
  changes: Partial<Database> = {},
  greenhouseFailed: (id: string, error: unknown) => void = fail,
): Promise<FoldSummary> {
  let summary: FoldSummary | undefined;
  await foldReadings({
    database: { ...database.jobs, ...changes },
    log: { foldsEnded: (ended) => (summary = ended), greenhouseFailed },
    now: () => database.now,
    random: () => 0,
  });
  return summary!;
}

/** A run that is killed before one of its updates, if it has so many. */
export async function killedRun(database: FoldedDatabase, updates: number): Promise<void> {
  const { jobs } = database;
  let left = updates;
  const update: typeof jobs.update = (values) =>
    (left -= 1) < 0 ? Promise.reject(new Error("killed")) : jobs.update(values);
  await Promise.allSettled([run(database, { update }, () => undefined)]);
}

/** Folds one step at a time, as the commands of an administrator do. */
export function partsOf(database: FoldedDatabase): FoldParts<PastDatabase> {
  return {
    database: { ...database.jobs, read: database.jobs.get },
    greenhouse: "north",
    isAir,
    readCorrections: () => readKnownCorrections(database.jobs, "oak", database.now),
    now: () => database.now,
  };
}

export async function foldAllAgain(parts: FoldParts<PastDatabase>): Promise<void> {
  for (let next: number | undefined = 0; next !== undefined;) next = await foldAgain(parts, next);
}

export function expectExact(database: FoldedDatabase, greenhouse = "north", isOfAir = isAir): void {
  const counts = countsIn(isOfAir);
  const coverage = parseCoverage(database.json(`rollupCoverage/${greenhouse}`))!;
  const history = database.json(`sensors/${greenhouse}/history`);
  const correct = correctWith(database.json("calibrations/oak"), database.json("exclusions/oak"));
  const [rollups, ofHouse] = [`rollups/${greenhouse}`, `greenhouseRollups/${greenhouse}`];
  expect(foldedIn(database.json(rollups), database.json(ofHouse))).toEqual(
    bruteForce(history, coverage, counts, correct),
  );
  const { fineFrom = NaN, until } = coverage;
  expect(fineFrom).toBeGreaterThanOrEqual(until - 8 * DAY_MS);
  const expected = bruteForceFine(history, { from: fineFrom, until }, counts, correct);
  expect(differentFine(fineIn(database.json(`${ofHouse}/fiveMinutes`)), expected)).toEqual([]);
}
