/** The outbox: notifications that wait for delivery. */

import type { Quantity } from "../quantities/measurements.ts";
import type { Alert } from "./model.ts";

/** `alertOutbox/<farmId>/<messageId>`: a notification, and the recipients that do not have it yet. */
export interface OutboxNotification {
  /** When the newest transition was decided, in Unix milliseconds. */
  readonly at: number;
  /** When the oldest transition was decided; absent: at the same time. */
  readonly since?: number;
  /** How many alerts of the farm waited for an answer then, including alerts of earlier notifications. */
  readonly unanswered?: number;
  /** The worst alerts, by id: at most MAX_NAMED. */
  readonly alerts?: Readonly<Record<string, NotifiedTransition>>;
  /** Counts of the other alerts, by their common fields. */
  readonly others?: Readonly<Record<string, OtherAlerts>>;
  /** By recipientIdOf. */
  readonly to: Readonly<Record<string, Attempts>>;
}

/** Kinds of transitions. `late`: late readings show an alert that nobody noticed in time. */
export const TRANSITION_KINDS = ["raised", "reminded", "acknowledged", "cleared", "late"] as const;
export type TransitionKind = (typeof TRANSITION_KINDS)[number];

/** Alerts that a notification names. */
export const MAX_NAMED = 20;
/** Size of a notification in bytes of JSON, without the recipients. */
export const MAX_CONTENT_BYTES = 16_000;
/** Notifications in the outbox of a farm. At most one waits for each recipient. */
export const MAX_NOTIFICATIONS = 100;

/** A transition of an alert, as a notification holds it. */
export interface NotifiedTransition extends Alert {
  readonly state: TransitionKind;
  readonly extreme?: number;
  /** How many times for a reminder have passed without an answer (escalation.ts); absent: 0, or acknowledged. */
  readonly escalation?: number;
  /** The name of a person. */
  readonly acknowledgedBy?: string;
  /** When the newest value was sent, if it is so old that nobody knows the present value. */
  readonly silentSince?: number;
  readonly clearedAt?: number;
  /** The values 60, 40, 20 and 0 minutes before, where measured. The keys are these minutes. */
  readonly hour?: Readonly<Partial<Record<(typeof MINUTES_BEFORE)[number], number>>>;
}

/** Alerts that a notification only counts. Without a greenhouse, they are in several greenhouses. */
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
