/** Records of whole farms that a fold reads: they are bounded, and a farm that fails stops no other. */

import { KEPT_FOR_MS } from "@greenhouse/domain/history/last-seen";
import type { Entry, Update } from "../../../../jobs/src/database";
import { createCorrectionsReader } from "../../../../jobs/src/rollups/farm-corrections";
import { createSensorsReader } from "../../../../jobs/src/rollups/farm-sensors";
import { pruneLastSeen } from "../../../../jobs/src/rollups/prune-last-seen";
import { RememberedFarms } from "../../../../jobs/src/rollups/remembered-farms";
import { FoldedDatabase } from "../../../support/jobs/folding";

const NOW = 1_700_000_000_000;

test("sensors of large farms are read one by one, and sensors beyond the limit are unknown", async () => {
  let atOnce = 0;
  let most = 0;
  /** A farm has as many sensors as its id says. */
  const read = createSensorsReader({
    readOfFarm: async (_path, farmId, limit): Promise<readonly Entry[]> => {
      const isLarge = limit > 1_000;
      if (isLarge) most = Math.max(most, (atOnce += 1));
      await Promise.resolve();
      if (isLarge) atOnce -= 1;
      const length = Math.min(limit, Number(farmId.split("-")[0]));
      return Array.from({ length }, (_value, index) => [
        `s-${index}`,
        { farmId, greenhouse: "north", role: "air" },
      ]);
    },
  });
  const sensors = await Promise.all(["20000-a", "30000-b", "1000-c"].map(read));
  expect(most).toBe(1);
  expect(sensors.map(({ areAir }) => areAir.size)).toEqual([20_000, 20_000, 1_000]);
  // A sensor beyond the limit may be in any greenhouse.
  expect(sensors.map(({ isUsed }) => isUsed("south"))).toEqual([true, true, false]);
});

describe("corrections of a farm", () => {
  const signed = { by: "olga", at: NOW, from: 0 };
  /** @param sensors each with this number of calibrations and of exclusions */
  function corrected(sensors: number, changes: number): FoldedDatabase {
    const ofSensor = (record: object): object =>
      Object.fromEntries(Array.from({ length: changes }, (_, index) => [`k${index}`, record]));
    const bySensor = (records: object): object =>
      Object.fromEntries(Array.from({ length: sensors }, (_, index) => [`air-${index}`, records]));
    const calibrations = { temperature: ofSensor({ ...signed, scale: 1, offset: 1 }) };
    return new FoldedDatabase(NOW, {
      calibrations: { oak: bySensor(calibrations) },
      exclusions: { oak: bySensor(ofSensor({ ...signed, until: 1 })) },
    } as never);
  }

  test("are read some sensors at a time, and remembered until another run knows more", async () => {
    const { jobs } = corrected(25, 1);
    const sizes: number[] = [];
    const readPage: typeof jobs.readPage = async (...parts) => {
      const page = await jobs.readPage(...parts);
      sizes.push(page.length);
      return page;
    };
    let now = NOW;
    const read = createCorrectionsReader({ readPage }, () => now);
    const [known, same] = await Promise.all([read("oak", 0), read("oak", 0)]);
    expect(known.corrections.uids).toHaveLength(25);
    expect(known.until).toBe(NOW - 60_000);
    expect(same).toBe(known);
    expect(sizes.toSorted()).toEqual([10, 10, 10, 10, 5, 5]);
    now += 1_000;
    expect(await read("oak", known.until)).toBe(known);
    expect((await read("oak", known.until + 1)).until).toBe(known.until + 1_000);
    expect((await read("elm", 0)).corrections.uids).toEqual([]);
  });

  test("are too many for a fold if they do not fit into memory", async () => {
    const read = createCorrectionsReader(corrected(100, 101).jobs, () => NOW);
    await expect(read("oak", 0)).rejects.toThrow("Farm oak has more than 20000 calibrations");
  });
});

test("what is remembered of farms is bounded, the oldest goes first, and the newest stays", () => {
  const farms = new RememberedFarms<number>((size) => size, 10);
  farms.add("a", 4);
  farms.add("b", 4);
  farms.add("a", 5);
  farms.add("c", 2);
  const known = (): readonly (number | undefined)[] =>
    ["a", "b", "c", "d"].map((id) => farms.get(id));
  expect(known()).toEqual([5, undefined, 2, undefined]);
  farms.add("d", 30);
  expect(known()).toEqual([undefined, undefined, undefined, 30]);
});

test("lastSeen of a farm is pruned a part at a time", async () => {
  const old = NOW - KEPT_FOR_MS - 1;
  const left = { temperature: NOW, light: NOW, co2: NOW };
  // Names that only earlier versions wrote.
  const stored = { "temperature,light": old, "light,co2": old, ...left };
  const uids = Array.from({ length: 90 }, (_, index) => `air-${index}`);
  const oak = Object.fromEntries(uids.map((uid) => [uid, stored]));
  const database = new FoldedDatabase(NOW, { lastSeen: { oak } });
  const sizes: number[] = [];
  const { jobs } = database;
  const readPage: typeof jobs.readPage = async (...parts) => {
    const page = await jobs.readPage(...parts);
    sizes.push(page.length);
    return page;
  };
  await pruneLastSeen({ ...jobs, readPage }, ["oak"], NOW);
  expect(sizes).toEqual([40, 40, 10]);
  expect(database.json("lastSeen/oak")).toEqual(Object.fromEntries(uids.map((uid) => [uid, left])));
});

test("lastSeen of a farm that fails stops no other, and the failure is reported at the end", async () => {
  const pruned: Update[] = [];
  const database = {
    readPage: (path: string): Promise<readonly Entry[]> =>
      path === "lastSeen/farm-0"
        ? Promise.reject(new Error(`${path} is denied.`))
        : Promise.resolve([["air-1", { light: NOW - KEPT_FOR_MS - 1, "light,co2": NOW }]]),
    update: (update: Update): Promise<"stored"> => {
      pruned.push(update);
      return Promise.resolve("stored");
    },
  };
  const farms = Array.from({ length: 20 }, (_, index) => `farm-${index}`);
  const pruning = pruneLastSeen(database, farms, NOW);
  await expect(pruning).rejects.toThrow("lastSeen/farm-0 is denied.");
  expect(pruned).toEqual(
    farms.slice(1).map((farm) => ({ [`lastSeen/${farm}/air-1/light`]: null })),
  );
});
