/**
 * Decides who is notified of an open alert, and when. People hear of it at once or, if they chose so, only if nobody answers
 * for some minutes. All of them are reminded until somebody acknowledges or snoozes the alert. Pure: the decision follows
 * from the times of the alert.
 */

import { MINUTE_MS } from "../time.ts";
import { AFTER_MINUTES } from "./people.ts";
import type { AfterMinutes } from "./people.ts";
import type { NotifiedTransition } from "./outbox.ts";
import type { OpenAlert } from "./model.ts";

const REPEATED_EVERY_MS = 6 * 60 * MINUTE_MS;
/** These alerts are repeated sooner, because frost and dry soil do not wait until the morning. */
const REPEATED_SOON: readonly OpenAlert["kind"][] = ["above", "below", "blind", "ineffective"];
const REPEATED_AFTER_MS = [15 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS];

type Timed = Pick<OpenAlert, "kind" | "raisedAt" | "unansweredSince">;
type Answered = Pick<OpenAlert, "acknowledgedBy" | "snoozedUntil">;

/** @param now Unix milliseconds */
export function isSnoozed({ snoozedUntil = 0 }: Answered, now: number): boolean {
  return snoozedUntil > now;
}

/** Whether nobody has acknowledged or snoozed the alert. @param now Unix milliseconds */
export function isAwaitingAnswer(alert: Answered, now: number): boolean {
  return alert.acknowledgedBy === undefined && !isSnoozed(alert, now);
}

/**
 * Returns the time since which nobody answers: the time when the alert was raised, or the end of the last answer. An answer
 * ends with the snooze. An acknowledgement that people were notified of ends when a check finds it taken back.
 * @param now Unix milliseconds
 */
export function unansweredSince(alert: OpenAlert, now: number): number {
  const { acknowledgedBy, announced, snoozedUntil = 0 } = alert;
  const before = startOf(alert);
  const isTakenBack = announced !== undefined && acknowledgedBy === undefined;
  // A time in the future is the end of a snooze that somebody has changed since.
  const isNewlyUnanswered = isTakenBack || before > now;
  return Math.max(isNewlyUnanswered ? now : before, snoozedUntil);
}

function startOf({ raisedAt, unansweredSince: since = raisedAt }: Timed): number {
  return since;
}

/** Returns how many times for a reminder have passed without an answer. @param at Unix milliseconds */
export function escalationOf(alert: Timed, at: number): number {
  const steps = stepsOf(alert.kind);
  const age = at - startOf(alert);
  const passed = steps.filter((step) => step <= age).length;
  return passed + Math.max(0, Math.floor((age - (steps.at(-1) ?? 0)) / REPEATED_EVERY_MS));
}

/** Returns how long nobody has answered, in milliseconds, at this escalation of an alert. */
export function unansweredMs({
  kind,
  escalation = 0,
}: Pick<NotifiedTransition, "kind" | "escalation">): number {
  const steps = stepsOf(kind);
  const rest = Math.max(0, escalation - steps.length);
  return (steps[Math.min(escalation, steps.length) - 1] ?? 0) + rest * REPEATED_EVERY_MS;
}

function stepsOf(kind: OpenAlert["kind"]): readonly number[] {
  return REPEATED_SOON.includes(kind) ? REPEATED_AFTER_MS : [];
}

/**
 * Returns who is notified of an open alert now, by the minutes that people chose. Nobody is notified while it is
 * acknowledged or snoozed. At the end of an answer people are notified at once.
 * @param now Unix milliseconds
 */
export function notifiedNow(alert: OpenAlert, now: number): readonly AfterMinutes[] {
  if (!isAwaitingAnswer(alert, now)) return [];
  const { remindedAt } = alert;
  const before = notifiedBefore(alert);
  const isRepeated =
    startOf(alert) > remindedAt || escalationOf(alert, now) > escalationOf(alert, remindedAt);
  return notifiedBy(alert, now).filter((minutes) => isRepeated || !before.includes(minutes));
}

/** Returns who has been notified of an alert, by the minutes that people chose. */
export function notifiedBefore(alert: OpenAlert): readonly AfterMinutes[] {
  return notifiedBy(alert, alert.remindedAt);
}

/** Returns who is notified until `at`: before the last answer, or because the chosen minutes have passed since. */
function notifiedBy(alert: OpenAlert, at: number): readonly AfterMinutes[] {
  const { notified = 0 } = alert;
  const age = at - startOf(alert);
  return AFTER_MINUTES.filter((minutes) => minutes <= notified || minutes * MINUTE_MS <= age);
}
