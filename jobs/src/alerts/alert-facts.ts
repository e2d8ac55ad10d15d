/** The records of one alert: open, in the log, and in a message. Pure. */

import { isBeyond, quantityOf } from "../../../domain/src/alert-words/sentence";
import type { AlertState, LoggedAlert, NotifiedAlert, OpenAlert } from "../../../domain/src/alerts";
import { quantitiesOf, type Attention, type Condition } from "../../../domain/src/attention";
import { escalationOf } from "../../../domain/src/escalation";
import type { Measurement } from "../../../domain/src/measurements";
import { isSilent } from "../messages/message";
import type { WatchedSensor } from "./watched-sensors";

const ABOUT = [
  ...(["kind", "uid", "sensorName", "greenhouse", "greenhouseName"] as const),
  ...(["measurement", "bound", "since", "extreme"] as const),
] as const;

/** Any Attention, with the fields that only some have. */
interface Finding extends Pick<OpenAlert, "kind" | "measurement" | "value" | "bound"> {
  readonly since?: number | undefined;
}

/** @param seenAt the first check that found it */
export function raise(
  finding: Attention,
  { sensor, greenhouseName }: Pick<WatchedSensor, "sensor" | "greenhouseName">,
  seenAt: number,
  now: number,
): OpenAlert {
  const { uid, name: sensorName, greenhouse } = sensor;
  const { since = seenAt, ...found }: Finding = finding;
  return {
    ...found,
    uid,
    sensorName,
    greenhouse,
    greenhouseName,
    ...("bound" in finding && { extreme: finding.value }),
    since,
    raisedAt: now,
    remindedAt: now,
  };
}

/** What stays of an alert that is over. */
export function logEntryOf(alert: OpenAlert, now: number): LoggedAlert {
  return { ...pick(alert, [...ABOUT, "value", "raisedAt", "acknowledgedBy"]), clearedAt: now };
}

/** What a message holds of an open alert: with its newest value, unless that is about to be within the bound. */
export function openFactOf(
  state: Exclude<AlertState, "cleared">,
  alert: OpenAlert,
  { condition, missingSince }: WatchedSensor,
  now: number,
): NotifiedAlert {
  const { kind } = alert;
  const quantity = quantityOf(alert);
  const measured: number | undefined =
    quantitiesOf(condition)[quantity] ?? condition.values[quantity as Measurement]?.value;
  const isShown = kind === "fault" || (kind !== "silent" && isBeyond(alert, measured));
  const silentSince = kind === "silent" ? undefined : missingSince(quantity);
  const escalation = state === "acknowledged" ? 0 : escalationOf(alert, now);
  return {
    ...pick(alert, [...ABOUT, "value"]),
    state,
    ...(isShown && measured !== undefined && { value: measured }),
    ...(escalation > 0 && { escalation }),
    ...(silentSince !== undefined && { silentSince }),
  };
}

/** What a message holds of an alert that is over, with the value that shows it. */
export function closingFactOf(alert: OpenAlert, condition: Condition, now: number): NotifiedAlert {
  const value = isSilent(alert) ? undefined : quantitiesOf(condition)[quantityOf(alert)];
  return {
    ...pick(alert, ABOUT),
    ...(value !== undefined && { value }),
    clearedAt: now,
    state: "cleared",
  };
}

/** A field that is absent stays absent: the database stores no undefined. */
export function pick<T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): Pick<T, K> {
  const present = names.filter((name) => from[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, from[name]])) as Pick<T, K>;
}
