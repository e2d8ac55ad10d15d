/** Makes the records of one alert: open, in the log, and in a notification. Pure. */

import { isOfOutput } from "@greenhouse/domain/alerts/model";
import type { TransitionKind, NotifiedTransition } from "@greenhouse/domain/alerts/outbox";
import type { LoggedAlert, OpenAlert } from "@greenhouse/domain/alerts/model";
import { quantitiesOf, type Condition } from "@greenhouse/domain/alerts/condition";
import { isBeyond } from "@greenhouse/domain/alerts/findings";
import { quantityOf } from "@greenhouse/domain/words/sentence";
import {
  escalationOf,
  notifiedBefore,
  unansweredSince,
} from "@greenhouse/domain/alerts/escalation";
import { shownValue, type Measurement } from "@greenhouse/domain/quantities/measurements";
import { isSilent } from "../messages/notification";
import { pick } from "../pick";
import type { CheckedSensor } from "./checked-sensors";

export const SHARED_FIELDS = [
  "kind",
  "uid",
  "sensorName",
  "greenhouse",
  "greenhouseName",
  "measurement",
  "output",
  "outputName",
  "bound",
  "since",
  "extreme",
] as const;

/** A SensorFinding or an OutputFinding, with the fields that only some of them have. */
export interface Finding extends Pick<
  OpenAlert,
  "kind" | "measurement" | "output" | "outputName" | "value" | "bound"
> {
  readonly since?: number | undefined;
}

/** Makes the record of a new alert. @param seenAt time of the first check with this finding, in Unix milliseconds */
export function raise(
  finding: Finding,
  { sensor, greenhouseName }: Pick<CheckedSensor, "sensor" | "greenhouseName">,
  seenAt: number,
  now: number,
): OpenAlert {
  const { uid, name: sensorName, greenhouse } = sensor;
  const { since = seenAt, ...found } = finding;
  return {
    ...found,
    uid,
    sensorName,
    greenhouse,
    greenhouseName,
    ...(found.bound !== undefined && found.value !== undefined && { extreme: found.value }),
    since,
    raisedAt: now,
    remindedAt: now,
  };
}

/** Renews an open alert: its names, its bound, its extreme, and the time since which nobody answers. */
export function renew(
  alert: OpenAlert,
  finding: Finding | undefined,
  { sensor, greenhouseName }: CheckedSensor,
  now: number,
): OpenAlert {
  const since = unansweredSince(alert, now);
  const isNewlyUnanswered = since !== (alert.unansweredSince ?? alert.raisedAt);
  const renewed: OpenAlert = {
    ...alert,
    sensorName: sensor.name,
    greenhouseName,
    ...(isNewlyUnanswered && {
      unansweredSince: since,
      notified: notifiedBefore(alert).at(-1) ?? 0,
    }),
  };
  if (finding === undefined) return renewed;
  const { kind, bound, value, outputName } = finding;
  if (outputName !== undefined) {
    // Another order may have come between two checks. Boards report the time of a manual change slightly differently
    // each time.
    const { since = renewed.since } = kind === "unapplied" ? finding : renewed;
    return { ...renewed, outputName, since, ...(value !== undefined && { value }) };
  }
  if (bound === undefined || value === undefined) return renewed;
  const { extreme = value } = alert;
  const worse = kind === "above" ? Math.max : Math.min;
  return { ...renewed, bound, extreme: worse(value, extreme) };
}

/** Makes the log entry of an alert that is over. */
export function logEntryOf(alert: OpenAlert, now: number): LoggedAlert {
  return {
    ...pick(alert, [...SHARED_FIELDS, "value", "raisedAt", "acknowledgedBy"]),
    clearedAt: now,
  };
}

/**
 * Makes the transition of an open alert for a notification. It has the newest value, unless that value is back within
 * the bound.
 */
export function openTransitionOf(
  state: Exclude<TransitionKind, "cleared">,
  alert: OpenAlert,
  { condition, missingSince }: CheckedSensor,
  now: number,
): NotifiedTransition {
  const { kind } = alert;
  const escalation = state === "acknowledged" ? 0 : escalationOf(alert, now);
  const transition = {
    ...pick(alert, [...SHARED_FIELDS, "value"]),
    state,
    ...(escalation > 0 && { escalation }),
  };
  if (isOfOutput(kind)) return transition;
  const quantity = quantityOf(alert);
  const newest = condition.values[quantity as Measurement]?.value;
  const measured =
    quantitiesOf(condition)[quantity] ??
    (newest === undefined ? undefined : shownValue(quantity, newest));
  const isShown = kind === "fault" || (kind !== "silent" && isBeyond(alert, measured));
  const silentSince = kind === "silent" ? undefined : missingSince(quantity);
  return {
    ...transition,
    ...(isShown && measured !== undefined && { value: measured }),
    ...(silentSince !== undefined && { silentSince }),
  };
}

/** Makes the transition of an alert that is over, with the value that shows it. */
export function closedTransitionOf(
  alert: OpenAlert,
  condition: Condition,
  now: number,
): NotifiedTransition {
  const hasNoValue = isSilent(alert) || isOfOutput(alert.kind);
  const value = hasNoValue ? undefined : quantitiesOf(condition)[quantityOf(alert)];
  return {
    ...pick(alert, SHARED_FIELDS),
    ...(value !== undefined && { value }),
    clearedAt: now,
    state: "cleared",
  };
}
