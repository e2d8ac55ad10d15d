/** The address in a message about an alert: `?at=<ms>&alert=<alertId>`. Opening it changes nothing. */

import type { Listed } from "../../../domain/src/alert-records";
import { alertIdOf } from "../../../domain/src/alerts";
import type { LoggedAlert } from "../../../domain/src/alerts";
import { pathOf } from "./route";

export interface AlertLink {
  readonly alertId: string;
  /** When the alert began; undefined if the address does not say. */
  readonly at: number | undefined;
}

/** Undefined for an address without an alert. */
export function parseAlertLink(search: string): AlertLink | undefined {
  const params = new URLSearchParams(search);
  const alertId = params.get("alert") ?? "";
  const at = Number(params.get("at") ?? NaN);
  if (alertId === "") return undefined;
  return { alertId, at: Number.isFinite(at) ? at : undefined };
}

/** The address of a greenhouse at a time, with an alert above its charts. */
export function alertPath(
  farmId: string,
  greenhouseId: string,
  alertId: string,
  at: number,
): string {
  const params = new URLSearchParams({ at: String(Math.round(at)), alert: alertId });
  return `${pathOf({ view: "greenhouse", farmId, greenhouseId })}?${params.toString()}`;
}

/** Of the alerts with this id, the first that ended after this one began; else the newest. */
export function findLogged(
  log: readonly Listed<LoggedAlert>[],
  { alertId, at }: AlertLink,
): Listed<LoggedAlert> | undefined {
  const same = log.filter((one) => alertIdOf(one) === alertId);
  return same.findLast(({ clearedAt }) => at !== undefined && clearedAt >= at) ?? same[0];
}
