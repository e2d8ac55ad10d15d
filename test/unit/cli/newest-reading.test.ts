import type { Child, Database, Json } from "../../../tools/cli/src/core/database";
import { readNewest } from "../../../tools/cli/src/readings/newest-reading";
import { firstKeyAt } from "@greenhouse/domain/identity/push-key";

const NOW = Date.UTC(2026, 2, 1);

/**
 * A greenhouse with one signed reading of "own", and then this number of another sensor's readings.
 */
function databaseWith(others: number): Pick<Database, "read" | "readLastPage"> {
  const entries = Array.from({ length: others + 1 }, (_, index): Child => {
    const updatedAt = NOW - (others - index) * 1000;
    return [firstKeyAt(updatedAt), { uid: index === 0 ? "own" : "other", updatedAt }];
  });
  const stored: Readonly<Record<string, Json>> = {
    "sensors/g/bySensor/own": { temperature: 3 },
    "sensors/g/current": { temperature: 20, updatedAt: NOW },
  };
  return {
    read: (path) => Promise.resolve(stored[path] ?? null),
    readLastPage: (_, { before = "~" }, limit) =>
      Promise.resolve(entries.filter(([key]) => key < before).slice(-limit)),
  };
}

test("finds a signed reading behind thousands of another sensor, up to the limit", async () => {
  const readWith = (others: number): Promise<unknown> =>
    readNewest(databaseWith(others) as Database, "g", "own", NOW);
  const measurements = { temperature: 3 };
  expect(await readWith(0)).toEqual({ measurements, updatedAt: NOW });
  expect(await readWith(9_999)).toEqual({ measurements, updatedAt: NOW - 9_999_000 });
  expect(await readWith(10_000)).toEqual({ measurements, updatedAt: undefined });
});
