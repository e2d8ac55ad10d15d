/** Whatever is sent and whenever the jobs run: roll-ups are what a pass over the whole history gives. Under the rules. */

import { createPushKeys } from "../../../../domain/src/push-key";
import { DAY_MS, HOUR_MS, readCoverage } from "../../../../domain/src/rollups";
import { foldAnew, foldBefore } from "../../../../domain/src/roll-up-steps";
import { planKeyInBody, planSealed, planSigned } from "../../../../functions/src/sensor-data/plan";
import { foldReadings } from "../../../../jobs/src/roll-ups/fold-readings";
import type { FoldSummary } from "../../../../jobs/src/log";
import { bruteForce, foldedIn, FoldedDatabase } from "../../../support/jobs/folding";
import { fc } from "../../../support/properties";

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 2, 1, 22, 50);
/** Its container stands among the push keys of the signed readings. */
const AMONG_KEYS = `${createPushKeys(() => 0)(START + HOUR_MS).slice(0, 10)}-box`;
const SENSORS = ["air-1", "air-2", "soil", "box", AMONG_KEYS] as const;
const isAir = (uid: string): boolean => uid !== "soil";

function emptyFarm(greenhouses = ["north"]): FoldedDatabase {
  return new FoldedDatabase(START, {
    farms: { oak: { name: "Oak", apiKey: "key" } },
    greenhouses: Object.fromEntries(greenhouses.map((id) => [id, { name: id, farmId: "oak" }])),
    registeredSensors: Object.fromEntries(
      SENSORS.map((uid) => [
        uid,
        {
          ...{ sensorName: uid, sensorType: "SHT31", farmId: "oak", greenhouse: "north" },
          ...(uid === "soil" && { role: "soil" }),
        },
      ]),
    ),
  });
}

const createKey = createPushKeys(() => 0.5);

interface Sent {
  readonly uid: (typeof SENSORS)[number];
  readonly minutesLate: number;
  readonly measurements: Readonly<Record<string, number>>;
  readonly isAlone: boolean;
}

function send(database: FoldedDatabase, { uid, minutesLate, measurements, isAlone }: Sent): void {
  const registered = { farmId: "oak", greenhouse: "north", sensorName: uid, sensorType: "SHT31" };
  const reading = { ...registered, uid, measurements, key: "key" };
  const { now } = database;
  if (uid === "box" || uid === AMONG_KEYS) {
    const ambient = Object.fromEntries(
      Object.entries(measurements).filter(([name]) => name !== "battery"),
    );
    database.store(
      planKeyInBody({ ...reading, measurements: ambient, updatedAt: now }, createKey(now)),
    );
  } else if (isAlone) {
    const updatedAt = now - Math.min(minutesLate, 5) * MINUTE_MS;
    database.store(planSigned({ ...reading, updatedAt }, createKey(now), now));
  } else {
    const updatedAt = now - minutesLate * MINUTE_MS;
    const isRecent = (): boolean => minutesLate <= 5;
    database.store(planSealed([{ ...reading, updatedAt }], now, isRecent, isRecent));
  }
}

async function run(database: FoldedDatabase): Promise<FoldSummary> {
  let summary: FoldSummary | undefined;
  const log = {
    foldsEnded: (each: FoldSummary) => (summary = each),
    greenhouseFailed: (_: string, error: unknown) => {
      throw error;
    },
  };
  await foldReadings({ log, now: () => database.now, random: () => 0 }, database.jobs);
  return summary!;
}

function expectExact(database: FoldedDatabase, greenhouse = "north"): void {
  const coverage = readCoverage(database.json(`rollupCoverage/${greenhouse}`))!;
  const history = database.json(`sensors/${greenhouse}/history`);
  const [rollups, ofHouse] = [`rollups/${greenhouse}`, `greenhouseRollups/${greenhouse}`];
  expect(foldedIn(database.json(rollups), database.json(ofHouse))).toEqual(
    bruteForce(history, coverage, isAir),
  );
}

const tenths = fc.integer({ min: -1_300, max: 1_200 }).map((value) => value / 10);
const sent: fc.Arbitrary<Sent> = fc.record({
  uid: fc.constantFrom(...SENSORS),
  minutesLate: fc.oneof(fc.integer({ min: -5, max: 8 }), fc.integer({ min: 0, max: 2_000 })),
  measurements: fc.record(
    { temperature: tenths, humidity: tenths, battery: tenths },
    { requiredKeys: [] },
  ),
  isAlone: fc.boolean(),
});
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ minutes: fc.integer({ min: 0, max: 40 }), sent }) },
  { weight: 1, arbitrary: fc.constantFrom("run" as const, "two runs" as const, "outage" as const) },
);

test("readings that are late, repeated, implausible or out of order, and runs at any time", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 40 }), async (events) => {
      const database = emptyFarm();
      let last: Sent | undefined;
      for (const each of events) {
        if (each === "run") await run(database);
        else if (each === "outage") database.now += 20 * HOUR_MS;
        else if (each === "two runs") {
          // A reading comes and another run folds between what this one read and what it writes.
          database.beforeUpdate = async () => {
            database.beforeUpdate = () => Promise.resolve();
            if (last !== undefined) send(database, { ...last, minutesLate: 130 });
            await run(database);
          };
          await run(database);
        } else {
          database.now += each.minutes * MINUTE_MS;
          if (last !== undefined && each.minutes === 0) send(database, last);
          last = each.sent;
          send(database, each.sent);
        }
      }
      database.now += 75 * MINUTE_MS;
      await run(database);
      expectExact(database);
      // What is left are marks of hours that are not folded yet.
      expect(database.json("rollupDue/north")).toBeUndefined();
    }),
    { numRuns: 30 },
  );
});

describe("a run", () => {
  const reading = {
    measurements: { temperature: 20, humidity: 50 },
    minutesLate: 0,
    isAlone: false,
  };
  /** A reading of two sensors every half hour. */
  async function pass(database: FoldedDatabase, hours: number): Promise<void> {
    for (let half = 0; half < 2 * hours; half += 1) {
      database.now += 30 * MINUTE_MS;
      send(database, { ...reading, uid: "air-1", measurements: { temperature: half % 17 } });
      send(database, { ...reading, uid: "soil" });
      await Promise.resolve();
    }
  }

  test("begins with the hour that has finished last, and goes on from there", async () => {
    const database = emptyFarm();
    await pass(database, 5);
    database.now = START + 5 * HOUR_MS;
    expect(await run(database)).toMatchObject({ greenhouses: 1, folds: 1, unfinished: 0 });
    const first = Date.UTC(2026, 2, 2, 2);
    expect(database.json("rollupCoverage/north")).toEqual({
      ...{ from: first, until: first + HOUR_MS, version: 1 },
    });
    expect(database.json("rollupSensors/north")).toEqual({ "air-1": true, soil: true });
    database.now += 20 * MINUTE_MS;
    expect(await run(database)).toMatchObject({ folds: 1 });
    expect(await run(database)).toMatchObject({ folds: 0 });
    expectExact(database);
  });

  test("catches up with months in later runs, and reads no more than a day at once", async () => {
    const database = emptyFarm();
    await pass(database, 1);
    database.now += 11 * MINUTE_MS;
    await run(database);
    database.now += 100 * DAY_MS;
    expect(await run(database)).toMatchObject({ folds: 60, unfinished: 1 });
    expect(await run(database)).toMatchObject({ unfinished: 0 });
    expectExact(database);
  });

  test("ends in time, and a greenhouse that fails stops no other", async () => {
    const database = emptyFarm(["broken", "north", "south"]);
    await pass(database, 3);
    const { jobs } = database;
    const failed: string[] = [];
    const summaries: FoldSummary[] = [];
    const parts = {
      log: {
        foldsEnded: (each: FoldSummary) => summaries.push(each),
        greenhouseFailed: (id: string) => failed.push(id),
      },
      now: () => database.now,
      random: () => 0,
    };
    const get = (path: string): Promise<unknown> =>
      path.includes("broken") ? Promise.reject(new Error("broken")) : jobs.get(path);
    await foldReadings(parts, { ...jobs, get });
    expect(failed).toEqual(["broken"]);
    expect(summaries).toMatchObject([{ greenhouses: 3, folds: 2, unfinished: 0 }]);
    database.now += 10 * DAY_MS;
    database.beforeUpdate = () => {
      database.now += 100_000;
      return Promise.resolve();
    };
    await foldReadings(parts, jobs);
    expect(summaries[1]!.unfinished).toBe(3);
    expect(summaries[1]!.folds).toBeLessThan(10);
  });

  test("that rules of another version refuse is reported", async () => {
    const database = emptyFarm();
    const jobs = { ...database.jobs, update: () => Promise.resolve("denied" as const) };
    const errors: unknown[] = [];
    const log = {
      foldsEnded: () => undefined,
      greenhouseFailed: (_: string, e: unknown) => errors.push(e),
    };
    await foldReadings({ log, now: () => database.now, random: () => 0 }, jobs);
    expect(String(errors[0])).toMatch("The database's rules refuse a fold.");
  });
});

test("the past, hours folded anew, and what was pruned", async () => {
  const database = emptyFarm();
  for (let half = 0; half < 120; half += 1) {
    database.now += 30 * MINUTE_MS;
    const measurements = { temperature: half % 17, humidity: half % 23 };
    for (const uid of ["air-1", "soil", "box"] as const) {
      send(database, { uid, measurements, minutesLate: 0, isAlone: true });
    }
  }
  database.now += 11 * MINUTE_MS;
  await run(database);
  const { jobs } = database;
  const parts = {
    ...{ database: { ...jobs, read: jobs.get }, greenhouse: "north", isAir },
    now: () => database.now,
  };
  while ((await foldBefore(parts, START)) !== "nothing");
  expect(database.json("rollupCoverage/north/from")).toBe(Date.UTC(2026, 2, 1, 22));
  expectExact(database);
  const whole = database.json("rollups/north");
  for (let next: number | undefined = 0; next !== undefined;) next = await foldAnew(parts, next);
  expect(database.json("rollups/north")).toEqual(whole);
  expectExact(database);
  // Of history before this, nothing is read any more: a reading that comes for it changes nothing.
  const coverage = readCoverage(database.json("rollupCoverage/north"))!;
  const prunedUntil = Date.UTC(2026, 2, 3);
  const version = coverage.version + 1;
  await jobs.update({ "rollupCoverage/north": { ...coverage, prunedUntil, version } });
  send(database, {
    ...{ uid: "air-1", measurements: { temperature: 60 }, isAlone: false },
    minutesLate: (database.now - prunedUntil) / MINUTE_MS + 30,
  });
  await run(database);
  for (let next: number | undefined = 0; next !== undefined;) next = await foldAnew(parts, next);
  expect(database.json("rollupDue/north")).toBeUndefined();
  expect(database.json("rollups/north")).toEqual(whole);
});
