/**
 * The rollups equal a pass over the whole history, for any readings and any times of runs. Under the rules.
 */

import { MAX_MARKS } from "@greenhouse/database/rollups/marks";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { parseCoverage, startOf } from "@greenhouse/domain/rollups/rollups";
import { foldBefore } from "@greenhouse/database/rollups/steps";
import type { Database, Update } from "../../../../jobs/src/database";
import {
  createKey,
  emptyFarm,
  expectExact,
  foldAllAgain,
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
  measurements: fc.record(
    { temperature: tenths, humidity: tenths, battery: tenths, soilMoisture: tenths, ph: tenths },
    { requiredKeys: [] },
  ),
});
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ minutes: fc.integer({ min: 0, max: 40 }), sent }) },
  { weight: 1, arbitrary: fc.constantFrom("run", "two runs", "outage", "winter") },
);

test("readings that are late, repeated, implausible or out of order, and runs at any time", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 40 }), async (events) => {
      const database = emptyFarm();
      let last: Sent | undefined;
      for (const happening of events) {
        if (happening === "run") await run(database);
        else if (happening === "outage") database.now += 20 * HOUR_MS;
        else if (happening === "winter") database.now += 50 * DAY_MS;
        else if (happening === "two runs") {
          // A reading comes and another run folds between what this one read and what it writes.
          database.beforeUpdate = async () => {
            database.beforeUpdate = () => Promise.resolve();
            if (last !== undefined) send(database, { ...last, minutesLate: 130 });
            await run(database);
          };
          await run(database);
        } else {
          database.now += happening.minutes * MINUTE_MS;
          if (last !== undefined && happening.minutes === 0) send(database, last);
          last = happening.sent;
          send(database, happening.sent);
        }
      }
      database.now += 75 * MINUTE_MS;
      await run(database);
      expectExact(database);
      // Only marks of hours that are not folded yet are left.
      expect(database.json("rollupDue/north")).toBeUndefined();
    }),
    { numRuns: 12 },
  );
});

describe("a run", () => {
  const reading = {
    measurements: { temperature: 20, humidity: 50 },
    minutesLate: 0,
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

  /** A reading a day, from now on. */
  function passDays(database: FoldedDatabase, days: number, greenhouse = "north"): void {
    const entries = Array.from({ length: days }, (_, day) => {
      const updatedAt = database.now + day * DAY_MS;
      const entry = { uid: "air-1", sensorName: "air-1", temperature: day % 31, updatedAt };
      return [`sensors/${greenhouse}/history/${createKey(updatedAt)}`, entry] as const;
    });
    database.administer(Object.fromEntries(entries));
  }

  /** A farm whose first hours are folded. */
  async function foldedFarm(hours: number): Promise<FoldedDatabase> {
    const database = emptyFarm();
    database.now = Date.UTC(2026, 2, 2);
    await pass(database, hours);
    database.now += 11 * MINUTE_MS;
    await run(database);
    return database;
  }

  test("counts a removed sensor as before, on the same day and when it is folded again", async () => {
    const database = await foldedFarm(2);
    for (const uid of ["air-1", "soil"]) {
      database.administer({ [`registeredSensors/${uid}`]: null });
    }
    const late = { measurements: { temperature: 21 }, minutesLate: 15 };
    send(database, { ...late, uid: "air-2" });
    database.now += HOUR_MS;
    await run(database);
    expect(database.json("rollupSensors/north")).toEqual({
      "air-1": true,
      "air-2": true,
      soil: false,
    });
    expectExact(database);
  });

  test("counts a day, and an hour, with the role that a sensor has at its last fold", async () => {
    const database = await foldedFarm(2);
    const [hour, day] = ["hour", "day"].map(
      (level) => `greenhouseRollups/north/${level}/temperature`,
    );
    const first = Number(database.json("rollupCoverage/north/from"));
    const before = database.json(`${hour}/${first}`);
    database.administer({ "registeredSensors/soil/role": null });
    await pass(database, 2);
    database.now += 11 * MINUTE_MS;
    await run(database);
    expect(database.json(`${hour}/${first}`)).toEqual(before);
    expect(database.json(`${hour}/${first + HOUR_MS}/n`)).toBe(2);
    expect(database.json(`${day}/${startOf("day", first)}/n`)).toBe(2);
    await foldAllAgain({ ...partsOf(database), isAir: () => true });
    expectExact(database, "north", () => true);
  });

  test("catches up with months in later runs, and reads no more than a day at once", async () => {
    const database = await foldedFarm(1);
    passDays(database, 65);
    database.now += 65 * DAY_MS;
    expect(await run(database)).toMatchObject({ folds: 60, unfinished: 1 });
    expect(await run(database)).toMatchObject({ unfinished: 0 });
    expectExact(database);
  });

  test("folds eight days of late readings in a run, however many are marked", async () => {
    const database = await foldedFarm(1);
    passDays(database, 10);
    database.now += 10 * DAY_MS;
    await run(database);
    for (let day = 1; day <= 10; day += 1) {
      const minutesLate = (day * DAY_MS) / MINUTE_MS;
      send(database, { ...reading, uid: "air-2", minutesLate });
    }
    expect(await run(database)).toMatchObject({ folds: 8, unfinished: 1 });
    expect(await run(database)).toMatchObject({ folds: 2, unfinished: 0 });
    expectExact(database);
    expect(database.json("rollupDue/north")).toBeUndefined();
  });

  test("removes very many marks in parts", async () => {
    const database = emptyFarm();
    await pass(database, 2);
    database.now += 11 * MINUTE_MS;
    await run(database);
    const hour = Number(database.json("rollupCoverage/north/from"));
    const marks = Array.from({ length: MAX_MARKS + 1 }, (_, index) => [`m${index}`, true] as const);
    database.administer({ [`rollupDue/north/${hour}`]: Object.fromEntries(marks) });
    expect(await run(database)).toMatchObject({ folds: 2, unfinished: 0 });
    expect(database.json("rollupDue/north")).toBeUndefined();
    expectExact(database);
  });

  test("folds the last hour of all greenhouses before it catches up with one", async () => {
    const behind = Array.from({ length: 11 }, (_, index) => `behind-${index}`);
    const database = emptyFarm([...behind, "north"]);
    passDays(database, 1);
    await run(database);
    const { from, until } = parseCoverage(database.json("rollupCoverage/north"))!;
    const coverage = { from: from - 40 * DAY_MS, until: until - 40 * DAY_MS, version: 1 };
    for (const id of behind) database.administer({ [`rollupCoverage/${id}`]: coverage });
    database.now -= 40 * DAY_MS;
    for (const id of behind) passDays(database, 40, id);
    database.now += 40 * DAY_MS + 2 * HOUR_MS;
    const end = database.now + 240_000;
    database.beforeUpdate = () => {
      database.now += database.now < end ? 10_000 : 0;
      return Promise.resolve();
    };
    expect(await run(database)).toMatchObject({ unfinished: 11 });
    expect(database.json("rollupCoverage/north/until")).toBe(until + 2 * HOUR_MS);
  });

  test("goes on with other greenhouses if one fails", async () => {
    const database = emptyFarm(["broken", "north", "south"]);
    passDays(database, 1, "south");
    await pass(database, 3);
    const { jobs } = database;
    const failed: string[] = [];
    const get = (path: string): Promise<unknown> =>
      path.includes("broken") ? Promise.reject(new Error("broken")) : jobs.get(path);
    const summary = await run(database, { get }, (id) => failed.push(id));
    expect(failed).toEqual(["broken"]);
    expect(summary).toMatchObject({ greenhouses: 3, folds: 2, unfinished: 0 });
  });

  test("stores when it ended, also when there was nothing to fold", async () => {
    const database = emptyFarm();
    for (const minutes of [0, 15]) {
      database.now += minutes * MINUTE_MS;
      await run(database);
      expect(database.json("alertService/foldedAt")).toBe(database.now);
    }
    database.now += 15 * MINUTE_MS;
    const failing = run(database, { readPage: () => Promise.reject(new Error("unreachable")) });
    await expect(failing).rejects.toThrow("unreachable");
    expect(database.json("alertService/foldedAt")).toBe(database.now - 15 * MINUTE_MS);
  });

  test("takes all turns by owner: not only the first fold of a greenhouse", async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `a-${index}`);
    const database = emptyFarm();
    await pass(database, 2);
    await run(database);
    passDays(database, 5);
    database.administer({
      "farms/oak/members": { olga: "owner" },
      "farms/elm": { name: "Elm", apiKey: "key", members: { mallory: "owner" } },
      ...Object.fromEntries(many.map((id) => [`greenhouses/${id}`, { name: id, farmId: "elm" }])),
    });
    database.now += 5 * DAY_MS;
    const { jobs } = database;
    const reads = new Map<string, number>();
    const count = (path: string): void => {
      const [, id = ""] = path.split("/");
      reads.set(id, (reads.get(id) ?? 0) + 1);
      if (path.startsWith("rollupCoverage/a-")) database.now += 100;
    };
    const get: typeof jobs.get = (path) => (count(path), jobs.get(path));
    const readPage: typeof jobs.readPage = (path, ...parts) => (
      count(path),
      jobs.readPage(path, ...parts)
    );
    const { folds, unfinished } = await run(database, { get, readPage });
    expect(folds).toBeGreaterThan(4);
    expect(unfinished).toBeGreaterThan(100);
    const coverage = parseCoverage(database.json("rollupCoverage/north"));
    expect(coverage?.until).toBeGreaterThan(database.now - 2 * HOUR_MS);
    expectExact(database);
    // For an empty greenhouse, only its coverage is read.
    expect(Math.max(...many.map((id) => reads.get(id) ?? 0))).toBe(1);
  });

  test("logs nothing about a greenhouse that is removed while it is folded", async () => {
    const database = emptyFarm(["north", "south"]);
    for (const id of ["north", "south"]) passDays(database, 1, id);
    database.now += 75 * MINUTE_MS;
    database.beforeUpdate = () => {
      database.administer({ "greenhouses/north": null });
      return Promise.resolve();
    };
    expect(await run(database)).toMatchObject({ folds: 1, unfinished: 0 });
    expect(database.json("rollupCoverage/north")).toBeUndefined();
    expect(database.json("rollupCoverage/south")).toBeDefined();
  });

  test("folds an hour that gets a late reading each minute, also during a fold, and keeps one mark of it", async () => {
    const database = emptyFarm();
    await pass(database, 6);
    for (let again = 0; again < 2; again += 1) await run(database);
    while ((await foldBefore(partsOf(database), START)) !== "nothing");
    const from = database.now;
    const hour = startOf("hour", from - 3 * HOUR_MS);
    let folds = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      database.now = from + minute * MINUTE_MS;
      const sendLate = (temperature: number): void => {
        const measurements = { temperature };
        send(database, { ...reading, uid: "air-1", minutesLate: 180 + minute, measurements });
      };
      sendLate(minute);
      database.beforeUpdate = () => {
        database.beforeUpdate = () => Promise.resolve();
        database.now += 1_000;
        sendLate(-minute);
        return Promise.resolve();
      };
      expect(Object.keys(database.json(`rollupDue/north/${hour}`) as object)).toHaveLength(1);
      if (minute % 15 === 12) folds += (await run(database)).folds;
    }
    expect(folds).toBeGreaterThanOrEqual(3);
    database.now += 15 * MINUTE_MS;
    await run(database);
    expectExact(database);
    expect(database.json("rollupDue/north")).toBeUndefined();
  });

  describe("of a greenhouse of many sensors", () => {
    /** Each sends once an hour, for a day; the jobs know none of them yet. */
    function crowd(sensors: number, hours: number): FoldedDatabase {
      const database = emptyFarm();
      const first = Date.UTC(2026, 2, 3);
      const history: Record<string, object> = {};
      for (let index = 0; index < sensors * hours; index += 1) {
        const updatedAt = first + Math.floor(index / sensors) * HOUR_MS;
        const uid = `s-${index % sensors}`;
        history[createKey(updatedAt)] = { uid, sensorName: uid, temperature: index, updatedAt };
      }
      const before = { from: first - HOUR_MS, until: first, version: 1 };
      database.administer({ "sensors/north/history": history, "rollupCoverage/north": before });
      database.now = first + hours * HOUR_MS + 11 * MINUTE_MS;
      return database;
    }

    test("takes an hour at a time where a day would be too large to store", async () => {
      const database = crowd(300, 8);
      const sizes: number[] = [];
      const { update } = database.jobs;
      const counting = (values: Update): ReturnType<typeof update> => {
        sizes.push(Object.keys(values).length);
        return update(values);
      };
      await run(database, { update: counting });
      expectExact(database);
      expect(Math.max(...sizes)).toBeLessThan(5_000);
    });

    test("leaves it out if even an hour is too large, before it fills the memory", async () => {
      const database = crowd(1_001, 1);
      await expect(run(database)).rejects.toThrow("more than 1000 sensors is too large");
      expect(database.json("rollupSensors")).toBeUndefined();
    });
  });

  test("that rules of another version refuse is reported", async () => {
    const database = emptyFarm();
    passDays(database, 1);
    const update: Database["update"] = () => Promise.resolve("denied");
    const errors: unknown[] = [];
    await run(database, { update }, (_, error) => errors.push(error));
    expect(String(errors[0])).toMatch("The database's rules refuse a fold.");
  });
});

test("history that is pruned is not read any more: a reading that arrives for it changes nothing", async () => {
  const database = emptyFarm();
  for (let half = 0; half < 60; half += 1) {
    database.now += 30 * MINUTE_MS;
    const measurements = { temperature: half % 17, humidity: half % 23 };
    for (const uid of ["air-1", "soil", "box"] as const) {
      send(database, { uid, measurements, minutesLate: 0 });
    }
  }
  database.now += 11 * MINUTE_MS;
  await run(database);
  const parts = partsOf(database);
  while ((await foldBefore(parts, START)) !== "nothing");
  expectExact(database);
  const whole = database.json("rollups/north");
  const coverage = parseCoverage(database.json("rollupCoverage/north"))!;
  const prunedUntil = Date.UTC(2026, 2, 3);
  const version = coverage.version + 1;
  await database.jobs.update({ "rollupCoverage/north": { ...coverage, prunedUntil, version } });
  const minutesLate = (database.now - prunedUntil) / MINUTE_MS + 30;
  send(database, { uid: "air-1", measurements: { temperature: 60 }, minutesLate });
  database.now += 3 * MINUTE_MS;
  await run(database);
  await foldAllAgain(parts);
  expect(await foldBefore(parts, START - HOUR_MS)).toBe("nothing");
  expect(database.json("rollupDue/north")).toBeUndefined();
  expect(database.json("rollups/north")).toEqual(whole);
});

describe("months without readings", () => {
  const MONTH_MS = 30 * DAY_MS;
  const OLDEST = START - 4 * MONTH_MS;

  /** Stores a reading with a key of the hour before or after it. @returns its path */
  function put(database: FoldedDatabase, uid: string, hour: number, isKeyLater = true): string {
    const ofSensor = uid === "box";
    const before = startOf("hour", hour) - 4 * MINUTE_MS;
    const after = before + 9 * MINUTE_MS;
    const [updatedAt, keyedAt] = isKeyLater ? [before, after] : [after, before];
    const key = createKey(keyedAt);
    const path = `sensors/north/history/${ofSensor ? `${uid}/` : ""}${key}`;
    const entry = { sensorName: uid, temperature: 21, humidity: 50, updatedAt };
    database.administer({ [path]: ofSensor ? entry : { ...entry, uid } });
    if (ofSensor) database.administer({ [`sensors/north/current/${uid}/updatedAt`]: updatedAt });
    return path;
  }

  test("are skipped in both directions and when they are folded again, and nothing else is", async () => {
    const database = emptyFarm();
    const before = [OLDEST + MONTH_MS, OLDEST + 1.5 * MONTH_MS, START - DAY_MS];
    const uids = ["air-1", "soil", "box"];
    const paths = before.map((at, index) => put(database, uids[index]!, at, false));
    await run(database);
    const parts = partsOf(database);
    while ((await foldBefore(parts, OLDEST)) !== "nothing");
    expect(database.json("rollupCoverage/north/from")).toBe(startOf("hour", OLDEST));
    expectExact(database);
    // A reading is folded with its day. Between two of them is at most one stretch.
    expect(database.updates).toBeLessThanOrEqual(3 + 4 * before.length);

    for (const months of [0.5, 2]) put(database, "box", START + months * MONTH_MS);
    database.now += 3 * MONTH_MS;
    await run(database);
    expectExact(database);

    // Readings that an administrator deletes are gone after another fold.
    database.administer(Object.fromEntries(paths.map((path) => [path, null])));
    database.updates = 0;
    await foldAllAgain(parts);
    expectExact(database);
    expect(database.updates).toBeLessThanOrEqual(10);
  });

  test("remove only the fine rollups that exist, however many they are", async () => {
    const database = emptyFarm();
    put(database, "air-1", START);
    database.now += HOUR_MS;
    await run(database);
    database.now += 36 * MONTH_MS;
    put(database, "air-1", database.now);
    database.now += HOUR_MS;
    const sizes: number[] = [];
    const update = (values: Update): ReturnType<Database["update"]> => {
      sizes.push(Object.keys(values).length);
      return database.jobs.update(values);
    };
    await run(database, { update });
    expectExact(database);
    expect(Math.max(...sizes)).toBeLessThan(100);
  });

  test("a reading that comes while they are skipped is not lost", async () => {
    const database = emptyFarm();
    put(database, "air-1", OLDEST + MONTH_MS);
    await run(database);
    database.beforeUpdate = () => {
      database.beforeUpdate = () => Promise.resolve();
      const measurements = { temperature: 21 };
      send(database, { uid: "air-1", minutesLate: 2_000, measurements });
      return Promise.resolve();
    };
    while ((await foldBefore(partsOf(database), OLDEST)) !== "nothing");
    database.now += 3 * MINUTE_MS;
    await run(database);
    expectExact(database);
    expect(database.json("rollupDue/north")).toBeUndefined();
  });
});

test("the first run of a UTC day removes what lastSeen no longer needs, and no other run", async () => {
  const database = emptyFarm();
  const old = database.now - 40 * DAY_MS;
  database.administer({
    "lastSeen/oak/air-1": { temperature: old, "temperature,humidity": database.now },
    "lastSeen/oak/air-2": { none: old },
  });
  await run(database);
  database.now = startOf("hour", database.now) + HOUR_MS;
  await run(database);
  expect(database.json("lastSeen/oak/air-1/temperature")).toBe(old);
  database.now = startOf("day", database.now) + DAY_MS + 11 * MINUTE_MS;
  const { jobs } = database;
  const readPage: typeof jobs.readPage = (path, ...parts) =>
    path.startsWith("lastSeen")
      ? Promise.reject(new Error("unreachable"))
      : jobs.readPage(path, ...parts);
  await expect(run(database, { readPage })).rejects.toThrow("unreach");
  // The time of the fold is stored in spite of the failure.
  expect(database.json("alertService/foldedAt")).toBe(database.now);
  database.now += MINUTE_MS;
  await run(database);
  expect(database.json("lastSeen/oak")).toEqual({
    "air-1": { "temperature,humidity": START },
    "air-2": { none: old },
  });
});
