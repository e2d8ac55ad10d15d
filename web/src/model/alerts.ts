/** A farm's alerts as the page shows them. */

import type { AlertLink } from "../../../domain/src/alert-link";
import type { Listed } from "../../../domain/src/alert-records";
import { alertIdOf } from "../../../domain/src/alerts";
import type { LoggedAlert } from "../../../domain/src/alerts";

/** Of the alerts with this id, the first that ended after this one began; else the newest. */
export function findLogged(
  log: readonly Listed<LoggedAlert>[],
  { alertId, at }: AlertLink,
): Listed<LoggedAlert> | undefined {
  const same = log.filter((one) => alertIdOf(one) === alertId);
  return same.findLast(({ clearedAt }) => at !== undefined && clearedAt >= at) ?? same[0];
}
