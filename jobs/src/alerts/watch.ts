/** One run: looks at all farms that are watched, then delivers what is to be delivered. */

import { readAlertSettings } from "../../../domain/src/farm-records";
import { inParallel } from "../../../domain/src/in-parallel";
import { entriesOf } from "../../../domain/src/stored";
import type { Database, FindAddress } from "../database";
import type { Log } from "../log";
import { answerTests } from "./answer-tests";
import { createSenders, type Channels } from "./channels";
import { lookAtFarm } from "./look";
import { deliverOutbox } from "./outbox";

export interface WatchParts {
  readonly channels: Channels;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** A number from 0 to below 1. */
  readonly random: () => number;
  readonly createPushKey: (nowMs: number) => string;
}

/** Farms that are looked at together: a slow one delays no other. */
const FARMS_AT_ONCE = 20;
/**
 * No look, and no delivery, is begun later than this after the start: looks leave time for deliveries, and both for the
 * next run.
 */
const LOOKS_END_MS = 40_000;
const DELIVERIES_END_MS = 75_000;

/** Looks at the farms of one database instance. */
export async function watchFarms(
  { channels, log, now, random, createPushKey }: WatchParts,
  database: Database,
  findAddress: FindAddress,
): Promise<void> {
  const startedAt = now();
  const watched = entriesOf(await database.get("alertSettings"));
  // If there are too many for one run, the next run begins with other farms.
  const first = Math.floor(random() * watched.length);
  let farms = 0;
  let changed = 0;
  let skipped = 0;
  const inTurn = [...watched.slice(first), ...watched.slice(0, first)];
  await inParallel(inTurn, FARMS_AT_ONCE, async ([farmId, stored]) => {
    const settings = readAlertSettings(stored);
    if (settings === undefined) return;
    if (now() >= startedAt + LOOKS_END_MS) {
      skipped += 1;
      return;
    }
    farms += 1;
    try {
      const result = await lookAtFarm({ database, log, now, createPushKey }, farmId, settings);
      if (result === "changed") changed += 1;
    } catch (error) {
      log.farmFailed(farmId, error);
    }
  });
  const { mailer, pusher } = channels;
  await database.update({
    alertService: {
      lookedAt: startedAt,
      ...(mailer !== undefined && { email: true }),
      ...(pusher !== undefined && { push: pusher.publicKey }),
    },
  });
  const { deliver, sendTest } = createSenders(channels, database, findAddress);
  const until = startedAt + DELIVERIES_END_MS;
  const { delivered, undelivered } = await deliverOutbox({ database, deliver, log, now, until });
  await answerTests({ database, sendTest, log, now, until });
  const milliseconds = now() - startedAt;
  log.runEnded({ farms, changed, skipped, delivered, undelivered, milliseconds });
}
