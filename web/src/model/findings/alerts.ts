/** A farm's alerts as the page shows them. */

import type { AlertLink } from "@greenhouse/domain/alerts/links";
import type { Listed } from "@greenhouse/domain/alerts/records";
import { alertIdOf } from "@greenhouse/domain/alerts/ids";
import type { LoggedAlert } from "@greenhouse/domain/alerts/model";

/** Of the alerts with this id, the first that ended after this one began; else the newest. */
export function findLogged(
  log: readonly Listed<LoggedAlert>[],
  { alertId, at }: AlertLink,
): Listed<LoggedAlert> | undefined {
  const same = log.filter((one) => alertIdOf(one) === alertId);
  return same.findLast(({ clearedAt }) => at !== undefined && clearedAt >= at) ?? same[0];
}
