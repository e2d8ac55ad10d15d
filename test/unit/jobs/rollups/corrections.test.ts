/** Rollups of corrected readings: after any changes, they equal a pass over the whole corrected history. Under the rules. */

import { parseCoverage, startOf } from "@greenhouse/domain/rollups/rollups";
import type { Again } from "@greenhouse/domain/rollups/rollups";
import { foldBefore } from "@greenhouse/database/rollups/steps";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { calibrate, exclude, undo } from "../../../support/jobs/corrections";
import type { NewCalibration } from "../../../support/jobs/corrections";
import {
  createKey,
  emptyFarm,
  expectExact,
  foldAllAgain,
  killedRun,
  partsOf,
  run,
  send,
  SENSORS,
  START,
} from "../../../support/jobs/folded-farm";
import type { Sent } from "../../../support/jobs/folded-farm";
import type { FoldedDatabase } from "../../../support/jobs/folding";
import { fc } from "rtdb-emulator/testing/properties";

const tenths = fc.integer({ min: -1_300, max: 1_200 }).map((value) => value / 10);
const sent: fc.Arbitrary<Sent> = fc.record({
  uid: fc.constantFrom(...SENSORS),
  minutesLate: fc.oneof(fc.integer({ min: -5, max: 8 }), fc.integer({ min: 0, max: 2_000 })),
  measurements: fc.record({ temperature: tenths, humidity: tenths, soilMoisture: tenths }),
});
const quantity = fc.constantFrom("temperature", "humidity", "soilMoisture");
/** How long ago the changed readings begin, in minutes. */
const ago = fc.integer({ min: 0, max: 4_000 });
const change = fc.oneof(
  fc.record({
    uid: fc.constantFrom(...SENSORS),
    calibrate: fc.record({
      quantity,
      scale: fc.integer({ min: 90, max: 110 }).map((value) => value / 100),
      offset: fc.integer({ min: -50, max: 50 }).map((value) => value / 10),
    }),
    ago,
  }),
  fc.record({
    uid: fc.constantFrom(...SENSORS),
    exclude: fc.record({ quantity }, { requiredKeys: [] }),
    ago,
    minutes: fc.integer({ min: 1, max: 3_000 }),
  }),
  fc.record({ undo: fc.nat(9) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Makes a change as the owner. @param changes paths of the changes in force */
function apply(database: FoldedDatabase, happening: Change, changes: string[]): void {
  if ("undo" in happening) {
    const [path] = changes.splice(happening.undo % Math.max(1, changes.length), 1);
    if (path !== undefined) undo(database, path);
    return;
  }
  const { uid } = happening;
  const from = database.now - happening.ago * MINUTE_MS;
  if ("calibrate" in happening) {
    const calibration = { ...happening.calibrate, from } as NewCalibration;
    changes.push(calibrate(database, uid, calibration));
  } else {
    const exclusion = { ...happening.exclude, from, until: from + happening.minutes * MINUTE_MS };
    changes.push(exclude(database, uid, exclusion));
  }
}

const event = fc.oneof(
  { weight: 6, arbitrary: fc.record({ minutes: fc.integer({ min: 0, max: 60 }), sent }) },
  { weight: 3, arbitrary: fc.record({ change }) },
  { weight: 2, arbitrary: fc.constant("run" as const) },
  { weight: 3, arbitrary: fc.record({ during: change, updates: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constant("outage" as const) },
);

test("changes and readings at any time, also during a run", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 50 }), async (events) => {
      const database = emptyFarm();
      const changes: string[] = [];
      for (const happening of events) {
        if (happening === "run") await run(database);
        else if (happening === "outage") database.now += 30 * HOUR_MS;
        else if ("change" in happening) apply(database, happening.change, changes);
        else if ("during" in happening) {
          // Another run, which begins later and knows more, is faster and is killed.
          database.beforeUpdate = async () => {
            database.beforeUpdate = () => Promise.resolve();
            apply(database, happening.during, changes);
            database.now += 2 * MINUTE_MS;
            await killedRun(database, happening.updates);
          };
          await run(database);
          database.beforeUpdate = () => Promise.resolve();
        } else {
          database.now += happening.minutes * MINUTE_MS;
          send(database, happening.sent);
        }
      }
      database.now += 75 * MINUTE_MS;
      await run(database);
      expectExact(database);
      expect(database.json("rollupCoverage/north/again")).toBeUndefined();
    }),
    { numRuns: 15 },
  );
});
describe("a change", () => {
  /** Readings of two sensors every six hours, all folded. */
  async function foldedDays(days: number): Promise<FoldedDatabase> {
    const database = emptyFarm(["north", "south"]);
    const entries = Array.from({ length: days * 4 }, (_, index) => {
      const updatedAt = START - (days * 4 - index) * 6 * HOUR_MS;
      return ["air-1", "air-2"].map((uid) => {
        const entry = { uid, sensorName: uid, temperature: index % 31, humidity: 50, updatedAt };
        return [`sensors/north/history/${createKey(updatedAt)}`, entry] as const;
      });
    });
    database.administer(Object.fromEntries(entries.flat()));
    await run(database);
    while ((await foldBefore(partsOf(database), START - days * DAY_MS)) !== "nothing");
    expectExact(database);
    database.now += 2 * MINUTE_MS;
    database.updates = 0;
    return database;
  }

  /** When `foldedDays` has folded all changes. */
  const SINCE = START - MINUTE_MS;

  const again = (database: FoldedDatabase): unknown =>
    parseCoverage(database.json("rollupCoverage/north"))?.again;
  const figures = (database: FoldedDatabase): unknown =>
    ["rollups", "greenhouseRollups"].map((root) => database.json(root));

  test("of twelve days is folded in one run, and a run that is killed loses nothing", async () => {
    const database = await foldedDays(12);
    const from = START - 12 * DAY_MS;
    calibrate(database, "air-1", { quantity: "temperature", from, scale: 1, offset: -0.8 });
    database.now += MINUTE_MS;
    await killedRun(database, 4);
    const [first, until] = [startOf("hour", from), startOf("hour", START)];
    const next = startOf("day", from) + 4 * DAY_MS;
    expect(again(database)).toEqual({ from: first, until, next, since: SINCE });
    expect(await run(database)).toMatchObject({ folds: 9, unfinished: 0 });
    expect(again(database)).toBeUndefined();
    expectExact(database);
  });

  test("and another two weeks later fold only their own days, also after earlier jobs have noted them", async () => {
    const database = await foldedDays(15);
    const spans = [14, 8, 2].map((days) => ({
      from: START - days * DAY_MS,
      until: START - days * DAY_MS + HOUR_MS,
    }));
    for (const [index, span] of spans.entries()) exclude(database, SENSORS[index % 2]!, span);
    database.now += MINUTE_MS;
    await killedRun(database, 1);
    const noted = again(database) as Again;
    expect(noted).toMatchObject({ from: startOf("hour", spans[0]!.from), since: SINCE });
    expect(await run(database)).toMatchObject({ folds: 2, unfinished: 0 });
    expect(again(database)).toBeUndefined();
    expectExact(database);

    const coverage = database.json("rollupCoverage/north") as object;
    const { since, ...earlier } = noted;
    expect(since).toBe(SINCE);
    database.administer({ "rollupCoverage/north": { ...coverage, again: earlier } });
    expect(await run(database)).toMatchObject({ folds: 12, unfinished: 0 });
    expect(again(database)).toBeUndefined();
    expectExact(database);
  });

  test("that is undone gives back the figures of before", async () => {
    const database = await foldedDays(9);
    const before = figures(database);
    const span = { from: START - 7 * DAY_MS, until: START - 2 * DAY_MS };
    const paths = [
      calibrate(database, "air-1", {
        quantity: "temperature",
        from: START - 5 * DAY_MS,
        scale: 1.1,
        offset: -0.8,
      }),
      exclude(database, "air-2", span),
    ];
    database.now += MINUTE_MS;
    await run(database);
    expectExact(database);
    expect(figures(database)).not.toEqual(before);
    for (const path of paths) undo(database, path);
    database.now += MINUTE_MS;
    await run(database);
    expect(figures(database)).toEqual(before);
  });

  test("waits a minute, so that no change has an older time, and a later change widens the hours", async () => {
    const database = await foldedDays(9);
    const exclusion = { from: START - 5 * DAY_MS, until: START - 4 * DAY_MS };
    exclude(database, "air-1", exclusion);
    database.now += MINUTE_MS - 1;
    expect(await run(database)).toMatchObject({ folds: 0 });
    database.now += 1;
    await killedRun(database, 1);
    const [from, until] = [exclusion.from, exclusion.until].map((at) => startOf("hour", at));
    expect(again(database)).toEqual({
      from,
      next: startOf("day", exclusion.until),
      until: until! + HOUR_MS,
      since: SINCE,
    });
    exclude(database, "air-2", { ...exclusion, from: START - 7 * DAY_MS });
    database.now += MINUTE_MS;
    await killedRun(database, 1);
    const earlier = startOf("hour", START - 7 * DAY_MS);
    const next = startOf("day", START - 6 * DAY_MS);
    expect(again(database)).toEqual({
      from: earlier,
      next,
      until: until! + HOUR_MS,
      since: SINCE,
    });
    await run(database);
    expectExact(database);
    expect(database.updates).toBe(7);
  });

  test("comes after finished hours and late readings", async () => {
    const database = await foldedDays(5);
    exclude(database, "air-1", { from: START - 4 * DAY_MS, until: START });
    send(database, { uid: "air-2", minutesLate: 2_000, measurements: { temperature: 5 } });
    database.now += HOUR_MS;
    await killedRun(database, 1);
    expect(database.json("rollupCoverage/north/until")).toBe(startOf("hour", database.now));
    expect(database.json("rollupDue/north")).toBeDefined();
    await killedRun(database, 1);
    expect(database.json("rollupDue/north")).toBeUndefined();
    expect(again(database)).toMatchObject({ next: startOf("hour", START - 4 * DAY_MS) });
    await run(database);
    expectExact(database);
  });

  test("of pruned hours changes nothing, and others are folded", async () => {
    const database = await foldedDays(9);
    const coverage = parseCoverage(database.json("rollupCoverage/north"))!;
    const prunedUntil = startOf("day", START - 3 * DAY_MS);
    database.administer({ "rollupCoverage/north": { ...coverage, prunedUntil } });
    const hour = "rollups/north/air-1/hour/temperature";
    const old = Object.keys(database.json(hour) as object).filter((at) => Number(at) < prunedUntil);
    exclude(database, "air-1", { from: START - 9 * DAY_MS, until: START });
    database.now += MINUTE_MS;
    expect(await run(database)).toMatchObject({ folds: 4, unfinished: 0 });
    expect(Object.keys(database.json(hour) as object)).toEqual(old);
  });

  test("of another greenhouse's sensor folds nothing, and a farm without changes costs two reads", async () => {
    const database = await foldedDays(3);
    const reads: string[] = [];
    const { jobs } = database;
    const readPage: typeof jobs.readPage = (path, ...others) => {
      reads.push(path);
      return jobs.readPage(path, ...others);
    };
    await run(database, { readPage });
    expect(reads.filter((path) => /^(calibrations|exclusions)/.test(path))).toEqual([
      "calibrations/oak",
      "exclusions/oak",
    ]);
    exclude(database, "of-south", { from: START - 3 * DAY_MS, until: START });
    database.now += MINUTE_MS;
    expect(await run(database)).toMatchObject({ folds: 0 });
    await foldAllAgain(partsOf(database));
    expectExact(database);
  });
});
