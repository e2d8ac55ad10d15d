/** The stored form of alerts, which the jobs, the page and the command line share. */

import type { Attention } from "./attention.ts";
import type { Quantity } from "./measurements.ts";

/** The uid under which the jobs sign in. It belongs to no farm. */
export const JOBS_UID = "farm-watch";

/** `alertSettings/<farmId>`: a farm with these is watched. */
export interface AlertSettings {
  /** 0: no alerts of silent sensors. */
  readonly silentAfterMinutes: number;
  /** 0: no alerts of batteries. */
  readonly lowBatteryPercent: number;
  readonly webhook?: Webhook;
}

export interface Webhook {
  readonly url: string;
  /** `whsec_` and base64, as in the Standard Webhooks specification. */
  readonly secret: string;
}

export const DEFAULT_SETTINGS: AlertSettings = { silentAfterMinutes: 30, lowBatteryPercent: 20 };
/** A week. */
export const MAX_SILENT_AFTER_MINUTES = 10_080;

/**
 * What an owner deletes in one update to switch alerts off: the settings, and open alerts, because the farm is no
 * longer watched.
 */
export function switchingOff(farmId: string): Readonly<Record<string, null>> {
  return {
    [`alertSettings/${farmId}`]: null,
    [`alerts/${farmId}/open`]: null,
    [`alerts/${farmId}/pending`]: null,
  };
}

/** The kinds of Attention. */
export const ALERT_KINDS = Object.keys({
  above: true,
  below: true,
  fault: true,
  silent: true,
  battery: true,
} satisfies Readonly<Record<Attention["kind"], true>>);

/** Without a measurement it is about the whole sensor. Times are in Unix milliseconds. */
export interface AlertFact {
  readonly kind: Attention["kind"];
  readonly uid: string;
  readonly sensorName: string;
  /** The greenhouse's id. */
  readonly greenhouse: string;
  readonly greenhouseName: string;
  readonly measurement?: Quantity;
  /** The newest value beyond the bound; in the message that the alert is over, the newest value. */
  readonly value?: number;
  readonly bound?: number;
  /** When it was first seen; of a silent sensor, when it last sent a reading. */
  readonly since: number;
}

/** `alerts/<farmId>/open/<alertId>`. */
export interface OpenAlert extends AlertFact {
  readonly raisedAt: number;
  /** The value farthest from the bound. */
  readonly extreme?: number;
  /** When the newest message about it was decided. */
  readonly remindedAt: number;
  /** When a look first found it over. */
  readonly clearingSince?: number;
  /** A person's uid. */
  readonly acknowledgedBy?: string;
  readonly snoozedUntil?: number;
}

/** `alerts/<farmId>/log/<pushKey>`: an alert that is over. */
export interface LoggedAlert extends AlertFact {
  readonly raisedAt: number;
  readonly clearedAt: number;
  readonly extreme?: number;
  readonly acknowledgedBy?: string;
}

/** The name of an alert's child of `open`: at most one for each sensor, quantity and direction. */
export function alertIdOf({
  kind,
  measurement,
  uid,
}: Pick<AlertFact, "kind" | "measurement" | "uid">): string {
  return `${kind},${measurement ?? ""},${uid}`;
}

/** The ways to reach people. A webhook belongs to the farm. */
export const CHANNELS = ["email", "push", "webhook"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Who gets a message: the child of `alertOutbox/<farmId>/<messageId>/to`, and of `alerts/<farmId>/undelivered`. */
export type Recipient =
  | { readonly channel: "email"; readonly person: string }
  | { readonly channel: "push"; readonly person: string; readonly device: string }
  | { readonly channel: "webhook" };

/** The id of a device has no comma. */
export function recipientIdOf(recipient: Recipient): string {
  switch (recipient.channel) {
    case "email":
      return `email,${recipient.person}`;
    case "push":
      return `push,${recipient.device},${recipient.person}`;
    case "webhook":
      return "webhook";
  }
}

/** Undefined where the text is no recipient's id. */
export function parseRecipientId(id: string): Recipient | undefined {
  if (id === "webhook") return { channel: "webhook" };
  const [, email, device = "", push] = /^(?:email,(.+)|push,([^,]+),(.+))$/su.exec(id) ?? [];
  if (email !== undefined) return { channel: "email", person: email };
  return push === undefined ? undefined : { channel: "push", device, person: push };
}

/** `alertOutbox/<farmId>/<messageId>`: what a look decided, and the recipients that do not have it yet. */
export interface OutboxEntry {
  /** When it was decided. */
  readonly at: number;
  readonly raised?: Readonly<Record<string, NotifiedAlert>>;
  readonly reminded?: Readonly<Record<string, NotifiedAlert>>;
  readonly cleared?: Readonly<Record<string, NotifiedAlert>>;
  readonly to: Readonly<Record<string, Attempts>>;
}

/** What a message holds of one alert. */
export interface NotifiedAlert extends AlertFact {
  readonly extreme?: number;
  readonly clearedAt?: number;
  /** The quantity 60, 40, 20 and 0 minutes before, where it was measured; the keys are these minutes. */
  readonly hour?: Readonly<Partial<Record<(typeof MINUTES_BEFORE)[number], number>>>;
}

export const MINUTES_BEFORE = ["60", "40", "20", "0"] as const;

interface Attempts {
  readonly attempts: number;
  readonly nextAt: number;
}

/** Those that messages are written in. */
export const LANGUAGES = ["en", "de"] as const;

/** `users/<authUid>/alerts`. */
export interface PersonalAlerts {
  readonly email?: true;
  /** 32 hexadecimal digits: whoever knows them may switch e-mail off. */
  readonly token?: string;
  readonly language?: (typeof LANGUAGES)[number];
  readonly push?: Readonly<Record<string, PushSubscription>>;
  /** `false`: no messages of this farm. */
  readonly farms?: Readonly<Record<string, false>>;
}

/** As the browser's PushSubscription gives it. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** The longest text of why something was not delivered. */
export const MAX_PROBLEM_CHARACTERS = 300;

/** `alertTests/<farmId>/<authUid>/<channel>`: a person asks for a test message, and the next look answers. */
export interface AlertTest {
  readonly askedAt: number;
  readonly doneAt?: number;
  /** Why it could not be delivered. */
  readonly problem?: string;
}

/** Farms are looked at every minute: if the newest look is older than this, the jobs do not run. */
export const LATE_LOOK_MS = 3 * 60_000;

/** `alertService`: what the deployed jobs offer. Absent where they are not deployed. */
export interface AlertService {
  /** Of the newest look. */
  readonly lookedAt: number;
  readonly email?: true;
  /** The public VAPID key, in base64url. */
  readonly push?: string;
}
