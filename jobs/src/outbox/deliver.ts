/**
 * Delivers the notifications of the outbox: at least once, and under the same id each time. Before each attempt, the
 * record gets the number of attempts and the time of the next attempt. The rules let only one run write that. So an
 * interrupted attempt is repeated.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { CHANNEL_IDS } from "@greenhouse/domain/alerts/channels";
import { MAX_NOTIFICATIONS } from "@greenhouse/domain/alerts/outbox";
import { parseRecipientId, type Recipient } from "@greenhouse/domain/alerts/recipient-ids";
import { inParallel } from "@greenhouse/domain/in-parallel";
import { pagesOf } from "@greenhouse/database/client/pages";
import { entriesOf, fieldOf, numberOf } from "@greenhouse/domain/stored";
import type { Entry } from "../database";
import { CHANNEL_SENDERS } from "../channels";
import { problemText, type Outcome } from "../delivery/outcome";
import { isPrepared, NOT_PREPARED, type DeliveryRun } from "./deliverer";
import { inTurns } from "../turns";

/** A notification that waits for delivery to one recipient. */
interface PendingDelivery {
  readonly farmId: string;
  readonly notificationId: string;
  readonly recipientId: string;
  readonly recipient: Recipient;
  /** When the newest and the oldest transition of the notification were decided, in Unix milliseconds. */
  readonly at: number;
  readonly since: number;
  /** The number of attempts so far. */
  readonly attempts: number;
  /** When the next attempt is due, in Unix milliseconds. */
  readonly nextAt: number;
  /** Whose turn it takes: the channel and the person or, for a webhook, the farm's owner. */
  readonly turn: string;
}

const PAUSES_MINUTES = [2, 5, 10, 20, 40] as const;
const LAST_PAUSE_MINUTES = 60;
/** A provider's waiting time is obeyed up to a day. */
const MAX_WAIT_MS = 24 * 60 * MINUTE_MS;
/** An attempt that is due at a full minute must not be missed by the run that starts then. */
const EARLIER_MS = MINUTE_MS / 3;
const RETRY_FOR_MS = 24 * 60 * MINUTE_MS;

/** Farms with new notifications that are read at once. The others are read one by one: a farm has up to two megabytes. */
const FARMS_AT_ONCE = 10;
/** Deliveries of one run in one turn: to a person by one channel, or to the webhooks of all farms of an owner. */
const MAX_DELIVERIES_OF_TURN = 20;
/** Deliveries of one run. */
const MAX_DELIVERIES = 5_000;
/**
 * Delivers the notifications that are due.
 * @param changed farms that may have new notifications. They come first.
 * @param first the farm to begin with. If there are too many farms for one run, each run begins with another.
 */
export async function deliverOutbox(
  parts: DeliveryRun,
  changed: ReadonlySet<string>,
  first: string | undefined,
): Promise<{ readonly delivered: number; readonly undelivered: number }> {
  const { now, until } = parts;
  const due = await readDue(parts, changed, first);
  let delivered = 0;
  let undelivered = 0;
  await Promise.all(
    CHANNEL_IDS.map(async (id) => {
      const { atOnce } = CHANNEL_SENDERS[id];
      let isDown = false;
      const ofChannel = due.filter(({ recipient }) => recipient.channel === id);
      await inParallel(ofChannel, atOnce, async (delivery) => {
        if (isDown || now() >= until) return;
        const outcome = await attemptDelivery(delivery, parts);
        if (outcome?.kind === "delivered") delivered += 1;
        if (outcome?.kind !== "retry" && outcome?.kind !== "refused") return;
        undelivered += 1;
        isDown ||= outcome.isChannelDown === true;
      });
    }),
  );
  return { delivered, undelivered };
}

/** Reads the deliveries that are due, in turns. */
async function readDue(
  { database, readOwner, now, until }: DeliveryRun,
  changed: ReadonlySet<string>,
  first: string | undefined,
): Promise<readonly PendingDelivery[]> {
  const due: PendingDelivery[] = [];
  const counts = new Map<string, number>();
  // The other half of the time is for delivery.
  const readUntilMs = (now() + until) / 2;
  const isFull = (): boolean => due.length >= MAX_DELIVERIES || now() >= readUntilMs;
  const add = async (farmId: string, notifications: readonly Entry[]): Promise<void> => {
    const owner = await readOwner(farmId);
    const done: Record<string, null> = {};
    for (const notification of notifications) {
      const waiting = parsePending(farmId, owner, notification);
      // A notification has no recipients if its last two attempts ended at the same moment, or if an earlier version
      // stored it.
      if (waiting === undefined) done[`alertOutbox/${farmId}/${notification[0]}`] = null;
      for (const delivery of waiting ?? []) {
        const count = counts.get(delivery.turn) ?? 0;
        if (delivery.nextAt > now() || count >= MAX_DELIVERIES_OF_TURN) continue;
        counts.set(delivery.turn, count + 1);
        due.push(delivery);
      }
    }
    if (Object.keys(done).length > 0) await database.update(done);
  };
  await inParallel(changed, FARMS_AT_ONCE, async (farmId) => {
    if (isFull()) return;
    await add(farmId, await database.readPage(`alertOutbox/${farmId}`, {}, MAX_NOTIFICATIONS));
  });
  for await (const farms of pagesOf(database, "alertOutbox", 1, first)) {
    if (isFull()) break;
    for (const [farmId, notifications] of farms) {
      if (!changed.has(farmId)) await add(farmId, entriesOf(notifications));
    }
  }
  return inTurns(due, ({ turn }) => turn);
}

/** @returns undefined if no delivery of the notification is left */
function parsePending(
  farmId: string,
  owner: string,
  [notificationId, stored]: Entry,
): readonly PendingDelivery[] | undefined {
  const recipients = entriesOf(fieldOf(stored, "to"));
  const at = numberOf(stored, "at");
  const isEmpty = (fieldOf(stored, "alerts") ?? fieldOf(stored, "others")) === undefined;
  if (recipients.length === 0 || at === undefined || isEmpty) return undefined;
  const since = numberOf(stored, "since") ?? at;
  return recipients.flatMap(([recipientId, record]): PendingDelivery[] => {
    const recipient = parseRecipientId(recipientId);
    const attempts = numberOf(record, "attempts");
    const nextAt = numberOf(record, "nextAt");
    if (recipient === undefined || attempts === undefined || nextAt === undefined) return [];
    const turn = `${recipient.channel} ${"person" in recipient ? recipient.person : owner}`;
    const notification = { farmId, notificationId, at, since };
    return [{ ...notification, recipientId, recipient, attempts, nextAt, turn }];
  });
}

/** @returns undefined if another run makes this attempt, or a newer notification replaces this one */
async function attemptDelivery(
  delivery: PendingDelivery,
  run: DeliveryRun,
): Promise<Outcome | undefined> {
  const { farmId, notificationId, recipient, attempts } = delivery;
  const { database, deliverer, log, now } = run;
  const atMs = now();
  const pause = (PAUSES_MINUTES[attempts] ?? LAST_PAUSE_MINUTES) * MINUTE_MS;
  const claim = { attempts: attempts + 1, nextAt: atMs + pause - EARLIER_MS };
  const notPrepared = (error: unknown): Outcome => {
    log.farmFailed(farmId, error);
    return { kind: "retry", problem: NOT_PREPARED };
  };
  const prepared = await deliverer
    .prepare(farmId, notificationId, recipient, atMs)
    .catch(notPrepared);
  // Only a message that is sent counts. The rules bound the counts, too: two runs cannot exceed a limit together.
  const records = isPrepared(prepared) ? prepared.records : {};
  const claimed = await database.update({ [pathOf(delivery)]: claim, ...records });
  if (claimed === "denied") return undefined;
  const outcome = isPrepared(prepared) ? await prepared.send().catch(notPrepared) : prepared;
  await storeOutcome(delivery, claim, outcome, run);
  return outcome;
}

async function storeOutcome(
  { farmId, recipientId, recipient, at, since, ...delivery }: PendingDelivery,
  claim: { readonly attempts: number; readonly nextAt: number },
  outcome: Outcome,
  { database, deliverer, log, now }: DeliveryRun,
): Promise<void> {
  const path = pathOf({ ...delivery, farmId, recipientId });
  const problem = "problem" in outcome && outcome.kind !== "gone" ? outcome.problem : undefined;
  const isFinal = outcome.kind !== "retry" || now() - at >= RETRY_FOR_MS;
  if (problem) log.deliveryFailed(farmId, recipient.channel, problemText(problem, "en"), isFinal);
  const { retryAfterMs = 0 } = outcome.kind === "retry" ? outcome : {};
  const waitUntil = now() + Math.min(retryAfterMs, MAX_WAIT_MS);
  if (!isFinal && waitUntil > claim.nextAt) {
    // The rules let each write of the next attempt raise the number of attempts.
    await database.update({ [path]: { attempts: claim.attempts + 1, nextAt: waitUntil } });
  }
  if (!isFinal && now() - since < RETRY_FOR_MS) return;
  const isGone = outcome.kind === "gone" && "device" in recipient;
  const ended = await database.update({
    ...(isFinal && { [path]: null }),
    [`alerts/${farmId}/undelivered/${recipientId}`]: problem
      ? { at, problem: await deliverer.wordProblem(farmId, problem) }
      : null,
    ...(isGone && {
      [`users/${recipient.person}/alerts/${recipient.channel}/${recipient.device}`]: null,
    }),
  });
  // Even if the rules refuse the rest, the notification must not be sent again.
  if (isFinal && ended === "denied") await database.update({ [path]: null });
}

function pathOf({
  farmId,
  notificationId,
  recipientId,
}: Pick<PendingDelivery, "farmId" | "notificationId" | "recipientId">): string {
  return `alertOutbox/${farmId}/${notificationId}/to/${recipientId}`;
}
