/**
 * Puts the notifications of a check into the farm's outbox. At most one notification waits for each recipient. A new
 * notification takes over the transitions of the waiting notification, so nobody gets an older transition after a newer
 * one.
 */

import type { OpenAlert } from "@greenhouse/domain/alerts/model";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { MAX_NOTIFICATIONS } from "@greenhouse/domain/alerts/outbox";
import { canWait } from "@greenhouse/domain/alerts/quiet";
import { fieldOf } from "@greenhouse/domain/stored";
import type { Update } from "../database";
import type { Run } from "../run";
import { isOpen, isUnanswered } from "../messages/notification";
import { limitedToOpen, merge, type NotificationContent } from "./compose";
import {
  recipientGroupsOf,
  transitionFor,
  type RecipientGroup,
  type WaitingNotification,
} from "./recipient-groups";
import { findRecipients, type NotifiedFarm } from "./recipients";
import type { Transition } from "./transition";

/** The notifications of a check, and what they replace. It never changes: a stored update has a `next` queue. */
export interface Queue {
  readonly path: string;
  /** When the check began to store, in Unix milliseconds. */
  readonly at: number;
  /** How many alerts wait for an answer after the check. */
  readonly unanswered: number;
  readonly notifications: readonly QueuedNotification[];
  /** Removes the notifications, or recipients of theirs, that the next update replaces. */
  readonly replaced: Update;
  /** Transitions of the check that no update holds yet. */
  readonly left: number;
}

interface QueuedNotification {
  readonly group: RecipientGroup;
  readonly content: NotificationContent;
  /** When the oldest transition was decided, in Unix milliseconds. */
  readonly since: number;
}

/** The part of a farm's records that the queue needs. */
interface FarmOutbox extends NotifiedFarm {
  readonly state: { readonly open: ReadonlyMap<string, OpenAlert> };
}

/**
 * Reads the recipients and the notifications that wait for them.
 * @param all the transitions of the check
 * @param unanswered how many alerts wait for an answer after the check
 */
export async function readQueue(
  run: Run,
  farm: FarmOutbox,
  all: readonly Transition[],
  unanswered: number,
): Promise<Queue> {
  const { database, now } = run;
  const { farmId, state } = farm;
  const path = `alertOutbox/${farmId}`;
  const at = now();
  const empty = { path, at, unanswered, notifications: [], replaced: {}, left: all.length };
  if (all.length === 0) return empty;
  const recipients = await findRecipients(run, farm, at);
  const stored = await database.readPage(path, {}, MAX_NOTIFICATIONS);
  const waiting = (stored as readonly WaitingNotification[]).filter(
    ([, entry]) => fieldOf(entry, "to") !== undefined,
  );
  const over = new Set(all.flatMap(({ alert }) => (isOpen(alert) ? [] : alert.id)));
  const open = [...state.open].flatMap(([id, alert]) => (over.has(id) ? [] : alert));
  const groups = recipientGroupsOf(recipients, waiting, all);
  const replaced = waiting.flatMap(([key, { to }]) =>
    groups.flat().flatMap(({ id }) => (id in to ? [`${path}/${key}/to/${id}`] : [])),
  );
  return {
    ...empty,
    notifications: groups.map((group) => takeOver(group, waiting, open, at)),
    replaced: removing(replaced),
  };
}

/** Begins a notification with the transitions of the notifications that wait for its recipients. */
function takeOver(
  group: RecipientGroup,
  waiting: readonly WaitingNotification[],
  open: readonly OpenAlert[],
  at: number,
): QueuedNotification {
  const older = waiting
    .filter(([, { to }]) => group.some(({ id }) => id in to))
    .map(([, entry]) => entry);
  return {
    group,
    content: limitedToOpen(older.reduce<NotificationContent>(merge, {}), open),
    since: Math.min(at, ...older.map((entry) => entry.since ?? entry.at)),
  };
}

/**
 * Plans the update that replaces the waiting notifications by new ones, which contain these transitions, too.
 * @returns the update, and the queue after it. A refused update leaves no trace, because its `next` is not used.
 */
export function planUpdate(
  queue: Queue,
  added: readonly Transition[],
  createPushKey: (now: number) => string,
): { readonly update: Update; readonly next: Queue } {
  if (added.length === 0) return { update: {}, next: queue };
  const { path, at, unanswered, replaced } = queue;
  const left = queue.left - added.length;
  const notifications = queue.notifications.map((notification) => addTo(notification, added));
  const entries = notifications
    .filter(({ content }) => Object.keys(content).length > 0)
    .map(({ group, content, since }) => {
      // The next update replaces this notification. Without a next update, because the time is over, the notification is
      // due in a minute.
      const dueAt = left > 0 ? Math.max(at, since + MINUTE_MS) : at;
      const to = group.map(({ id, quietUntil = 0 }) => {
        const nextAt = isHeldBack(content) ? Math.max(dueAt, quietUntil) : dueAt;
        return [id, { attempts: 0, nextAt }] as const;
      });
      return [
        `${path}/${createPushKey(at)}`,
        { at, since, unanswered, ...content, to: Object.fromEntries(to) },
      ] as const;
    });
  return {
    update: { ...replaced, ...Object.fromEntries(entries) },
    next: { ...queue, notifications, replaced: removing(entries.map(([key]) => key)), left },
  };
}

function addTo(notification: QueuedNotification, added: readonly Transition[]): QueuedNotification {
  const transitions = added.flatMap((transition) => transitionFor(transition, notification.group));
  const alerts = Object.fromEntries(transitions.map(({ id, ...alert }) => [id, alert]));
  return { ...notification, content: merge(notification.content, { alerts }) };
}

/**
 * Whether quiet hours hold back a notification: each of its alerts can wait. The end of a frost must not carry a low
 * battery along, because nobody should be called about that. So only unanswered alerts count if there are any.
 */
function isHeldBack({ alerts = {}, others = {} }: NotificationContent): boolean {
  const all = [...Object.values(alerts), ...Object.values(others)];
  const unanswered = all.filter(isUnanswered);
  return (unanswered.length > 0 ? unanswered : all).every(canWait);
}

function removing(paths: readonly string[]): Update {
  return Object.fromEntries(paths.map((path) => [path, null]));
}
