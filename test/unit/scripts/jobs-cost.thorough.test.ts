/** The cost model's figures for the jobs are what they read and write, counted under the shipped rules. */

import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { ROLLUP } from "../../../tools/dev/cost-model";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import type { Database } from "../../../jobs/src/database";
import { foldReadings } from "../../../jobs/src/rollups/fold-readings";
import { FoldedDatabase } from "../../support/jobs/folding";

const DAY = Date.UTC(2026, 2, 2);
const HOUSE = "-OaBcDeFgHiJkLmNoPqR";
const FARM = "sunny-acres";
const UIDS = Array.from({ length: ROLLUP.sensors }, (_, index) => `A4CF12B3D4${10 + index}`);

/** Readings of each sensor in the last hour before noon; the other hours have one. */
function historyOf(readings: number): Record<string, object> {
  const createKey = createPushKeys(() => 0.5);
  const times = Array.from({ length: 11 + readings }, (_, index) =>
    index < 11 ? index * HOUR_MS : 11 * HOUR_MS + ((index - 11) * HOUR_MS) / readings,
  );
  const entries = times.flatMap((time, index) =>
    UIDS.map((uid, sensor) => {
      const updatedAt = DAY + time + sensor;
      const measured = {
        temperature: 18 + ((index * 7 + sensor) % 80) / 10,
        humidity: 50 + ((index * 13 + sensor) % 300) / 10,
        light: 1_000 + index * 10 + sensor,
        battery: 88,
      };
      return [
        createKey(updatedAt),
        { uid, sensorName: "Air, north bench", ...measured, updatedAt },
      ];
    }),
  );
  return Object.fromEntries(entries) as Record<string, object>;
}

interface Effort {
  reads: number;
  readBytes: number;
  writes: number;
  writtenBytes: number;
}

const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length;
const noEffort = (): Effort => ({ reads: 0, readBytes: 0, writes: 0, writtenBytes: 0 });
const LOG = {
  foldsEnded: () => undefined,
  greenhouseFailed: fail,
};

function fail(_: string, error: unknown): never {
  throw error;
}

function counting({ ...jobs }: Database, effort: Effort): Database {
  const counted =
    <A extends readonly unknown[], T>(
      read: (...args: A) => Promise<T>,
      shapeOf: (value: T) => unknown = (value) => value,
    ) =>
    async (...args: A): Promise<T> => {
      const value = await read(...args);
      effort.reads += 1;
      effort.readBytes += sizeOf(shapeOf(value));
      return value;
    };
  return {
    ...jobs,
    get: counted(jobs.get),
    readOfFarm: counted(jobs.readOfFarm, (entries) => Object.fromEntries(entries)),
    readPage: counted(jobs.readPage, (page) => Object.fromEntries(page)),
    update: (update) => {
      effort.writes += 1;
      effort.writtenBytes += sizeOf(update);
      return jobs.update(update);
    },
  };
}

/** The fold of the last hour before noon, and a run that finds nothing to do. */
async function count(readings: number) {
  const registration = { sensorType: "SHT31", farmId: FARM, greenhouse: HOUSE };
  const sensor = { sensorName: "Air, north bench", ...registration };
  const current = { temperature: 20, humidity: 60, light: 1_000, updatedAt: DAY };
  const database = new FoldedDatabase(DAY, {
    farms: { [FARM]: { name: "Sunny Acres", apiKey: "key" } },
    greenhouses: { [HOUSE]: { name: "Tomatoes", farmId: FARM } },
    registeredSensors: Object.fromEntries(UIDS.map((uid) => [uid, sensor])),
    sensors: { [HOUSE]: { current, history: historyOf(readings) as never } },
  });
  const runAt = async (now: number): Promise<Effort> => {
    const effort = noEffort();
    database.now = now;
    const parts = { log: LOG, now: () => database.now, random: () => 0 };
    await foldReadings({ ...parts, database: counting(database.jobs, effort) });
    return effort;
  };
  const stored = (): number =>
    ["rollups", `greenhouseRollups/${HOUSE}/hour`, `greenhouseRollups/${HOUSE}/day`].reduce(
      (size, path) => size + sizeOf(database.json(path)),
      0,
    );
  for (const hour of [1, 11]) await runAt(DAY + hour * HOUR_MS + 12 * MINUTE_MS);
  const before = stored();
  const fold = await runAt(DAY + 12 * HOUR_MS + 12 * MINUTE_MS);
  const idle = await runAt(DAY + 12 * HOUR_MS + 27 * MINUTE_MS);
  return { fold, idle, storedBytes: stored() - before };
}

function expectNear(counted: number, said: number): void {
  expect(counted).toBeGreaterThan(said * 0.98);
  expect(counted).toBeLessThan(said * 1.02);
}

test("a fold and a run without one read and write as much as the model says", async () => {
  const [many, few] = [await count(60), await count(6)];
  const readings = 54 * ROLLUP.sensors;
  const bytesPerReading = (many.fold.readBytes - few.fold.readBytes) / readings;
  const { reads, readBytes, writes, writtenBytes } = many.fold;
  // One write of each run, whatever number of greenhouses, says when it ended.
  expect([reads, writes]).toEqual([ROLLUP.foldReads, 1 + 1]);
  expect(many.idle).toMatchObject({ reads: ROLLUP.idleReads, writes: 1 });
  const foldBytes = readBytes - 60 * ROLLUP.sensors * bytesPerReading;
  const counted = { foldBytes, bytesPerReading, writtenBytes, storedBytes: many.storedBytes };
  for (const [name, bytes] of Object.entries({ ...counted, idleBytes: many.idle.readBytes })) {
    expectNear(bytes, ROLLUP[name as keyof typeof ROLLUP]);
  }
});
