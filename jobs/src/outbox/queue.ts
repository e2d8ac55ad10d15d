/**
 * Puts the notifications of a check into the farm's outbox. At most one notification waits for each recipient. A new
 * notification takes over the transitions of the waiting notification, so nobody gets an older transition after a newer
 * one.
 */

import type { OpenAlert } from "@greenhouse/domain/alerts/model";
import type { AlertSettings } from "@greenhouse/domain/alerts/settings";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { MAX_NOTIFICATIONS, type OutboxNotification } from "@greenhouse/domain/alerts/outbox";
import { fieldOf } from "@greenhouse/domain/stored";
import type { Update } from "../database";
import type { Run } from "../run";
import { isOpen, isUnanswered } from "../messages/notification";
import { limitedToOpen, merge, type NotificationContent } from "./compose";
import { findRecipients, type FarmRecipient } from "./recipients";
import type { Transition } from "./transition";

type WaitingNotification = readonly [key: string, entry: OutboxNotification];

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
interface FarmOutbox {
  readonly farmId: string;
  readonly settings: AlertSettings;
  readonly state: { readonly open: ReadonlyMap<string, OpenAlert> };
}

/**
 * Reads the recipients and the notifications that wait for them.
 * @param all the transitions of the check
 * @param unanswered how many alerts wait for an answer after the check
 */
export async function readQueue(
  run: Run,
  { farmId, settings, state }: FarmOutbox,
  all: readonly Transition[],
  unanswered: number,
): Promise<Queue> {
  const { database, now } = run;
  const path = `alertOutbox/${farmId}`;
  const at = now();
  const empty = { path, at, unanswered, notifications: [], replaced: {}, left: all.length };
  if (all.length === 0) return empty;
  const recipients = await findRecipients(run, farmId, settings);
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
      const nextAt = left > 0 ? Math.max(at, since + MINUTE_MS) : at;
      const to = Object.fromEntries(group.map(({ id }) => [id, { attempts: 0, nextAt }]));
      return [`${path}/${createPushKey(at)}`, { at, since, unanswered, ...content, to }] as const;
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

function removing(paths: readonly string[]): Update {
  return Object.fromEntries(paths.map((path) => [path, null]));
}

type RecipientGroup = readonly [FarmRecipient, ...FarmRecipient[]];

/** People who get a notification of their own. If there are more, the others get the common notification. */
const MAX_SEPARATE = 8;

/**
 * Groups the recipients who get the same notification. They chose the same number of minutes. If an earlier notification
 * still waits for them, they also have the same channel. People who acknowledged an alert, or chose their minutes after
 * the oldest answered alert began, have groups of their own. There are at most MAX_NOTIFICATIONS groups.
 */
function recipientGroupsOf(
  recipients: readonly FarmRecipient[],
  waiting: readonly WaitingNotification[],
  all: readonly Transition[],
): readonly RecipientGroup[] {
  const answered = all.filter(({ alert }) => !isUnanswered(alert));
  const oldest = answered.reduce((at, { alert }) => Math.min(at, alert.since), Infinity);
  const choseSince = recipients.filter(({ since = 0 }) => since > oldest);
  const separate = [
    ...new Set([...all.map(({ by }) => by), ...choseSince.map(({ person }) => person)]),
  ].slice(0, MAX_SEPARATE);
  const groups = Map.groupBy(recipients, ({ id, after, person }) => {
    const waitingChannel = waiting.some(([, { to }]) => id in to) && id.split(",")[0];
    return JSON.stringify([after, waitingChannel, separate.find((uid) => uid === person)]);
  });
  const found = [...groups.values()] as unknown as readonly RecipientGroup[];
  return found.filter((group) =>
    all.some((transition) => transitionFor(transition, group).length > 0),
  );
}

/**
 * Returns the transition that a group is notified of. The first notification of an alert says "raised". A person who
 * acknowledged an alert is not told so. A person who chose the minutes after an alert began may know the alert from an
 * earlier choice, and is notified of its end.
 */
function transitionFor(
  { alert, to, newTo = [], by }: Transition,
  group: RecipientGroup,
): readonly Transition["alert"][] {
  const { after } = group[0];
  const mayKnow = !isUnanswered(alert) && group.every(({ since = 0 }) => since > alert.since);
  const isNews = alert.state !== "acknowledged" || group.some(({ person }) => person !== by);
  if (!isNews || !(to.includes(after) || mayKnow)) return [];
  return [newTo.includes(after) ? { ...alert, state: "raised" } : alert];
}
