/**
 * Checks the plans of one farm. Suites of the page share a database, so a whole run of the jobs would check the farms of
 * other suites and change what the page says about the jobs.
 */

import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { createDatabase } from "../../../jobs/src/database";
import { Log } from "../../../jobs/src/log";
import { checkPlans } from "../../../jobs/src/plans/check-plans";
import { readLight } from "../../../jobs/src/plans/read-light";
import { readPlans } from "../../../jobs/src/plans/read-plans";
import { storePlans } from "../../../jobs/src/plans/store-plans";
import { readFarm } from "../../../jobs/src/watch/read-farm";
import { DATABASE_ADDRESS, NAMESPACE } from "../backend/addresses";
import { emulatedAddress, emulatedEnvironment } from "./emulated";

const MAX_SIZE = { sensors: 10, greenhouses: 10, alerts: 10 };
const DEADLINE_MS = 60_000;

/** Reads the farm's plans, decides what they do now, and stores the decisions. */
export async function checkPlansOf(farmId: string): Promise<void> {
  const address = emulatedAddress(DATABASE_ADDRESS, NAMESPACE);
  const withDatabase = createDatabase(address, emulatedEnvironment());
  const log = new Log(({ message }) => {
    throw new Error(message);
  });
  const createPushKey = createPushKeys(Math.random);
  await withDatabase(DEADLINE_MS, async (database) => {
    const now = Date.now();
    const plans = (await readPlans(database, farmId)) ?? [];
    const farm = await readFarm(database, farmId, MAX_SIZE, plans);
    if (farm === undefined) throw new Error(`${farmId} has no plan.`);
    const checked = checkPlans(farm, await readLight(database, farm, now), now);
    await storePlans({ database, log, now: Date.now, createPushKey }, checked, Infinity);
  });
}
