/**
 * Who is notified of an open alert, and when: people at once or, as they chose, only after it has stood unacknowledged for
 * some minutes; all of them again until somebody acknowledges it. Pure: it follows from the times of the alert.
 */

import { AFTER_MINUTES } from "./alerts.ts";
import type { AfterMinutes, NotifiedAlert, OpenAlert } from "./alerts.ts";

const MINUTE = 60_000;
const REPEATED_EVERY_MS = 6 * 60 * MINUTE;
/** Values beyond a threshold are repeated sooner: frost does not wait until the morning. */
const REPEATED_AFTER_MS = [15 * MINUTE, 30 * MINUTE, 60 * MINUTE];

type Timed = Pick<OpenAlert, "kind" | "raisedAt">;

/** How often nobody had answered by this time. @param at Unix milliseconds */
export function escalationOf({ kind, raisedAt }: Timed, at: number): number {
  const steps = stepsOf(kind);
  const age = at - raisedAt;
  const passed = steps.filter((step) => step <= age).length;
  return passed + Math.max(0, Math.floor((age - (steps.at(-1) ?? 0)) / REPEATED_EVERY_MS));
}

/** How long nobody has answered, in milliseconds, when an alert is repeated because of it. */
export function unansweredMs({
  kind,
  escalation = 0,
}: Pick<NotifiedAlert, "kind" | "escalation">): number {
  const steps = stepsOf(kind);
  const rest = Math.max(0, escalation - steps.length);
  return (steps[Math.min(escalation, steps.length) - 1] ?? 0) + rest * REPEATED_EVERY_MS;
}

function stepsOf(kind: OpenAlert["kind"]): readonly number[] {
  return kind === "above" || kind === "below" ? REPEATED_AFTER_MS : [];
}

/**
 * The people who are notified of an open alert now, by what they chose; none while it is acknowledged or snoozed. At
 * the end of a snooze they are notified at once.
 * @param now Unix milliseconds
 */
export function notifiedNow(alert: OpenAlert, now: number): readonly AfterMinutes[] {
  const { acknowledgedBy, snoozedUntil = 0, remindedAt } = alert;
  if (acknowledgedBy !== undefined || snoozedUntil > now) return [];
  const before = notifiedBy(alert, remindedAt);
  const isRepeated =
    snoozedUntil > remindedAt || escalationOf(alert, now) > escalationOf(alert, remindedAt);
  return notifiedBy(alert, now).filter((minutes) => isRepeated || !before.includes(minutes));
}

/** The people who have been notified of an alert. */
export function notifiedBefore(alert: OpenAlert): readonly AfterMinutes[] {
  return notifiedBy(alert, alert.remindedAt);
}

function notifiedBy({ raisedAt }: Timed, at: number): readonly AfterMinutes[] {
  return AFTER_MINUTES.filter((minutes) => minutes * MINUTE <= at - raisedAt);
}
