/** Groups the recipients who get the same notification, and selects its transitions. Pure. */

import { channelsOf } from "@greenhouse/domain/alerts/channels";
import { MAX_NOTIFICATIONS, type OutboxNotification } from "@greenhouse/domain/alerts/outbox";
import { AFTER_MINUTES } from "@greenhouse/domain/alerts/people";
import { isUnanswered } from "../messages/notification";
import type { FarmRecipient } from "./recipients";
import type { Transition } from "./transition";

export type WaitingNotification = readonly [key: string, entry: OutboxNotification];
export type RecipientGroup = readonly [FarmRecipient, ...FarmRecipient[]];

const CHANNELS_OF_PERSON = channelsOf("person").length + channelsOf("device").length;
/** The most groups of one person: one for each number of minutes, and one for each channel of which a notification waits. */
const MAX_OF_PERSON = AFTER_MINUTES.length + CHANNELS_OF_PERSON;
/** The most groups of other recipients: for each number of minutes, inside and outside of quiet hours, and the farm's. */
const MAX_COMMON =
  2 * AFTER_MINUTES.length * (1 + CHANNELS_OF_PERSON) + 2 * channelsOf("farm").length;
/** People who get a notification of their own. If there are more, the others get the common notification. */
const MAX_SEPARATE = Math.floor((MAX_NOTIFICATIONS - MAX_COMMON) / MAX_OF_PERSON);

/**
 * Groups the recipients who get the same notification. They are notified after the same number of minutes, and all or none
 * of them have quiet hours now. If an earlier notification still waits for them, they also have the same channel. People
 * who acknowledged an alert, or chose their minutes after the oldest answered alert began, have groups of their own. There
 * are at most MAX_NOTIFICATIONS groups.
 */
export function recipientGroupsOf(
  recipients: readonly FarmRecipient[],
  waiting: readonly WaitingNotification[],
  all: readonly Transition[],
): readonly RecipientGroup[] {
  const answered = all.filter(({ alert }) => !isUnanswered(alert));
  const oldest = answered.reduce((at, { alert }) => Math.min(at, alert.since), Infinity);
  const choseSince = recipients.filter(({ since = 0 }) => since > oldest);
  const ownPeople = new Set([
    ...all.map(({ by }) => by),
    ...choseSince.map(({ person }) => person),
  ]);
  const separate = [...ownPeople].filter((person) => person !== undefined).slice(0, MAX_SEPARATE);
  const groups = Map.groupBy(recipients, ({ id, after, person, quietUntil }) => {
    const waitingChannel = waiting.some(([, { to }]) => id in to) && id.split(",")[0];
    const own = separate.find((uid) => uid === person);
    return JSON.stringify([after, waitingChannel, quietUntil !== undefined, own]);
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
export function transitionFor(
  { alert, to, newTo = [], by }: Transition,
  group: RecipientGroup,
): readonly Transition["alert"][] {
  const { after } = group[0];
  const mayKnow = !isUnanswered(alert) && group.every(({ since = 0 }) => since > alert.since);
  const isNews = alert.state !== "acknowledged" || group.some(({ person }) => person !== by);
  if (!isNews || !(to.includes(after) || mayKnow)) return [];
  return [newTo.includes(after) ? { ...alert, state: "raised" } : alert];
}
