/** How many alerts of a farm wait for an answer. In the page's first part, so without what reads alerts. */

import type { OpenAlert } from "../../../domain/src/alerts";
import { isWaiting } from "../../../domain/src/escalation";
import { entriesOf } from "../../../domain/src/stored";

/** @param stored `alerts/<farmId>/open` */
export function countWaiting(stored: unknown, now: number): number {
  return entriesOf(stored).filter(([, alert]) => isWaiting(alert as OpenAlert, now)).length;
}
