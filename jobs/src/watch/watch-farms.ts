/** Checks all watched farms, orders for their plans, then delivers the notifications of the outbox. */

import { OFFERED_CHANNELS } from "@greenhouse/domain/alerts/service";
import { inParallel } from "@greenhouse/domain/in-parallel";
import { plannedFarmPath } from "@greenhouse/domain/outputs/plans/updates";
import { checkPlans } from "../plans/check-plans";
import { readLight } from "../plans/read-light";
import { readPlans, type StoredPlan } from "../plans/read-plans";
import { storePlans } from "../plans/store-plans";
import { remember } from "../remember";
import type { Run } from "../run";
import { CHANNEL_SENDERS } from "../channels";
import { answerTests } from "../outbox/answer-tests";
import { pruneDeliveries } from "../outbox/prune-deliveries";
import { sendCodes } from "../outbox/send-codes";
import { decide } from "./decide";
import { deliverOutbox } from "../outbox/deliver";
import { MAX_ALERTS, readFarm, TooManyRecords, type FarmSize } from "./read-farm";
import { storeDecision } from "./store-decision";
import { Deliverer, type OpenChannels } from "../outbox/deliverer";
import { inTurns, readOwner } from "../turns";
import { readWatched } from "./watched-farms";

/** Farms whose owners are read together. */
const OWNERS_AT_ONCE = 300;
/** Time limit for reading the owners of all farms. */
const MAX_OWNERS_MS = 15_000;
/** Farms that are checked together, so that a slow farm does not delay the others. */
const FARMS_AT_ONCE = 20;
/** Larger farms are checked one by one while small farms are checked, so that they fit into memory. */
const SMALL_FARM_SIZE: FarmSize = { sensors: 200, greenhouses: 200, alerts: 2_000 };
const MAX_FARM_SIZE: FarmSize = { sensors: 10_000, greenhouses: 1_000, alerts: MAX_ALERTS };
/** Times after the start at which the last check and the last delivery begin. They leave time for the next run. */
const MAX_CHECKS_MS = 40_000;
const MAX_DELIVERIES_MS = 75_000;
/**
 * How often a check is tried. The rules refuse the update if a sensor was removed after the farm was read. The last try
 * leaves out each alert whose update the rules refuse, and stores all others.
 */
const MAX_TRIES = 3;

const REFUSED =
  "The database's rules refuse the update of a check, also on fresh records. Deploy the rules of this version.";

/** Checks the farms of one database instance. */
export async function watchFarms(run: Run, channels: OpenChannels): Promise<void> {
  const { database, log, now } = run;
  const startedAtMs = now();
  const ownerOf = remember((farmId: string) => readOwner(database, farmId));
  const checksEndAtMs = startedAtMs + MAX_CHECKS_MS;
  const counts = { farms: 0, skipped: 0 };
  const changed = new Set<string>();
  const { ids: watched, planned } = await readWatched(run);

  /** @returns false if the farm is larger than `size` */
  const checkFarm = async (farmId: string, size: FarmSize): Promise<boolean> => {
    try {
      for (let tries = 1; ; tries += 1) {
        if (now() >= checksEndAtMs) {
          counts.skipped += 1;
          return true;
        }
        const plans = planned.has(farmId) ? await readPlansOf(run, farmId) : [];
        const farm = await readFarm(database, farmId, size, plans);
        if (farm === undefined) return true;
        if (tries === 1) counts.farms += 1;
        const checkedPlans = checkPlans(farm, await readLight(database, farm, now()), now());
        await storePlans(run, checkedPlans, checksEndAtMs);
        if (farm.alerting === undefined) return true;
        const records = { ...farm, ...farm.alerting, checkedPlans };
        const decision = decide(records, now(), run.createPushKey);
        const skipsRefused = tries === MAX_TRIES;
        const options = { until: checksEndAtMs, skipsRefused };
        const { isChanged, isRefused } = await storeDecision(run, records, decision, options);
        if (isChanged) changed.add(farmId);
        if (!isRefused) return true;
        if (skipsRefused) throw new Error(REFUSED);
      }
    } catch (error) {
      if (error instanceof TooManyRecords && size === SMALL_FARM_SIZE) return false;
      log.farmFailed(farmId, error);
      return true;
    }
  };

  const ownersEndAtMs = now() + MAX_OWNERS_MS;
  const owned: (readonly [farmId: string, owner: string])[] = [];
  await inParallel(watched, OWNERS_AT_ONCE, async (farmId) => {
    // If the time is over, only the farms with known owners are checked.
    if (now() >= ownersEndAtMs) counts.skipped += 1;
    else owned.push([farmId, await ownerOf(farmId)]);
  });
  let large = Promise.resolve(true);
  const farms = inTurns(owned, ([, owner]) => owner);
  await inParallel(farms, FARMS_AT_ONCE, async ([farmId]) => {
    if (await checkFarm(farmId, SMALL_FARM_SIZE)) return;
    large = large.then(() => checkFarm(farmId, MAX_FARM_SIZE));
  });
  await large;

  const offers = OFFERED_CHANNELS.map(
    (channel) =>
      [`alertService/${channel}`, channels.services.get(channel)?.offer ?? null] as const,
  );
  await database.update({
    "alertService/lookedAt": startedAtMs,
    ...Object.fromEntries(offers),
  });
  const deliverer = new Deliverer(run, channels);
  const delivering = {
    ...run,
    deliverer,
    readOwner: ownerOf,
    until: startedAtMs + MAX_DELIVERIES_MS,
  };
  const { delivered, undelivered } = await deliverOutbox(delivering, changed, watched[0]);
  await answerTests(delivering);
  const codes = { senders: CHANNEL_SENDERS, salt: channels.pageUrl };
  await sendCodes({ ...delivering, ...channels, ...codes });
  await pruneDeliveries(run);
  const milliseconds = now() - startedAtMs;
  log.runEnded({ ...counts, changed: changed.size, delivered, undelivered, milliseconds });
}

/** Takes a farm without plans off the list of farms with plans. */
async function readPlansOf({ database }: Run, farmId: string): Promise<readonly StoredPlan[]> {
  const plans = await readPlans(database, farmId);
  // The rules refuse this if somebody has just stored a plan.
  if (plans === undefined) await database.update({ [plannedFarmPath(farmId)]: null });
  return plans ?? [];
}
