import { KEPT_FOR_MS } from "@greenhouse/domain/history/last-seen";
import type { Entry, Update } from "../../../../jobs/src/database";
import { FoldedDatabase } from "../../../support/jobs/folding";
import { pruneLastSeen } from "../../../../jobs/src/rollups/prune-last-seen";

const NOW = 1_700_000_000_000;

test("farms that fail stop no other, and the first failure is reported at the end", async () => {
  const farms = Array.from({ length: 20 }, (_, index) => `farm-${index}`);
  const broken = new Set(["lastSeen/farm-0", "lastSeen/farm-9"]);
  const pruned: Update[] = [];
  const database = {
    readPage: (path: string): Promise<readonly Entry[]> =>
      broken.has(path)
        ? Promise.reject(new Error(`${path} is denied.`))
        : Promise.resolve([["air-1", { light: NOW - KEPT_FOR_MS - 1, "light,co2": NOW }]]),
    update: (update: Update): Promise<"stored"> => {
      pruned.push(update);
      return Promise.resolve("stored");
    },
  };
  const pruning = pruneLastSeen(database, farms, NOW);
  await expect(pruning).rejects.toThrow("lastSeen/farm-0 is denied.");
  const others = farms.filter((farm) => !broken.has(`lastSeen/${farm}`));
  expect(Object.assign({}, ...pruned)).toEqual(
    Object.fromEntries(others.map((farm) => [`lastSeen/${farm}/air-1/light`, null])),
  );
});

test("a farm of many sensors is read and pruned a part at a time", async () => {
  const old = NOW - KEPT_FOR_MS - 1;
  // Names that only earlier versions wrote.
  const stored = {
    "temperature,light": old,
    "light,co2": old,
    temperature: NOW,
    light: NOW,
    co2: NOW,
  };
  const uids = Array.from({ length: 450 }, (_, index) => `air-${index}`);
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
  expect(sizes).toEqual([...Array.from({ length: 11 }, () => 40), 10]);
  const left = { temperature: NOW, light: NOW, co2: NOW };
  expect(database.json("lastSeen/oak")).toEqual(Object.fromEntries(uids.map((uid) => [uid, left])));
});
