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

/** Builds the update that replaces the waiting notifications by new ones, which contain these transitions, too. */
type Queue = (added: readonly Transition[]) => Queued;

interface Queued {
  readonly update: Update;
  /** Must be called once the update is stored. A refused update leaves no trace in later notifications. */
  readonly stored: () => void;
}
type WaitingNotification = readonly [key: string, entry: OutboxNotification];

const NOTHING_QUEUED: Queued = { update: {}, stored: () => undefined };

/** The part of a farm's records that the queue needs. */
interface FarmOutbox {
  readonly farmId: string;
  readonly settings: AlertSettings;
  readonly state: { readonly open: ReadonlyMap<string, OpenAlert> };
}

/**
 * @param all the transitions of the check
 * @param unanswered how many alerts wait for an answer after the check
 */
export async function createQueue(
  run: Run,
  { farmId, settings, state }: FarmOutbox,
  all: readonly Transition[],
  unanswered: number,
): Promise<Queue> {
  const { database, now, createPushKey } = run;
  if (all.length === 0) return () => NOTHING_QUEUED;
  const path = `alertOutbox/${farmId}`;
  const at = now();
  const recipients = await findRecipients(run, farmId, settings);
  const stored = (await database.readPage(
    path,
    {},
    MAX_NOTIFICATIONS,
  )) as readonly WaitingNotification[];
  const waiting = stored.filter(([, entry]) => fieldOf(entry, "to") !== undefined);
  const over = new Set(all.flatMap(({ alert }) => (isOpen(alert) ? [] : alert.id)));
  const open = [...state.open].flatMap(([id, alert]) => (over.has(id) ? [] : alert));
  let replaced: Record<string, unknown> = {};
  const notifications = recipientGroupsOf(recipients, waiting, all).map((group) => {
    const older = waiting.filter(([, { to }]) => group.some(({ id }) => id in to));
    for (const [key, { to }] of older) {
      for (const { id } of group) if (id in to) replaced[`${path}/${key}/to/${id}`] = null;
    }
    return {
      group,
      content: limitedToOpen(
        older.map(([, entry]) => entry).reduce<NotificationContent>(merge, {}),
        open,
      ),
      since: Math.min(at, ...older.map(([, entry]) => entry.since ?? entry.at)),
    };
  });
  let left = all.length;
  return (added) => {
    if (added.length === 0) return NOTHING_QUEUED;
    const update = { ...replaced };
    const replacedNext: Record<string, unknown> = {};
    const leftNext = left - added.length;
    const contents = notifications.map((notification) => {
      const { group, since, content } = notification;
      const ownTransitions = added.flatMap((transition) => transitionFor(transition, group));
      const alerts = Object.fromEntries(ownTransitions.map(({ id, ...alert }) => [id, alert]));
      const merged = merge(content, { alerts });
      if (Object.keys(merged).length === 0) return [notification, merged] as const;
      // The next update replaces this notification. Without a next update, because the time is over, the
      // notification is due in a minute.
      const nextAt = leftNext > 0 ? Math.max(at, since + MINUTE_MS) : at;
      const to = Object.fromEntries(group.map(({ id }) => [id, { attempts: 0, nextAt }]));
      const key = `${path}/${createPushKey(at)}`;
      update[key] = { at, since, unanswered, ...merged, to };
      replacedNext[key] = null;
      return [notification, merged] as const;
    });
    const stored = (): void => {
      replaced = replacedNext;
      left = leftNext;
      for (const [notification, content] of contents) notification.content = content;
    };
    return { update, stored };
  };
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
