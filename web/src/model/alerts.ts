/** A farm's alerts, read from untrusted stored data; invalid records are skipped. */

import { entriesOf, fieldOf, numberOf, textOf } from "../../../domain/src/stored";
import { parseRecipientId } from "../../../domain/src/alerts";
import type {
  AlertFact,
  AlertTest,
  LoggedAlert,
  OpenAlert,
  Recipient,
} from "../../../domain/src/alerts";
import { rankAttention } from "../../../domain/src/attention";
import { QUANTITIES } from "../../../domain/src/measurements";

/** A record with its key, which is the alert's id if the alert is open. */
export type Listed<T> = T & { readonly id: string };

export interface Undelivered {
  readonly recipient: Recipient;
  readonly at: number;
  readonly problem: string;
}

/** The notification channels that a person has switched on. */
export interface Personal {
  readonly hasEmail: boolean;
  readonly token: string | undefined;
  readonly language: string | undefined;
  /** The endpoint of each device. */
  readonly devices: ReadonlyMap<string, string | undefined>;
  readonly mutedFarms: ReadonlySet<string>;
}

const KINDS: readonly AlertFact["kind"][] = ["above", "below", "fault", "silent", "battery"];

/** By severity, the worst first; the newest first among equals. */
export function readOpenAlerts(stored: unknown): readonly Listed<OpenAlert>[] {
  const all = entriesOf(stored).flatMap(([id, value]): Listed<OpenAlert>[] => {
    const fact = readFact(value);
    const raisedAt = numberOf(value, "raisedAt");
    if (fact === undefined || raisedAt === undefined) return [];
    const remindedAt = numberOf(value, "remindedAt") ?? raisedAt;
    const snoozedUntil = numberOf(value, "snoozedUntil");
    const clearingSince = numberOf(value, "clearingSince");
    return [
      {
        ...{ id, ...fact, raisedAt, remindedAt, ...happened(value) },
        ...(snoozedUntil !== undefined && { snoozedUntil }),
        ...(clearingSince !== undefined && { clearingSince }),
      },
    ];
  });
  const newest = all.toSorted((a, b) => b.since - a.since);
  return rankAttention(newest.map((one) => ({ attention: one }))).map((one) => one.attention);
}

/** The alert that ended last comes first. */
export function readLog(stored: unknown): readonly Listed<LoggedAlert>[] {
  const all = entriesOf(stored).flatMap(([id, value]): Listed<LoggedAlert>[] => {
    const fact = readFact(value);
    const clearedAt = numberOf(value, "clearedAt");
    if (fact === undefined || clearedAt === undefined) return [];
    const raisedAt = numberOf(value, "raisedAt") ?? fact.since;
    return [{ id, ...fact, raisedAt, clearedAt, ...happened(value) }];
  });
  return all.toSorted((a, b) => b.clearedAt - a.clearedAt);
}

function readFact(stored: unknown): AlertFact | undefined {
  const kind = KINDS.find((one) => one === fieldOf(stored, "kind"));
  const uid = textOf(stored, "uid");
  const greenhouse = textOf(stored, "greenhouse");
  const since = numberOf(stored, "since");
  if (kind === undefined || uid === undefined || greenhouse === undefined || since === undefined) {
    return undefined;
  }
  const measurement = QUANTITIES.find((one) => one === fieldOf(stored, "measurement"));
  const value = numberOf(stored, "value");
  const bound = numberOf(stored, "bound");
  return {
    ...{ kind, uid, greenhouse, since },
    sensorName: textOf(stored, "sensorName") ?? uid,
    greenhouseName: textOf(stored, "greenhouseName") ?? greenhouse,
    ...(measurement !== undefined && { measurement }),
    ...(value !== undefined && { value }),
    ...(bound !== undefined && { bound }),
  };
}

function happened(stored: unknown): Pick<OpenAlert, "extreme" | "acknowledgedBy"> {
  const extreme = numberOf(stored, "extreme");
  const acknowledgedBy = textOf(stored, "acknowledgedBy");
  return {
    ...(extreme !== undefined && { extreme }),
    ...(acknowledgedBy !== undefined && { acknowledgedBy }),
  };
}

export function isSnoozed({ snoozedUntil }: OpenAlert, now: number): boolean {
  return snoozedUntil !== undefined && snoozedUntil > now;
}

/** Whether nobody has acknowledged or snoozed the alert. */
export function isWaiting(alert: OpenAlert, now: number): boolean {
  return alert.acknowledgedBy === undefined && !isSnoozed(alert, now);
}

/** The newest first. */
export function readUndelivered(stored: unknown): readonly Undelivered[] {
  return entriesOf(stored)
    .flatMap(([id, value]): Undelivered[] => {
      const recipient = parseRecipientId(id);
      const at = numberOf(value, "at");
      if (recipient === undefined || at === undefined) return [];
      return [{ recipient, at, problem: textOf(value, "problem") ?? "" }];
    })
    .sort((a, b) => b.at - a.at);
}

export function readAlertTest(stored: unknown): AlertTest | undefined {
  const askedAt = numberOf(stored, "askedAt");
  if (askedAt === undefined) return undefined;
  const doneAt = numberOf(stored, "doneAt");
  const problem = textOf(stored, "problem");
  return {
    askedAt,
    ...(doneAt !== undefined && { doneAt }),
    ...(problem !== undefined && { problem }),
  };
}

export function readPersonal(stored: unknown): Personal {
  const farms = entriesOf(fieldOf(stored, "farms"));
  return {
    hasEmail: fieldOf(stored, "email") === true,
    token: textOf(stored, "token"),
    language: textOf(stored, "language"),
    devices: new Map(
      entriesOf(fieldOf(stored, "push")).map(([id, value]) => [id, textOf(value, "endpoint")]),
    ),
    mutedFarms: new Set(farms.filter(([, value]) => value === false).map(([id]) => id)),
  };
}
