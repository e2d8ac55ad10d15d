/** How the light for plans with the light of the day is read. */

import type { Database } from "../../../../jobs/src/database";
import { readLight } from "../../../../jobs/src/plans/read-light";
import { HOLD } from "../../domain/plans/fixtures";

test("the light of many sensors is read together, so that a large farm does not delay the others", async () => {
  let [reading, most] = [0, 0];
  const readPage = async (): Promise<readonly []> => {
    reading += 1;
    most = Math.max(most, reading);
    await new Promise(setImmediate);
    reading -= 1;
    return [];
  };
  const uids = Array.from({ length: 40 }, (_, index) => `lamp-${index}`);
  const condition = { quantity: "dli", side: "below", bound: 14 } as const;
  const plans = uids.map((uid) => ({
    farmId: "oak",
    uid,
    output: "lamp",
    version: 0,
    runs: [],
    plan: { ...HOLD, condition, backAt: 14, source: uid },
  }));
  const sensors = uids.map((uid) => ({
    uid,
    name: uid,
    greenhouse: "house",
    role: "air" as const,
  }));
  const database = { readPage } as Partial<Database> as Database;
  await readLight(database, { plans, sensors, greenhouses: new Map() }, 0);
  expect([reading, most]).toEqual([0, 40]);
});
