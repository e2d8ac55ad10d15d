/** The cost model's figures for the jobs are what they read and write, counted under the shipped rules. */

import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { LOOK, ROLLUP } from "../../../tools/dev/cost-model";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import type { Database } from "../../../jobs/src/database";
import { watchFarms } from "../../../jobs/src/watch/watch-farms";
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
  /** What was read. */
  readonly paths: string[];
  writes: number;
  writtenBytes: number;
}

const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length;

const noEffort = (): Effort => ({
  reads: 0,
  readBytes: 0,
  paths: [],
  writes: 0,
  writtenBytes: 0,
});

function counting({ ...jobs }: Database, effort: Effort): Database {
  const counted =
    <A extends readonly unknown[], T>(
      read: (...args: A) => Promise<T>,
      shapeOf: (value: T) => unknown = (value) => value,
    ) =>
    async (...args: A): Promise<T> => {
      effort.paths.push(String(args[0]));
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

interface Count {
  readonly fold: Effort;
  readonly idle: Effort;
  readonly storedBytes: number;
}

/** The fold of the last hour before noon, and a run that finds nothing to do. */
async function count(readings: number): Promise<Count> {
  const registration = { sensorType: "SHT31", farmId: FARM, greenhouse: HOUSE };
  const sensor = { sensorName: "Air, north bench", ...registration };
  const current = { temperature: 20, humidity: 60, light: 1_000, updatedAt: DAY };
  const database = new FoldedDatabase(DAY, {
    farms: { [FARM]: { name: "Sunny Acres", apiKey: "key" } },
    greenhouses: { [HOUSE]: { name: "Tomatoes", farmId: FARM } },
    registeredSensors: Object.fromEntries(UIDS.map((uid) => [uid, sensor])),
    sensors: { [HOUSE]: { current, history: historyOf(readings) as never } },
  });
  const log = {
    foldsEnded: () => undefined,
    greenhouseFailed: (_: string, error: unknown) => {
      throw error;
    },
  };
  const runAt = async (now: number): Promise<Effort> => {
    const effort = noEffort();
    database.now = now;
    const parts = { log, now: () => database.now, random: () => 0 };
    await foldReadings({ ...parts, database: counting(database.jobs, effort) });
    return effort;
  };
  const stored = (): number =>
    sizeOf(database.json("rollups")) + sizeOf(database.json("greenhouseRollups"));
  for (const hour of [1, 11]) await runAt(DAY + hour * HOUR_MS + 12 * MINUTE_MS);
  const before = stored();
  const fold = await runAt(DAY + 12 * HOUR_MS + 12 * MINUTE_MS);
  const idle = await runAt(DAY + 12 * HOUR_MS + 27 * MINUTE_MS);
  return { fold, idle, storedBytes: stored() - before };
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
    const share = bytes / ROLLUP[name as keyof typeof ROLLUP];
    expect([name, Math.abs(share - 1) < 0.02 ? "as it says" : bytes]).toEqual([name, "as it says"]);
  }
});

/** Farms in order of ten sensors each in two greenhouses, all of them watched. */
function watchedFarms(count: number): Record<string, Record<string, object>> {
  const current = { temperature: 20, humidity: 60, light: 9_000 };
  const measured = { ...current, battery: 80 };
  const tree: Record<string, Record<string, object>> = {
    farms: {},
    alertSettings: {},
    greenhouses: {},
    registeredSensors: {},
    lastSeen: {},
    sensors: {},
  };
  for (let index = 0; index < count; index += 1) {
    const farmId = `farm-${index}`;
    const uids = Array.from({ length: 10 }, (_value, sensor) => `A4CF12B3${index}${sensor}`);
    tree["farms"]![farmId] = { name: "Sunny Acres", apiKey: "key", members: { olga: "owner" } };
    tree["alertSettings"]![farmId] = { silentAfterMinutes: 30, lowBatteryPercent: 20 };
    tree["lastSeen"]![farmId] = Object.fromEntries(
      uids.map((uid) => [uid, { "temperature,humidity": DAY, light: DAY, battery: DAY }]),
    );
    for (const half of [0, 1]) {
      const id = `${HOUSE.slice(0, -3)}${index}-${half}`;
      const thresholds = { temperature: { min: 5, max: 30 }, humidity: { max: 90 } };
      tree["greenhouses"]![id] = { name: "Tomatoes", farmId, thresholds };
      const names = { sensorName: "Air, north bench", sensorType: "SHT31" };
      const ofHouse = uids.filter((_uid, sensor) => sensor % 2 === half);
      for (const uid of ofHouse) {
        tree["registeredSensors"]![uid] = { ...names, farmId, greenhouse: id };
      }
      tree["sensors"]![id] = {
        current: { ...current, updatedAt: DAY },
        bySensor: Object.fromEntries(ofHouse.map((uid) => [uid, { ...names, ...measured }])),
        history: historyOf(6),
      };
    }
  }
  return tree;
}

test("a check of farms in order reads as much as the model says, and no history", async () => {
  const farms = 5;
  const database = new FoldedDatabase(DAY, watchedFarms(farms) as never);
  const effort = noEffort();
  const parts = {
    now: () => DAY,
    random: () => 0,
    createPushKey: () => HOUSE,
    database: counting(database.jobs, effort),
    log: {
      runEnded: () => undefined,
      farmFailed: (_: string, error: unknown) => {
        throw error;
      },
    },
  };
  const noAddress = (): Promise<undefined> => Promise.resolve(undefined);
  await watchFarms(parts as never, {} as never, noAddress);
  expect(effort.paths.filter((path) => path.includes("history"))).toEqual([]);
  expect(effort.paths.filter((path) => path.includes("lastSeen"))).toHaveLength(farms);
  const bytes = effort.readBytes + effort.reads * ROLLUP.answerBytes;
  const share = bytes / (farms * 10) / LOOK.bytesPerSensor;
  expect([Math.abs(share - 1) < 0.02 ? "as it says" : bytes / (farms * 10)]).toEqual([
    "as it says",
  ]);
});
