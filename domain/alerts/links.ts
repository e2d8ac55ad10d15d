/** The links in notifications, below the address of the page. Opening a link changes nothing. */

export interface AlertLink {
  readonly alertId: string;
  /** When the alert began; undefined if the address does not say. */
  readonly at: number | undefined;
}

/** Returns the path of all alerts of a farm. */
export function alertsPath(farmId: string): string {
  return `/f/${encode(farmId)}/alerts`;
}

/** Returns the path of a greenhouse at a time, with an alert above its charts. */
export function alertPath(
  farmId: string,
  greenhouseId: string,
  alertId: string,
  at: number,
): string {
  const search = `at=${Math.round(at)}&alert=${encode(alertId)}`;
  return `/f/${encode(farmId)}/g/${encode(greenhouseId)}?${search}`;
}

function encode(id: string): string {
  return encodeURIComponent(id.toWellFormed());
}

/** Returns undefined for an address without an alert. */
export function parseAlertLink(search: string): AlertLink | undefined {
  const params = new URLSearchParams(search);
  const alertId = params.get("alert") ?? "";
  const at = Number(params.get("at") ?? NaN);
  if (alertId === "") return undefined;
  return { alertId, at: Number.isFinite(at) ? at : undefined };
}
