/** A farm's open alerts as the page shows them. */

import { readOpenAlerts } from "../../../domain/src/alert-records";
import type { Listed } from "../../../domain/src/alert-records";
import type { OpenAlert } from "../../../domain/src/alerts";
import { rankAttention } from "../../../domain/src/attention";

/** By severity, the worst first; the newest first among equals. @param stored `alerts/<farmId>/open` */
export function rankedAlerts(stored: unknown): readonly Listed<OpenAlert>[] {
  const newest = readOpenAlerts(stored).toSorted((a, b) => b.since - a.since);
  return rankAttention(newest.map((one) => ({ attention: one }))).map((one) => one.attention);
}

export function isSnoozed({ snoozedUntil }: OpenAlert, now: number): boolean {
  return snoozedUntil !== undefined && snoozedUntil > now;
}

/** Whether nobody has acknowledged or snoozed the alert. */
export function isWaiting(alert: OpenAlert, now: number): boolean {
  return alert.acknowledgedBy === undefined && !isSnoozed(alert, now);
}
