/** One run: looks at all farms that are watched, then delivers what is to be delivered. */

import { inParallel } from "../../../domain/src/in-parallel";
import type { Database, FindAddress } from "../database";
import type { Log } from "../log";
import { answerTests } from "./answer-tests";
import { createSenders, type Channels } from "./channels";
import { lookAtFarm } from "./look";
import { deliverOutbox } from "./outbox";
import { readSettings } from "./records";
import { entriesOf } from "../../../domain/src/stored";

export interface WatchParts {
  readonly channels: Channels;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly createPushKey: (nowMs: number) => string;
}

/** Farms that are looked at together: a slow one holds only its own place. */
const FARMS_AT_ONCE = 20;
/** Then nothing more is begun: the next run comes a minute after this one. */
const BEGIN_WITHIN_MS = 40_000;

/** In one database instance. */
export async function watchFarms(
  { channels, log, now, createPushKey }: WatchParts,
  database: Database,
  findAddress: FindAddress,
): Promise<void> {
  const startedAt = now();
  const until = startedAt + BEGIN_WITHIN_MS;
  let farms = 0;
  let changed = 0;
  await inParallel(
    entriesOf(await database.get("alertSettings")),
    FARMS_AT_ONCE,
    async ([farmId, stored]) => {
      const settings = readSettings(stored);
      if (settings === undefined || now() >= until) return;
      farms += 1;
      try {
        const result = await lookAtFarm({ database, now, createPushKey }, farmId, settings);
        if (result === "changed") changed += 1;
      } catch (error) {
        log.farmFailed(farmId, error);
      }
    },
  );
  const { mailer, pusher } = channels;
  await database.update({
    alertService: {
      lookedAt: startedAt,
      ...(mailer !== undefined && { email: true }),
      ...(pusher !== undefined && { push: pusher.publicKey }),
    },
  });
  const { deliver, sendTest } = createSenders(channels, database, findAddress);
  await answerTests(database, sendTest, now);
  const { delivered, undelivered } = await deliverOutbox({ database, deliver, log, now, until });
  log.runEnded({ farms, changed, delivered, undelivered, milliseconds: now() - startedAt });
}
