/**
 * The messages of a check, in the farm's outbox. People who chose to be notified later have messages of their own;
 * a farm has at most MAX_WAITING.
 */

import { AFTER_MINUTES, MAX_WAITING, type OutboxEntry } from "../../../domain/src/alerts";
import type { Update } from "../database";
import type { Run } from "../run";
import { contentOf, merge, type Content } from "./compose";
import type { Notice } from "./decide";
import { findRecipients, type FarmRecipient } from "./people";
import type { FarmRecords } from "./read-farm";

/** The messages that an update stores with the notices it adds: of all so far, in the place of the messages before. */
type Queue = (added: readonly Notice[]) => Update;

/** @param all of the check */
export async function createQueue(
  run: Run,
  { farmId, settings }: FarmRecords,
  all: readonly Notice[],
): Promise<Queue> {
  const { database, now, createPushKey } = run;
  const recipients = all.length > 0 ? await findRecipients(run, farmId, settings) : [];
  const groups = [...groupsOf(recipients, all)];
  if (groups.length === 0) return () => ({});
  const path = `alertOutbox/${farmId}`;
  const at = now();
  const messages = groups.map((group) => {
    const to = group.map(({ id }) => [id, { attempts: 0, nextAt: at }] as const);
    const content: Content = {};
    return { of: group[0], to: Object.fromEntries(to), content, key: "" };
  });
  const waiting = await database.readPage(path, {}, 2 * MAX_WAITING);
  let room = mergeNewest(waiting as readonly Waiting[], MAX_WAITING - groups.length, () =>
    createPushKey(at),
  );
  return (added) => {
    const update: Record<string, unknown> = {};
    for (const message of messages) {
      const { of, to, key } = message;
      const mine = contentOf(added.filter((notice) => isFor(notice, of)).map(({ alert }) => alert));
      if (mine.alerts === undefined) continue;
      message.content = merge(message.content, mine);
      message.key = createPushKey(at);
      if (key !== "") update[`${path}/${key}`] = null;
      update[`${path}/${message.key}`] = { at, ...message.content, to };
    }
    for (const [key, message] of room) update[`${path}/${key}`] = message;
    room = [];
    return update;
  };
}

/** Recipients that are notified of the same. */
function groupsOf(
  recipients: readonly FarmRecipient[],
  all: readonly Notice[],
): Iterable<readonly [FarmRecipient, ...FarmRecipient[]]> {
  const acknowledgers = new Set(all.flatMap(({ by }) => by ?? []));
  const sameAs = AFTER_MINUTES.map((one) =>
    AFTER_MINUTES.find((other) => all.every(({ to }) => to.includes(one) === to.includes(other))),
  );
  const groups = Map.groupBy(recipients, ({ after, person = "" }) =>
    JSON.stringify([sameAs[AFTER_MINUTES.indexOf(after)], acknowledgers.has(person) ? person : ""]),
  );
  return groups.values() as Iterable<[FarmRecipient, ...FarmRecipient[]]>;
}

/** Whoever acknowledged an alert knows that. */
function isFor({ alert, to, by }: Notice, { after, person }: FarmRecipient): boolean {
  return to.includes(after) && (alert.state !== "acknowledged" || by !== person);
}

type Waiting = readonly [key: string, entry: OutboxEntry];

/** The newest of too many messages that wait become one. @returns what changes */
function mergeNewest(
  waiting: readonly Waiting[],
  most: number,
  createKey: () => string,
): readonly (readonly [key: string, entry: OutboxEntry | null])[] {
  const merged = waiting.slice(Math.max(0, most - 1));
  if (merged.length < 2) return [];
  const one = merged
    .map(([, entry]) => entry)
    .reduce((older, newer) => ({
      at: newer.at,
      ...merge(older, newer),
      to: { ...older.to, ...newer.to },
    }));
  return [...merged.map(([key]) => [key, null] as const), [createKey(), one]];
}
