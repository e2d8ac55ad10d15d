import { readFileSync } from "node:fs";
import { join } from "node:path";
import { costOf, costTable, fitTable, READING, sensorsThatFit } from "../../../bench/cost-model";
import { planUpdate } from "../../../functions/src/sensor-data/plan";

const KEY = "-OaBcDeFgHiJkLmNoPqR";

test("a reading is as large as the model says", () => {
  const update = planUpdate(
    {
      variant: "signed",
      uid: "A4CF12B3D4E5",
      greenhouse: KEY,
      sensorName: "Air, north bench",
      sensorType: "SHT31",
      measurements: { temperature: 21.5, humidity: 60.25, light: 1200, battery: 88 },
      updatedAt: 1_790_000_000_000,
    },
    KEY,
  );
  // As the SDK sends it; the number counts its requests.
  const message = {
    t: "d",
    d: { r: 1000, a: "m", b: { p: `/${update.base}`, d: update.values } },
  };
  const entry = JSON.stringify(update.values[`history/${KEY}`]);
  expect(READING).toMatchObject({
    written: JSON.stringify(message).length,
    stored: KEY.length + entry.length,
  });
});

test("a load within the limits of one instance", () => {
  expect(sensorsThatFit(60)).toBe(60_000);
  expect(costOf({ sensors: 60_000, intervalSeconds: 60 }).shareOfInstance).toBe(1);
});

test("a thousand sensors that report every five minutes", () => {
  const cost = costOf({ sensors: 1_000, intervalSeconds: 300 });
  // 8.64 million readings a month.
  expect(cost.readingsPerSecond).toBeCloseTo(10 / 3, 10);
  expect(cost.storedGigabytes).toBeCloseTo(8.64e6 * 162e-9, 10);
  expect(cost.storage).toBeCloseTo(5 * 8.64e6 * 162e-9, 10);
  expect(cost.download).toBeCloseTo(8.64e6 * 500e-9, 10);
  const busySeconds = 30 * 86_400 * (1 - Math.exp(-1 / 3));
  expect(cost.functions).toBeCloseTo(8.64 * 0.4 + busySeconds * (0.000_024 + 0.000_000_625), 10);
});

test("docs/scaling.md holds the model's tables", () => {
  const text = readFileSync(join(__dirname, "../../../docs/scaling.md"), "utf8");
  expect(text).toContain(fitTable());
  expect(text).toContain(costTable());
});
