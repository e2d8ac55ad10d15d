/**
 * A notification before it gets its words: the alerts of one check and the names that its text needs. This folder is
 * pure. `outbox/` decides who gets a notification, when and how.
 */

import { quantityOf } from "@greenhouse/domain/words/sentence";
import type {
  NotifiedTransition,
  OutboxNotification,
  TransitionKind,
} from "@greenhouse/domain/alerts/outbox";
import type { Listed } from "@greenhouse/domain/alerts/records";
import { byUrgency } from "@greenhouse/domain/alerts/findings";
import { MAX_NAME_CHARACTERS } from "@greenhouse/domain/identity/keys";
import { QUANTITIES } from "@greenhouse/domain/quantities/measurements";
import { toText } from "@greenhouse/domain/words/text";

export type { Language } from "@greenhouse/domain/words/languages";

/** Without alerts it is a test message, with which a person tests a channel. */
export interface Notification extends Pick<
  OutboxNotification,
  "at" | "alerts" | "others" | "unanswered"
> {
  /** The outbox key. */
  readonly id: string;
  readonly farmId: string;
  readonly farmName: string;
  /** An IANA name; "UTC" if the farm has no place. */
  readonly timeZone: string;
  /** Without a slash at the end. */
  readonly pageUrl: string;
}

/** Returns the named alerts, the worst first. Their names are in one line and without control characters. */
export function alertsOf({
  alerts = {},
}: Pick<Notification, "alerts">): readonly Listed<NotifiedTransition>[] {
  const all = Object.entries(alerts).map(([id, alert]): Listed<NotifiedTransition> => {
    const { sensorName, greenhouseName, outputName, acknowledgedBy } = alert;
    return {
      ...alert,
      id,
      sensorName: clean(sensorName),
      greenhouseName: clean(greenhouseName),
      ...(outputName !== undefined && { outputName: clean(outputName) }),
      ...(acknowledgedBy !== undefined && { acknowledgedBy: clean(acknowledgedBy) }),
    };
  });
  return rank(all);
}

/**
 * Sorts the worst alerts first: by state, urgency of the kind, escalation, quantity, and distance from the bound. Alerts
 * that wait for an answer come first.
 */
export function rank<T extends Listed<NotifiedTransition>>(alerts: readonly T[]): readonly T[] {
  const escalation = (alert: T): number => alert.escalation ?? 0;
  const quantity = (alert: T): number => QUANTITIES.indexOf(quantityOf(alert));
  const distance = ({ value = 0, bound = value }: T): number => Math.abs(value - bound);
  return alerts.toSorted(
    (a, b) =>
      priorityOf(a) - priorityOf(b) ||
      byUrgency(a, b) ||
      escalation(b) - escalation(a) ||
      quantity(a) - quantity(b) ||
      distance(b) - distance(a) ||
      a.since - b.since ||
      // Equal alerts are in the same order in each attempt.
      (a.id < b.id ? -1 : 1),
  );
}

/** Whether the whole sensor is silent. */
export function isSilent(alert: Pick<NotifiedTransition, "kind" | "measurement">): boolean {
  return alert.kind === "silent" && alert.measurement === undefined;
}

export function isOpen({ state }: Pick<NotifiedTransition, "state">): boolean {
  return state !== "cleared" && state !== "late";
}

/** Whether only late readings showed the alert. */
export function isLate({ state }: Pick<NotifiedTransition, "state">): boolean {
  return state === "late";
}

/** Whether the alert waits for an answer. */
export function isUnanswered({ state }: Pick<NotifiedTransition, "state">): boolean {
  return state === "raised" || state === "reminded";
}

const PRIORITIES: Readonly<Record<TransitionKind, number>> = {
  raised: 0,
  reminded: 0,
  late: 1,
  acknowledged: 2,
  cleared: 3,
};

/** Returns the order of states: unanswered, reported late, acknowledged, over. */
export function priorityOf({ state }: Pick<NotifiedTransition, "state">): number {
  return PRIORITIES[state];
}

/** Returns a name in one line, without control characters. */
export function clean(name: string): string {
  return toText(name, MAX_NAME_CHARACTERS)?.trim() ?? "?";
}

/** Shortens a text. A character as readers see it is kept whole or left out. @param maxUnits UTF-16 code units */
export function clip(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length >= maxUnits) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
