/** Parses records of alerts. Stored data is not trusted, so invalid records are left out. */

import { AFTER_MINUTES } from "./people.ts";
import { ALERT_KINDS, LATE_KINDS } from "./model.ts";
import type { Alert, LateFinding, LoggedAlert, OpenAlert } from "./model.ts";
import { QUANTITIES } from "../quantities/measurements.ts";
import { asNumber, asText, asTime, fields, oneOf, parseChildren, parseRecord } from "../stored.ts";

/** A record with its key, which is the alert's id if the alert is open. */
export type Listed<T> = T & { readonly id: string };

const REQUIRED_FIELDS = {
  kind: oneOf(ALERT_KINDS),
  ...fields(asText, "uid", "greenhouse"),
  since: asTime,
};
const OPTIONAL_FIELDS = {
  measurement: oneOf(QUANTITIES),
  ...fields(asText, "sensorName", "greenhouseName", "output", "outputName", "acknowledgedBy"),
  ...fields(asNumber, "value", "bound", "extreme"),
};
const LATE = {
  kind: oneOf(LATE_KINDS),
  measurement: oneOf(QUANTITIES),
  ...fields(asText, "uid", "greenhouse"),
  ...fields(asNumber, "value", "bound"),
  ...fields(asTime, "since", "until", "foundAt"),
};
const OPEN = {
  ...fields(asTime, "remindedAt", "clearingSince", "snoozedUntil", "unansweredSince"),
  announced: asText,
  notified: oneOf(AFTER_MINUTES),
};
const LOGGED = fields(asTime, "raisedAt", "reportedAt");

/** @param stored `alerts/<farmId>/open` */
export function parseOpenAlerts(stored: unknown): readonly Listed<OpenAlert>[] {
  return parseChildren(stored, (child, id) => {
    const alert = parseAlert(child);
    const open = parseRecord(child, { raisedAt: asTime }, OPEN);
    return alert && open && { id, ...alert, remindedAt: open.raisedAt, ...open };
  });
}

/** Returns the alerts, the last ended first. @param stored `alerts/<farmId>/log` */
export function parseLoggedAlerts(stored: unknown): readonly Listed<LoggedAlert>[] {
  return parseChildren(stored, (child, id) => {
    const alert = parseAlert(child);
    const logged = parseRecord(child, { clearedAt: asTime }, LOGGED);
    return alert && logged && { id, ...alert, raisedAt: alert.since, ...logged };
  }).sort((a, b) => b.clearedAt - a.clearedAt);
}

/** @param stored `alerts/<farmId>/late` */
export function parseLateFindings(stored: unknown): readonly Listed<LateFinding>[] {
  return parseChildren(stored, (child, id) => {
    const late = parseRecord(child, LATE);
    return late && { id, ...late };
  });
}

function parseAlert(
  stored: unknown,
): (Alert & Pick<OpenAlert, "extreme" | "acknowledgedBy">) | undefined {
  const alert = parseRecord(stored, REQUIRED_FIELDS, OPTIONAL_FIELDS);
  if (alert === undefined) return undefined;
  const { uid, greenhouse, output } = alert;
  const names = { sensorName: uid, greenhouseName: greenhouse };
  return { ...names, ...(output !== undefined && { outputName: output }), ...alert };
}
