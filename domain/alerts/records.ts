/** Records of alerts, read from stored data that is not trusted; invalid ones are left out. */

import { AFTER_MINUTES } from "./people.ts";
import { ALERT_KINDS, LATE_KINDS } from "./model.ts";
import { parseRecipientId } from "./ids.ts";
import type { AfterMinutes, AlertTest, Personal, PushSubscription } from "./people.ts";
import type { AlertFact, LateFinding, LoggedAlert, OpenAlert } from "./model.ts";
import type { Recipient } from "./ids.ts";
import { QUANTITIES } from "../quantities/measurements.ts";
import { choiceOf, entriesOf, fieldOf, numberOf, textOf } from "../stored.ts";
import { parseLanguage } from "../words/languages.ts";

/** A record with its key, which is the alert's id if the alert is open. */
export type Listed<T> = T & { readonly id: string };

/** A recipient that a message could not be delivered to. */
export interface Undelivered {
  readonly recipient: Recipient;
  readonly at: number;
  readonly problem: string;
}

/** @param stored `alerts/<farmId>/open` */
export function parseOpenAlerts(stored: unknown): readonly Listed<OpenAlert>[] {
  return entriesOf(stored).flatMap(([id, value]): Listed<OpenAlert>[] => {
    const fact = parseFact(value);
    const raisedAt = numberOf(value, "raisedAt");
    if (fact === undefined || raisedAt === undefined) return [];
    const { remindedAt = raisedAt, ...times } = numbersIn(value);
    const { clearingSince, snoozedUntil, unansweredSince } = times;
    const notified = AFTER_MINUTES.find((minutes) => minutes === times.notified);
    const announced = textOf(value, "announced");
    return [
      {
        id,
        ...fact,
        raisedAt,
        remindedAt,
        ...present({ clearingSince, snoozedUntil, unansweredSince, announced, notified }),
      },
    ];
  });
}

/** The one that ended last comes first. @param stored `alerts/<farmId>/log` */
export function parseLoggedAlerts(stored: unknown): readonly Listed<LoggedAlert>[] {
  const all = entriesOf(stored).flatMap(([id, value]): Listed<LoggedAlert>[] => {
    const fact = parseFact(value);
    const clearedAt = numberOf(value, "clearedAt");
    if (fact === undefined || clearedAt === undefined) return [];
    const { raisedAt = fact.since, reportedAt } = numbersIn(value);
    return [{ id, ...fact, raisedAt, clearedAt, ...present({ reportedAt }) }];
  });
  return all.toSorted((a, b) => b.clearedAt - a.clearedAt);
}

/** @param stored `alerts/<farmId>/late` */
export function parseLateFindings(stored: unknown): readonly Listed<LateFinding>[] {
  return entriesOf(stored).flatMap(([id, value]): Listed<LateFinding>[] => {
    const fact = parseFact(value);
    const { until, foundAt } = numbersIn(value);
    if (fact === undefined || until === undefined || foundAt === undefined) return [];
    const { measurement, uid, greenhouse, value: farthest, bound, since } = fact;
    const kind = choiceOf(fact, "kind", LATE_KINDS);
    if (kind === undefined || measurement === undefined) return [];
    if (farthest === undefined || bound === undefined) return [];
    const values = { value: farthest, bound, since, until, foundAt };
    return [{ id, kind, measurement, uid, greenhouse, ...values }];
  });
}

function parseFact(
  stored: unknown,
): (AlertFact & Pick<OpenAlert, "extreme" | "acknowledgedBy">) | undefined {
  const kind = choiceOf(stored, "kind", ALERT_KINDS);
  const uid = textOf(stored, "uid");
  const greenhouse = textOf(stored, "greenhouse");
  const { since, value, bound, extreme } = numbersIn(stored);
  if (kind === undefined || uid === undefined || greenhouse === undefined || since === undefined) {
    return undefined;
  }
  const measurement = choiceOf(stored, "measurement", QUANTITIES);
  const output = textOf(stored, "output");
  const outputName = textOf(stored, "outputName") ?? output;
  const acknowledgedBy = textOf(stored, "acknowledgedBy");
  return {
    kind,
    uid,
    greenhouse,
    since,
    sensorName: textOf(stored, "sensorName") ?? uid,
    greenhouseName: textOf(stored, "greenhouseName") ?? greenhouse,
    ...present({ measurement, output, outputName, value, bound, extreme, acknowledgedBy }),
  };
}

/** The newest first. @param stored `alerts/<farmId>/undelivered` */
export function parseUndelivered(stored: unknown): readonly Undelivered[] {
  return entriesOf(stored)
    .flatMap(([id, value]): Undelivered[] => {
      const recipient = parseRecipientId(id);
      const at = numberOf(value, "at");
      if (recipient === undefined || at === undefined) return [];
      return [{ recipient, at, problem: textOf(value, "problem") ?? "" }];
    })
    .sort((a, b) => b.at - a.at);
}

/** @param stored `alertTests/<authUid>/<channel>` */
export function parseAlertTest(stored: unknown): AlertTest | undefined {
  const farmId = textOf(stored, "farmId");
  const { askedAt, doneAt } = numbersIn(stored);
  if (farmId === undefined || askedAt === undefined) return undefined;
  return { farmId, askedAt, ...present({ doneAt, problem: textOf(stored, "problem") }) };
}

/** @param stored `users/<authUid>/alerts` */
export function parsePersonal(stored: unknown, farmId: string): Personal {
  const devices = entriesOf(fieldOf(stored, "push")).flatMap(([id, value]) => {
    const subscription = parseSubscription(value);
    return subscription === undefined ? [] : [[id, subscription] as const];
  });
  const choice = fieldOf(fieldOf(stored, "farms"), farmId);
  return {
    hasEmail: fieldOf(stored, "email") === true,
    token: textOf(stored, "token"),
    language: parseLanguage(stored),
    devices: new Map(devices),
    afterMinutes: parseAfterMinutes(choice),
    ...present({ since: numberOf(choice, "since") }),
  };
}

/**
 * Whether a member wants the farm: an administrator can make anybody a member, and only those who accepted get messages.
 * @param stored `users/<authUid>/farms/<farmId>`
 */
export function isAccepted(stored: unknown): boolean {
  return stored === true;
}

/** @param stored `users/<authUid>/alerts/farms/<farmId>` */
function parseAfterMinutes(stored: unknown): AfterMinutes | undefined {
  if (stored === false) return undefined;
  const { afterMinutes } = numbersIn(stored);
  return AFTER_MINUTES.find((minutes) => minutes === afterMinutes) ?? 0;
}

function parseSubscription(stored: unknown): PushSubscription | undefined {
  const endpoint = textOf(stored, "endpoint");
  const p256dh = textOf(fieldOf(stored, "keys"), "p256dh");
  const auth = textOf(fieldOf(stored, "keys"), "auth");
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return undefined;
  return { endpoint, keys: { p256dh, auth } };
}

type Numbers = Readonly<Partial<Record<NumberName, number>>>;
const NUMBERS = [
  "since",
  "value",
  "bound",
  "extreme",
  "raisedAt",
  "reportedAt",
  "until",
  "foundAt",
  "remindedAt",
  "clearingSince",
  "snoozedUntil",
  "unansweredSince",
  "notified",
  "askedAt",
  "doneAt",
  "afterMinutes",
] as const;
type NumberName = (typeof NUMBERS)[number];

function numbersIn(stored: unknown): Numbers {
  return present(Object.fromEntries(NUMBERS.map((name) => [name, numberOf(stored, name)])));
}

/** Leaves out undefined fields, as the database does. */
function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
