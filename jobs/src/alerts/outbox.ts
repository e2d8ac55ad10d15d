/**
 * Delivers what the outbox holds: at least once, and under the same id each time. Before each attempt the record
 * counts it and gets the time of the next one (the rules let only one run do that), so an interrupted one is repeated.
 */

import { parseRecipientId, type OutboxEntry, type Recipient } from "../../../domain/src/alerts";
import { inParallel } from "../../../domain/src/in-parallel";
import { entriesOf, numberOf } from "../../../domain/src/stored";
import type { Database } from "../database";
import type { Outcome } from "../delivery/outcome";
import type { Log } from "../log";

/** One message to one recipient. */
interface Delivery {
  readonly farmId: string;
  readonly messageId: string;
  readonly recipientId: string;
  readonly recipient: Recipient;
  readonly entry: Omit<OutboxEntry, "to">;
  /** Attempts so far. */
  readonly attempts: number;
}

/** `unwanted`: the person has changed their mind, or is gone. */
export type Deliver = (delivery: Delivery) => Promise<Outcome | { readonly kind: "unwanted" }>;

export interface OutboxParts {
  readonly database: Database;
  readonly deliver: Deliver;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Nothing more is begun from this time on, in Unix milliseconds. */
  readonly until: number;
}

export interface OutboxResult {
  readonly delivered: number;
  readonly undelivered: number;
}

const MINUTE = 60_000;
const PAUSES_MINUTES = [2, 5, 10, 20, 40] as const;
const LAST_PAUSE_MINUTES = 60;
/** An attempt that is due at a full minute must not be missed by the run that starts then. */
const EARLIER_MS = MINUTE / 3;
const RETRY_FOR_MS = 24 * 60 * MINUTE;

/** Attempts at once. A mail server allows few connections; a webhook that hangs must not delay the others. */
const AT_ONCE: Readonly<Record<Recipient["channel"], number>> = { email: 5, push: 20, webhook: 50 };

export async function deliverOutbox(parts: OutboxParts): Promise<OutboxResult> {
  const { database, now, until } = parts;
  const all = readOutbox(await database.get("alertOutbox"));
  // An entry without recipients is left when its last two attempts end at the same moment.
  const done = all.filter(({ to }) => to.length === 0);
  if (done.length > 0) {
    await database.update(
      Object.fromEntries(done.map(({ farmId, id }) => [`alertOutbox/${farmId}/${id}`, null])),
    );
  }
  const due = inTurns(all.flatMap(({ to }) => to).filter(({ nextAt }) => nextAt <= now()));
  let delivered = 0;
  let undelivered = 0;
  const channels = Object.entries(AT_ONCE) as [Recipient["channel"], number][];
  await Promise.all(
    channels.map(async ([channel, atOnce]) => {
      let isDown = false;
      const ofChannel = due.filter(({ delivery }) => delivery.recipient.channel === channel);
      await inParallel(ofChannel, atOnce, async ({ delivery }) => {
        if (isDown || now() >= until) return;
        const outcome = await attempt(delivery, parts);
        if (outcome?.kind === "delivered") delivered += 1;
        if (outcome?.kind === "retry" || outcome?.kind === "refused") undelivered += 1;
        isDown ||= outcome?.kind === "retry" && outcome.isChannelDown === true;
      });
    }),
  );
  return { delivered, undelivered };
}

/**
 * Messages with fewer attempts come first, and farms take turns: addresses that hang must not delay the messages of
 * others.
 */
function inTurns(due: readonly Due[]): readonly Due[] {
  const counts = new Map<string, number>();
  const ranked = due.map((each) => {
    const { farmId, attempts } = each.delivery;
    const rank = counts.get(farmId) ?? 0;
    counts.set(farmId, rank + 1);
    return { each, attempts, rank };
  });
  ranked.sort((a, b) => a.attempts - b.attempts || a.rank - b.rank);
  return ranked.map(({ each }) => each);
}

/** @returns undefined where another run makes this attempt */
async function attempt(
  delivery: Delivery,
  { database, deliver, log, now }: OutboxParts,
): Promise<Awaited<ReturnType<Deliver>> | undefined> {
  const { farmId, messageId, recipientId, recipient, entry, attempts } = delivery;
  const path = `alertOutbox/${farmId}/${messageId}/to/${recipientId}`;
  const pause = (PAUSES_MINUTES[attempts] ?? LAST_PAUSE_MINUTES) * MINUTE;
  const claim = { attempts: attempts + 1, nextAt: now() + pause - EARLIER_MS };
  if ((await database.update({ [path]: claim })) === "denied") return undefined;
  const outcome = await deliver(delivery).catch((error: unknown): Outcome => {
    log.farmFailed(farmId, error);
    return { kind: "retry", problem: "The message could not be prepared." };
  });
  const isFinal = outcome.kind !== "retry" || now() - entry.at >= RETRY_FOR_MS;
  const isFailed = outcome.kind === "retry" || outcome.kind === "refused";
  if (isFailed) log.deliveryFailed(farmId, recipient.channel, outcome.problem, isFinal);
  if (!isFinal) return outcome;
  const { channel } = recipient;
  const ended = await database.update({
    [path]: null,
    [`alerts/${farmId}/undelivered/${recipientId}`]: isFailed
      ? { at: entry.at, problem: outcome.problem }
      : null,
    ...(outcome.kind === "gone" &&
      channel === "push" && {
        [`users/${recipient.person}/alerts/push/${recipient.device}`]: null,
      }),
  });
  // Even where the rules refuse the rest, the message must not be sent again.
  if (ended === "denied") await database.update({ [path]: null });
  return outcome;
}

interface Due {
  readonly delivery: Delivery;
  readonly nextAt: number;
}

interface ReadEntry {
  readonly farmId: string;
  readonly id: string;
  readonly to: readonly Due[];
}

function readOutbox(stored: unknown): readonly ReadEntry[] {
  return entriesOf(stored).flatMap(([farmId, entries]) =>
    entriesOf(entries).map(([id, entry]) => ({ farmId, id, to: readTo(farmId, id, entry) })),
  );
}

function readTo(farmId: string, messageId: string, stored: unknown): readonly Due[] {
  const { to, ...entry } = stored as OutboxEntry;
  return entriesOf(to).flatMap(([recipientId, record]): Due[] => {
    const recipient = parseRecipientId(recipientId);
    const attempts = numberOf(record, "attempts");
    const nextAt = numberOf(record, "nextAt");
    if (recipient === undefined || attempts === undefined || nextAt === undefined) return [];
    return [{ delivery: { farmId, messageId, recipientId, recipient, entry, attempts }, nextAt }];
  });
}
