/** The records of one alert: open, in the log, and in a message. Pure. */

import { quantityOf } from "../../../domain/src/alert-words/sentence";
import type { AlertState, LoggedAlert, NotifiedAlert, OpenAlert } from "../../../domain/src/alerts";
import { quantitiesOf, type Attention, type Condition } from "../../../domain/src/attention";
import { escalationOf } from "../../../domain/src/escalation";
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
    ...{ ...found, uid, sensorName, greenhouse, greenhouseName },
    ...("bound" in finding && { extreme: finding.value }),
    ...{ since, raisedAt: now, remindedAt: now },
  };
}

/** What stays of an alert that is over. */
export function logEntryOf(alert: OpenAlert, now: number): LoggedAlert {
  return { ...pick(alert, [...ABOUT, "value", "raisedAt", "acknowledgedBy"]), clearedAt: now };
}

/** What a message holds of an open alert, with its newest value. */
export function openFactOf(
  state: Exclude<AlertState, "cleared">,
  alert: OpenAlert,
  { sensor, greenhouseName, condition }: WatchedSensor,
  now: number,
  finding: Finding = alert,
): NotifiedAlert {
  const escalation = state === "acknowledged" ? 0 : escalationOf(alert, now);
  const isQuiet = condition.freshness === "silent" && alert.kind !== "silent";
  return {
    ...{ ...pick(alert, [...ABOUT, "value"]), ...pick(finding, ["value", "bound"]) },
    ...{ sensorName: sensor.name, greenhouseName, state },
    ...(escalation > 0 && { escalation }),
    ...(isQuiet && condition.at !== undefined && { silentSince: condition.at }),
  };
}

/** What a message holds of an alert that is over, with the value that shows it. */
export function closingFactOf(alert: OpenAlert, condition: Condition, now: number): NotifiedAlert {
  const value = isSilent(alert) ? undefined : quantitiesOf(condition)[quantityOf(alert)];
  return {
    ...pick(alert, ABOUT),
    ...(value !== undefined && { value }),
    ...{ clearedAt: now, state: "cleared" },
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
