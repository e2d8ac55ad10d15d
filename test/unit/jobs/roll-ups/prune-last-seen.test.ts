import { KEPT_FOR_MS } from "../../../../domain/src/last-seen";
import type { Update } from "../../../../jobs/src/database";
import { pruneLastSeen } from "../../../../jobs/src/roll-ups/prune-last-seen";

const NOW = 1_700_000_000_000;

test("farms that fail stop no other, and the first failure is reported at the end", async () => {
  const farms = Array.from({ length: 20 }, (_, index) => `farm-${index}`);
  const broken = new Set(["lastSeen/farm-0", "lastSeen/farm-9"]);
  const pruned: Update[] = [];
  const database = {
    get: (path: string): Promise<unknown> =>
      broken.has(path)
        ? Promise.reject(new Error(`${path} is denied.`))
        : Promise.resolve({ "air-1": { light: NOW - KEPT_FOR_MS - 1, "light,co2": NOW } }),
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
