/** The records of one alert: open, in the log, and in a message. Pure. */

import type { AlertState, LoggedAlert, NotifiedAlert, OpenAlert } from "../../../domain/src/alerts";
import { quantitiesOf, type Attention, type Condition } from "../../../domain/src/attention";
import { escalationOf } from "../../../domain/src/escalation";
import type { Quantity } from "../../../domain/src/measurements";
import type { WatchedSensor } from "./watched-sensors";

const FACTS = [
  ...(["kind", "uid", "sensorName", "greenhouse", "greenhouseName"] as const),
  ...(["measurement", "value", "bound", "since", "extreme"] as const),
] as const;

/** @param seenAt the first check that found it */
export function raise(
  finding: Attention,
  { sensor, greenhouseName }: Pick<WatchedSensor, "sensor" | "greenhouseName">,
  seenAt: number,
  now: number,
): OpenAlert {
  const { uid, name: sensorName, greenhouse } = sensor;
  const since = finding.kind === "silent" ? (finding.since ?? seenAt) : seenAt;
  return {
    ...{ kind: finding.kind, uid, sensorName, greenhouse, greenhouseName },
    ...quantityIn(finding),
    ...valueOf(finding),
    ...("bound" in finding && { extreme: finding.value }),
    ...{ since, raisedAt: now, remindedAt: now },
  };
}

/** What stays of an alert that is over. */
export function logEntryOf(alert: OpenAlert, now: number): LoggedAlert {
  return { ...pick(alert, [...FACTS, "raisedAt", "acknowledgedBy"]), clearedAt: now };
}

/** What a message holds of an open alert, with its newest value. */
export function openFactOf(
  state: Exclude<AlertState, "cleared">,
  alert: OpenAlert,
  { sensor, greenhouseName, condition }: WatchedSensor,
  now: number,
  finding?: Attention,
): NotifiedAlert {
  const escalation = escalationOf(alert, now);
  const isSilent = condition.freshness === "silent" && alert.kind !== "silent";
  return {
    ...{ ...pick(alert, FACTS), ...(finding && valueOf(finding)) },
    ...{ sensorName: sensor.name, greenhouseName, state },
    ...(escalation > 0 && { escalation }),
    ...(isSilent && condition.at !== undefined && { silentSince: condition.at }),
  };
}

/** What a message holds of an alert that is over, with the value that shows it. */
export function closingFactOf(alert: OpenAlert, condition: Condition, now: number): NotifiedAlert {
  const quantity = quantityOf(alert);
  const value = quantity === undefined ? undefined : quantitiesOf(condition)[quantity];
  const names = FACTS.filter((name) => name !== "value");
  return {
    ...pick(alert, names),
    ...(value !== undefined && { value }),
    ...{ clearedAt: now, state: "cleared" },
  };
}

/** What an alert is about; undefined for a whole silent sensor. */
export function quantityOf({
  kind,
  measurement,
}: {
  readonly kind: OpenAlert["kind"];
  readonly measurement?: Quantity | undefined;
}): Quantity | undefined {
  return kind === "battery" ? "battery" : measurement;
}

/** A field that is absent stays absent: the database stores no undefined. */
function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  const present = names.filter((name) => from[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, from[name]])) as Pick<T, K>;
}

export function quantityIn(finding: Attention): { readonly measurement?: Quantity } {
  const measurement = "measurement" in finding ? finding.measurement : undefined;
  return measurement === undefined ? {} : { measurement };
}

function valueOf(finding: Attention): { readonly value?: number; readonly bound?: number } {
  if (finding.kind === "silent") return {};
  return { value: finding.value, ...("bound" in finding && { bound: finding.bound }) };
}
