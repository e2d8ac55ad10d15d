import { READING } from "../../../tools/dev/cost-model";
import { planSigned } from "../../support/planning";

const KEY = "-OaBcDeFgHiJkLmNoPqR";

test("a reading is as large as the model says", () => {
  const update = planSigned(
    {
      uid: "A4CF12B3D4E5",
      greenhouse: KEY,
      sensorName: "Air, north bench",
      sensorType: "SHT31",
      measurements: { temperature: 21.5, humidity: 60.25, light: 1200, battery: 88 },
      updatedAt: 1_790_000_000_000,
      farmId: "sunny-acres",
      key: "k".repeat(32),
    },
    KEY,
    1_790_000_000_000,
  );
  const entry = JSON.stringify(update[`sensors/${KEY}/history/${KEY}`]);
  expect(READING).toMatchObject({
    written: JSON.stringify(update).length,
    stored: KEY.length + entry.length,
  });
});
