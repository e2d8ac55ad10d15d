/** How many alerts of a farm wait for an answer. In the page's first part, so without what reads alerts. */

import { isWaiting } from "../../../domain/src/escalation";
import { entriesOf, numberOf, textOf } from "../../../domain/src/stored";

/** @param stored `alerts/<farmId>/open` */
export function countWaiting(stored: unknown, now: number): number {
  return entriesOf(stored).filter(([, alert]) => {
    const acknowledgedBy = textOf(alert, "acknowledgedBy");
    const snoozedUntil = numberOf(alert, "snoozedUntil");
    return isWaiting({ acknowledgedBy, snoozedUntil }, now);
  }).length;
}
