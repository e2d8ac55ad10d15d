/** The stored form of alerts, which the jobs, the page and the command line share. */

import { MINUTE_MS } from "../time.ts";
import type { Attention } from "./attention.ts";
import type { Quantity } from "../quantities/measurements.ts";
import { OUTPUT_ATTENTION } from "../outputs/attention.ts";
import type { OutputAttentionKind } from "../outputs/attention.ts";

/** The uid under which the jobs sign in. It belongs to no farm. */
export const JOBS_UID = "farm-watch";

/** `alertSettings/<farmId>`: a farm with these is watched. */
export interface AlertSettings {
  /** 0: no alerts of silent sensors. */
  readonly silentAfterMinutes: number;
  /** 0: no alerts of batteries. */
  readonly lowBatteryPercent: number;
  /** Of texts for the whole farm: the webhook's, and why something was not delivered. Absent: English. */
  readonly language?: Language;
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

/** Of readings. */
export const SENSOR_ALERTS = Object.keys({
  above: true,
  below: true,
  fault: true,
  silent: true,
  battery: true,
} satisfies Readonly<Record<Attention["kind"], true>>) as readonly Attention["kind"][];

export type AlertKind = Attention["kind"] | OutputAttentionKind;
export const ALERT_KINDS: readonly AlertKind[] = [...SENSOR_ALERTS, ...OUTPUT_ATTENTION];

/** Without a measurement or an output it is about the whole sensor. Times are in Unix milliseconds. */
export interface AlertFact {
  readonly kind: AlertKind;
  readonly uid: string;
  readonly sensorName: string;
  /** The greenhouse's id. */
  readonly greenhouse: string;
  readonly greenhouseName: string;
  readonly measurement?: Quantity;
  /** The name in the database, and the one that people gave it. */
  readonly output?: string;
  readonly outputName?: string;
  /**
   * The newest value beyond the bound; in the message that the alert is over, the newest value. Of an output, what is
   * ordered or set.
   */
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
  /** The newest check that notified somebody of it (escalation.ts). */
  readonly remindedAt: number;
  /** When a look first found it over. */
  readonly clearingSince?: number;
  /** A person's uid. */
  readonly acknowledgedBy?: string;
  /** The `acknowledgedBy` that people were notified of. */
  readonly announced?: string;
  readonly snoozedUntil?: number;
  /** When the last answer ended, or will end; absent: there was none (escalation.ts). */
  readonly unansweredSince?: number;
  /** The latest of those who were notified before that; absent: those at once. */
  readonly notified?: AfterMinutes;
}

/** `alerts/<farmId>/log/<pushKey>`: an alert that is over. */
export interface LoggedAlert extends AlertFact {
  readonly raisedAt: number;
  readonly clearedAt: number;
  readonly extreme?: number;
  readonly acknowledgedBy?: string;
  /** When late readings showed it; absent: it was noticed while it was so. */
  readonly reportedAt?: number;
}

/** The kinds that late readings can show. */
export const LATE_KINDS = ["below", "above"] as const;

/** `alerts/<farmId>/late/<id>`: what late readings showed, until the next check records it. Times are in Unix milliseconds. */
export interface LateFinding {
  readonly kind: (typeof LATE_KINDS)[number];
  readonly measurement: Quantity;
  readonly uid: string;
  /** The greenhouse's id. */
  readonly greenhouse: string;
  /** The value farthest beyond the bound. */
  readonly value: number;
  readonly bound: number;
  /** The first and the last reading beyond the bound. */
  readonly since: number;
  readonly until: number;
  readonly foundAt: number;
}

export function isOfOutput(kind: AlertKind): kind is OutputAttentionKind {
  return OUTPUT_ATTENTION.includes(kind as OutputAttentionKind);
}

/** The name of an alert's child of `open`: at most one for each sensor, quantity or output, and kind. */
export function alertIdOf(
  about: Pick<AlertFact, "kind" | "uid" | "measurement" | "output">,
): string {
  return `${about.kind},${about.measurement ?? about.output ?? ""},${about.uid}`;
}

/** Its name in a message, beside the alert that may be open now. */
export function lateIdOf(about: Parameters<typeof alertIdOf>[0]): string {
  return `late,${alertIdOf(about)}`;
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

/** `alertOutbox/<farmId>/<messageId>`: what a check decided, and the recipients that do not have it yet. */
export interface OutboxEntry {
  /** When the newest of it was decided. */
  readonly at: number;
  /** When the oldest was; absent: then too. */
  readonly since?: number;
  /** How many alerts of the farm waited for an answer then, also those of earlier messages. */
  readonly unanswered?: number;
  /** The worst, by id: at most MAX_NAMED. */
  readonly alerts?: Readonly<Record<string, NotifiedAlert>>;
  /** The others, by what they have in common. */
  readonly others?: Readonly<Record<string, OtherAlerts>>;
  /** By recipientIdOf. */
  readonly to: Readonly<Record<string, Attempts>>;
}

/** What happened to an alert. `late`: readings that came late show one that nobody noticed while it was so. */
export const ALERT_STATES = ["raised", "reminded", "acknowledged", "cleared", "late"] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Alerts that a message names. */
export const MAX_NAMED = 20;
/** In bytes of JSON, without the recipients. */
export const MAX_MESSAGE_BYTES = 16_000;
/** Messages of a farm that wait to be delivered; one of them for each recipient. */
export const MAX_WAITING = 50;

/** What a message holds of one alert. */
export interface NotifiedAlert extends AlertFact {
  readonly state: AlertState;
  readonly extreme?: number;
  /** How often nobody answered (escalation.ts); absent: 0, or somebody did. */
  readonly escalation?: number;
  /** The name of a person. */
  readonly acknowledgedBy?: string;
  /** When the newest value was sent, if it is so old that nobody knows the present one. */
  readonly silentSince?: number;
  readonly clearedAt?: number;
  /** The quantity 60, 40, 20 and 0 minutes before, where it was measured; the keys are these minutes. */
  readonly hour?: Readonly<Partial<Record<(typeof MINUTES_BEFORE)[number], number>>>;
}

/** Alerts that a message only counts. Without a greenhouse: of several. */
export interface OtherAlerts {
  readonly state: AlertState;
  readonly kind: AlertFact["kind"];
  readonly measurement?: Quantity;
  readonly greenhouse?: string;
  readonly greenhouseName?: string;
  /** The highest of them; absent: 0. */
  readonly escalation?: number;
  readonly count: number;
}

export const MINUTES_BEFORE = ["60", "40", "20", "0"] as const;

interface Attempts {
  readonly attempts: number;
  readonly nextAt: number;
}

/** Those that messages are written in. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** How many minutes an alert may stand unacknowledged before a person is notified of it. */
export const AFTER_MINUTES = [0, 5, 15, 30] as const;
export type AfterMinutes = (typeof AFTER_MINUTES)[number];

/** `users/<authUid>/alerts`: how a person is notified of a farm's alerts. */
export interface Personal {
  readonly hasEmail: boolean;
  /** 32 hexadecimal digits: whoever knows them may switch e-mail off. */
  readonly token: string | undefined;
  readonly language: Language | undefined;
  /** Those that get push messages, by id. */
  readonly devices: ReadonlyMap<string, PushSubscription>;
  /** Undefined: the person wants no messages of the farm. */
  readonly afterMinutes: AfterMinutes | undefined;
  /** When the person chose that, if it is known: of alerts of before, they may have been notified sooner. */
  readonly since?: number;
}

/** As the browser's PushSubscription gives it. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** The longest text of why something was not delivered. */
export const MAX_PROBLEM_CHARACTERS = 300;

/** `alertTests/<authUid>/<channel>`: a person asks for a test message, and the next run of the jobs answers. */
export interface AlertTest {
  readonly farmId: string;
  readonly askedAt: number;
  readonly doneAt?: number;
  /** Why it could not be delivered. */
  readonly problem?: string;
}

/** Farms are looked at every minute: if the newest look is older than this, the jobs do not run. */
export const LATE_LOOK_MS = 3 * MINUTE_MS;

/** `alertService`: what the deployed jobs offer. Absent where they are not deployed. */
export interface AlertService {
  /** When the farms were last checked. */
  readonly lookedAt: number;
  /** When readings were last rolled up. */
  readonly foldedAt?: number;
  readonly email?: true;
  /** The public VAPID key, in base64url. */
  readonly push?: string;
}
