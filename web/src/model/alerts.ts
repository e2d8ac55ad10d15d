/** A farm's alerts as the page shows them. */

import type { AlertLink } from "../../../domain/src/alert-link";
import { readOpenAlerts } from "../../../domain/src/alert-records";
import type { Listed } from "../../../domain/src/alert-records";
import { alertIdOf } from "../../../domain/src/alerts";
import type { LoggedAlert, OpenAlert } from "../../../domain/src/alerts";
import { byUrgency } from "../../../domain/src/attention";

/** By severity, the worst first; the newest first among equals. @param stored `alerts/<farmId>/open` */
export function rankedAlerts(stored: unknown): readonly Listed<OpenAlert>[] {
  return readOpenAlerts(stored).toSorted((a, b) => byUrgency(a, b) || b.since - a.since);
}

/** Of the alerts with this id, the first that ended after this one began; else the newest. */
export function findLogged(
  log: readonly Listed<LoggedAlert>[],
  { alertId, at }: AlertLink,
): Listed<LoggedAlert> | undefined {
  const same = log.filter((one) => alertIdOf(one) === alertId);
  return same.findLast(({ clearedAt }) => at !== undefined && clearedAt >= at) ?? same[0];
}
