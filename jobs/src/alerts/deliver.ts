/**
 * Delivers what the outbox holds: at least once, and under the same id each time. Before each attempt the record
 * counts it and gets the time of the next one (the rules let only one run do that), so an interrupted one is repeated.
 */

import { parseRecipientId, type Recipient } from "../../../domain/src/alerts";
import { inParallel } from "../../../domain/src/in-parallel";
import { pagesOf } from "../../../domain/src/pages";
import { entriesOf, fieldOf, numberOf } from "../../../domain/src/stored";
import type { Entry } from "../database";
import { MAILS_AT_ONCE } from "../delivery/mail";
import type { Outcome } from "../delivery/outcome";
import { problemText } from "../messages/problem";
import type { Delivering } from "./senders";
import { inTurns } from "./turns";

/** One message that waits for one recipient. */
interface Waiting {
  readonly farmId: string;
  readonly messageId: string;
  readonly recipientId: string;
  readonly recipient: Recipient;
  /** When the message was decided. */
  readonly at: number;
  /** So far. */
  readonly attempts: number;
  /** When the next one is due. */
  readonly nextAt: number;
}

export interface DeliveryParts extends Delivering {
  /** Whose farm it is. */
  readonly readOwner: (farmId: string) => Promise<string>;
}

const MINUTE = 60_000;
const PAUSES_MINUTES = [2, 5, 10, 20, 40] as const;
const LAST_PAUSE_MINUTES = 60;
/** An attempt that is due at a full minute must not be missed by the run that starts then. */
const EARLIER_MS = MINUTE / 3;
const RETRY_FOR_MS = 24 * 60 * MINUTE;

/** Farms that are read at once. */
const PAGE_SIZE = 5;
/** In one run: of a person by one channel, or of the webhooks of all farms of an owner; and together. */
const MAX_OF_PERSON = 20;
const MAX_DELIVERIES = 5_000;
/** Attempts at once. A webhook that hangs must not delay the others. */
const AT_ONCE: Readonly<Record<Recipient["channel"], number>> = {
  email: MAILS_AT_ONCE,
  push: 20,
  webhook: 50,
};

/** @param first the farm to begin with: if there are too many for one run, each run begins with another */
export async function deliverMessages(
  parts: DeliveryParts,
  first: string | undefined,
): Promise<{ readonly delivered: number; readonly undelivered: number }> {
  const { now, until } = parts;
  const due = await readDue(parts, first);
  let delivered = 0;
  let undelivered = 0;
  const channels = Object.entries(AT_ONCE) as [Recipient["channel"], number][];
  await Promise.all(
    channels.map(async ([channel, atOnce]) => {
      let isDown = false;
      const ofChannel = due.filter(({ recipient }) => recipient.channel === channel);
      // One message after the other: where one fails, the others would, and take time from those of other farms.
      const lanes = Map.groupBy(ofChannel, ({ farmId, recipientId }) => `${farmId} ${recipientId}`);
      await inParallel(lanes.values(), atOnce, async (deliveries) => {
        for (const delivery of deliveries) {
          if (isDown || now() >= until) return;
          const outcome = await attempt(delivery, parts);
          if (outcome?.kind === "delivered") delivered += 1;
          if (outcome === undefined || !("problem" in outcome)) continue;
          undelivered += 1;
          isDown ||= outcome.isChannelDown === true;
          if (outcome.kind === "retry") return;
        }
      });
    }),
  );
  return { delivered, undelivered };
}

/** What is due, in turns: what gets its last attempt, then what is new, then what failed before. */
async function readDue(
  { database, readOwner, now, until }: DeliveryParts,
  first: string | undefined,
): Promise<readonly Waiting[]> {
  const due = new Map<string, (Waiting & { readonly turn: string })[]>();
  const isLast = ({ at }: Waiting): boolean => now() - at >= RETRY_FOR_MS;
  const bySooner = (a: Waiting, b: Waiting): number =>
    Number(isLast(b)) - Number(isLast(a)) || a.attempts - b.attempts;
  let count = 0;
  for await (const farms of pagesOf(database, "alertOutbox", PAGE_SIZE, first)) {
    for (const [farmId, messages] of farms) {
      const ofFarm: Waiting[] = [];
      const done: Record<string, null> = {};
      for (const message of entriesOf(messages)) {
        const waiting = readMessage(farmId, message);
        // Without recipients when its last two attempts ended at the same moment, or of an earlier version.
        if (waiting === undefined) done[`alertOutbox/${farmId}/${message[0]}`] = null;
        else ofFarm.push(...waiting.filter(({ nextAt }) => nextAt <= now()));
      }
      if (Object.keys(done).length > 0) await database.update(done);
      for (const delivery of ofFarm.toSorted(bySooner)) {
        const { recipient } = delivery;
        const person = "person" in recipient ? recipient.person : await readOwner(farmId);
        const turn = `${recipient.channel} ${person}`;
        const ofPerson = due.get(turn) ?? [];
        if (ofPerson.length >= MAX_OF_PERSON) continue;
        due.set(turn, [...ofPerson, { ...delivery, turn }]);
        count += 1;
      }
    }
    if (count >= MAX_DELIVERIES || now() >= until) break;
  }
  return inTurns([...due.values()].flat().toSorted(bySooner), ({ turn }) => turn);
}

/** @returns undefined where nothing of it is to be delivered any more */
function readMessage(farmId: string, [messageId, stored]: Entry): readonly Waiting[] | undefined {
  const recipients = entriesOf(fieldOf(stored, "to"));
  const at = numberOf(stored, "at");
  const contents = [fieldOf(stored, "alerts"), fieldOf(stored, "others")];
  const isEmpty = contents.every((content) => content === undefined);
  if (recipients.length === 0 || at === undefined || isEmpty) return undefined;
  return recipients.flatMap(([recipientId, record]): Waiting[] => {
    const recipient = parseRecipientId(recipientId);
    const attempts = numberOf(record, "attempts");
    const nextAt = numberOf(record, "nextAt");
    if (recipient === undefined || attempts === undefined || nextAt === undefined) return [];
    return [{ farmId, messageId, recipientId, recipient, at, attempts, nextAt }];
  });
}

/** @returns undefined where another run makes this attempt, or a newer message contains this one */
async function attempt(
  { farmId, messageId, recipientId, recipient, at, attempts }: Waiting,
  { database, senders, log, now }: DeliveryParts,
): Promise<Outcome | undefined> {
  const path = `alertOutbox/${farmId}/${messageId}/to/${recipientId}`;
  const pause = (PAUSES_MINUTES[attempts] ?? LAST_PAUSE_MINUTES) * MINUTE;
  const claim = { attempts: attempts + 1, nextAt: now() + pause - EARLIER_MS };
  if ((await database.update({ [path]: claim })) === "denied") return undefined;
  const outcome = await senders
    .deliver(farmId, messageId, recipient)
    .catch((error: unknown): Outcome => {
      log.farmFailed(farmId, error);
      return { kind: "retry", problem: { code: "notPrepared" } };
    });
  const problem = "problem" in outcome ? outcome.problem : undefined;
  const isFinal = outcome.kind !== "retry" || now() - at >= RETRY_FOR_MS;
  if (problem) log.deliveryFailed(farmId, recipient.channel, problemText(problem, "en"), isFinal);
  if (!isFinal) return outcome;
  const isGone = outcome.kind === "gone" && recipient.channel === "push";
  const ended = await database.update({
    [path]: null,
    [`alerts/${farmId}/undelivered/${recipientId}`]: problem
      ? { at, problem: await senders.wordProblem(farmId, problem) }
      : null,
    ...(isGone && { [`users/${recipient.person}/alerts/push/${recipient.device}`]: null }),
  });
  // Even where the rules refuse the rest, the message must not be sent again.
  if (ended === "denied") await database.update({ [path]: null });
  return outcome;
}
