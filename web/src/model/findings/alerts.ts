/** Reads a farm's alerts for the page. */

import type { AlertLink } from "@greenhouse/domain/alerts/links";
import type { Listed } from "@greenhouse/domain/alerts/records";
import { alertIdOf } from "@greenhouse/domain/alerts/ids";
import type { LoggedAlert } from "@greenhouse/domain/alerts/model";

/** Finds a logged alert by its id: the first that ended after the linked alert began, else the newest. */
export function findLogged(
  log: readonly Listed<LoggedAlert>[],
  { alertId, at }: AlertLink,
): Listed<LoggedAlert> | undefined {
  const entries = log.filter((logged) => alertIdOf(logged) === alertId);
  return entries.findLast(({ clearedAt }) => at !== undefined && clearedAt >= at) ?? entries[0];
}
