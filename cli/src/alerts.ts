/** Alerts as the database holds them, and in words. */

import {
  parseRecipientId,
  type AlertFact,
  type AlertSettings,
  type LoggedAlert,
  type OpenAlert,
} from "../../domain/src/alerts";
import { DIGITS, QUANTITIES, UNITS, type Quantity } from "../../domain/src/measurements";
import { childrenOf, numberOf, objectOf, textOf } from "./database";
import type { Child, Database, Json } from "./database";

export interface StoredSettings {
  readonly numbers: Pick<AlertSettings, "silentAfterMinutes" | "lowBatteryPercent">;
  readonly webhookUrl: string | undefined;
}

/** Undefined: the farm is not watched. */
export async function readSettings(
  database: Database,
  farmId: string,
): Promise<StoredSettings | undefined> {
  const record = objectOf(await database.read(`alertSettings/${farmId}`));
  const silentAfterMinutes = numberOf(record?.["silentAfterMinutes"]);
  const lowBatteryPercent = numberOf(record?.["lowBatteryPercent"]);
  if (silentAfterMinutes === undefined || lowBatteryPercent === undefined) return undefined;
  return {
    numbers: { silentAfterMinutes, lowBatteryPercent },
    webhookUrl: textOf(objectOf(record?.["webhook"])?.["url"]),
  };
}

/** What the jobs of a database offer. */
export interface Service {
  /** When the jobs last checked the farms. */
  readonly lookedAt: number;
  readonly email: boolean;
  readonly push: boolean;
}

/** Undefined: the jobs have never run on this database. */
export async function readService(database: Database): Promise<Service | undefined> {
  const record = objectOf(await database.read("alertService"));
  const lookedAt = numberOf(record?.["lookedAt"]);
  if (lookedAt === undefined) return undefined;
  return { lookedAt, email: record?.["email"] === true, push: record?.["push"] !== undefined };
}

/** What a person has switched on. */
export async function readChannels(
  database: Database,
  person: string,
): Promise<Readonly<Record<"email" | "push", boolean>>> {
  const [email, push] = await Promise.all(
    ["email", "push"].map((name) => database.read(`users/${person}/alerts/${name}`)),
  );
  return { email: email === true, push: push !== null };
}

export interface Opened extends OpenAlert {
  readonly alertId: string;
}

/** The newest first. */
export async function readOpen(database: Database, farmId: string): Promise<readonly Opened[]> {
  return childrenOf(await database.read(`alerts/${farmId}/open`))
    .flatMap(([alertId, value]): Opened[] => {
      const alert = readAlert(value, "remindedAt");
      return alert === undefined ? [] : [{ alertId, ...(alert as unknown as OpenAlert) }];
    })
    .toSorted((a, b) => b.raisedAt - a.raisedAt);
}

/** The newest that are over, the newest first. */
export async function readLog(
  database: Database,
  farmId: string,
  limit: number,
): Promise<readonly LoggedAlert[]> {
  const page: readonly Child[] = await database.readLastPage(`alerts/${farmId}/log`, {}, limit);
  return page
    .flatMap(([, value]) => (readAlert(value, "clearedAt") as LoggedAlert | undefined) ?? [])
    .toReversed();
}

/** A person or webhook that messages could not be delivered to. */
export interface Undelivered {
  /** A person's uid; undefined for the webhook. */
  readonly person: string | undefined;
  readonly channel: string;
  readonly at: number;
  readonly problem: string;
}

export async function readUndelivered(
  database: Database,
  farmId: string,
): Promise<readonly Undelivered[]> {
  return childrenOf(await database.read(`alerts/${farmId}/undelivered`)).flatMap(
    ([id, value]): Undelivered[] => {
      const recipient = parseRecipientId(id);
      const record = objectOf(value);
      const at = numberOf(record?.["at"]);
      const problem = textOf(record?.["problem"]);
      if (recipient === undefined || at === undefined || problem === undefined) return [];
      const person = recipient.channel === "webhook" ? undefined : recipient.person;
      return [{ person, channel: recipient.channel, at, problem }];
    },
  );
}

/** The rules ensure the shape of a record that has these fields. */
function readAlert(value: Json, time: "remindedAt" | "clearedAt"): object | undefined {
  const record = objectOf(value);
  const isAlert =
    textOf(record?.["kind"]) !== undefined &&
    numberOf(record?.["raisedAt"]) !== undefined &&
    numberOf(record?.[time]) !== undefined;
  return isAlert ? record : undefined;
}

/** Such as `temperature 2.1 °C, below 5 °C`. Pure. */
export function describeAlert(
  alert: Pick<AlertFact, "kind" | "measurement" | "value" | "bound"> & {
    readonly extreme?: number;
  },
): string {
  const { kind, measurement, bound, extreme, value = extreme } = alert;
  const name = measurement ?? "";
  const word = wordOf(name);
  switch (kind) {
    case "above":
    case "below": {
      const worst =
        extreme === undefined || extreme === value ? "" : ` (at worst ${quantity(extreme, name)})`;
      return `${word} ${quantity(value, name)}, ${kind} ${quantity(bound, name)}${worst}`;
    }
    case "fault":
      // Not rounded: 100.4 % would look like a possible value.
      return `${[word, value ?? "?", unitOf(name)].join(" ").trimEnd()}: sensor fault`;
    case "silent":
      return measurement === undefined ? "no readings" : `no ${word}`;
    case "battery":
      return `battery ${quantity(value, "battery")}, at or below ${quantity(bound, "battery")}`;
  }
}

function wordOf(name: string): string {
  return name === "vpd" ? "VPD" : name === "dewPoint" ? "dew point" : name;
}

/** Zeros after the separator are left out. */
function quantity(value: number | undefined, name: string): string {
  if (value === undefined) return "?";
  const known = knownQuantity(name);
  if (known === undefined) return String(value);
  return `${Number(value.toFixed(DIGITS[known]))} ${UNITS[known]}`;
}

function unitOf(name: string): string {
  const known = knownQuantity(name);
  return known === undefined ? "" : UNITS[known];
}

function knownQuantity(name: string): Quantity | undefined {
  return QUANTITIES.find((each) => each === name);
}
