/** Messages that wait for delivery. */

import type { Quantity } from "../quantities/measurements.ts";
import type { Alert } from "./model.ts";

/** `alertOutbox/<farmId>/<messageId>`: what a check decided, and the recipients that do not have it yet. */
export interface OutboxNotification {
  /** When the newest of its alerts was decided. */
  readonly at: number;
  /** When the oldest of its alerts was decided; absent: at the same time. */
  readonly since?: number;
  /** How many alerts of the farm waited for an answer then, also those of earlier messages. */
  readonly unanswered?: number;
  /** The worst alerts, by id: at most MAX_NAMED. */
  readonly alerts?: Readonly<Record<string, NotifiedTransition>>;
  /** The other alerts, by what they have in common. */
  readonly others?: Readonly<Record<string, OtherAlerts>>;
  /** By recipientIdOf. */
  readonly to: Readonly<Record<string, Attempts>>;
}

/** What happened to an alert. `late`: late readings show an alert that nobody noticed in time. */
export const TRANSITION_KINDS = ["raised", "reminded", "acknowledged", "cleared", "late"] as const;
export type TransitionKind = (typeof TRANSITION_KINDS)[number];

/** Alerts that a message names. */
export const MAX_NAMED = 20;
/** In bytes of JSON, without the recipients. */
export const MAX_CONTENT_BYTES = 16_000;
/** Messages of a farm that wait to be delivered; one of them for each recipient. */
export const MAX_NOTIFICATIONS = 50;

/** What a message holds of one alert. */
export interface NotifiedTransition extends Alert {
  readonly state: TransitionKind;
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

/** Alerts that a message only counts. Without a greenhouse they are of several. */
export interface OtherAlerts {
  readonly state: TransitionKind;
  readonly kind: Alert["kind"];
  readonly measurement?: Quantity;
  readonly greenhouse?: string;
  readonly greenhouseName?: string;
  /** The highest escalation among them; absent: 0. */
  readonly escalation?: number;
  readonly count: number;
}

export const MINUTES_BEFORE = ["60", "40", "20", "0"] as const;

interface Attempts {
  readonly attempts: number;
  readonly nextAt: number;
}
