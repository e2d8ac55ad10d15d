import type { Entry } from "../../../../jobs/src/database";
import { createSensorsReader } from "../../../../jobs/src/rollups/farm-sensors";

/** Farms with as many sensors as their id says. @param limits the limits of the reads, by farm */
function readerOf(limits: [farmId: string, limit: number][]) {
  let atOnce = 0;
  let most = 0;
  const read = createSensorsReader({
    readOfFarm: async (_path, farmId, limit): Promise<readonly Entry[]> => {
      limits.push([farmId, limit]);
      const isLarge = limit > 1_000;
      if (isLarge) most = Math.max(most, (atOnce += 1));
      await Promise.resolve();
      if (isLarge) atOnce -= 1;
      if (farmId === "broken") throw new Error("broken");
      const length = Math.min(limit, Number(farmId.split("-")[0]));
      return Array.from({ length }, (_value, index) => [
        `s-${index}`,
        { farmId, greenhouse: "north", role: index === 0 ? "soil" : "air" },
      ]);
    },
  });
  return { read, most: () => most };
}

test("reads a farm once for any number of callers", async () => {
  const limits: [string, number][] = [];
  const { read } = readerOf(limits);
  const [first, second] = await Promise.all([read("3-a"), read("3-a")]);
  expect(first).toBe(second);
  await read("3-a");
  expect(limits).toEqual([["3-a", 1_000]]);
  expect([...first.areAir]).toEqual([
    ["s-0", false],
    ["s-1", true],
    ["s-2", true],
  ]);
  expect(["north", "south"].map(first.isUsed)).toEqual([true, false]);
});

test("reads large farms one by one, and remembers few of them", async () => {
  const limits: [string, number][] = [];
  const { read, most } = readerOf(limits);
  const farms = ["20000-a", "20000-b", "30000-c", "1000-d", "3-e"];
  const sensors = await Promise.all(farms.map(read));
  expect(most()).toBe(1);
  expect(sensors.map(({ areAir }) => areAir.size)).toEqual([20_000, 20_000, 20_000, 1_000, 3]);
  // Sensors beyond the limit are unknown, so any greenhouse may have a sensor.
  expect(sensors.map(({ isUsed }) => isUsed("south"))).toEqual([true, true, true, false, false]);
  limits.length = 0;
  for (const farm of farms.toReversed()) await read(farm);
  expect(limits.map(([farm]) => farm)).toContain("20000-a");
  expect(limits.map(([farm]) => farm)).not.toContain("3-e");
});

test("a farm that cannot be read does not prevent other reads, and is tried again", async () => {
  const limits: [string, number][] = [];
  const { read } = readerOf(limits);
  await expect(read("broken")).rejects.toThrow("broken");
  await expect(read("broken")).rejects.toThrow("broken");
  expect(limits).toHaveLength(2);
  expect((await read("2000-a")).areAir.size).toBe(2_000);
});
