import type { NotifiedTransition } from "@greenhouse/domain/alerts/outbox";
import type { AfterMinutes } from "@greenhouse/domain/alerts/people";
import type { Listed } from "@greenhouse/domain/alerts/records";

/** A transition of an alert, and the people who are notified of it. */
export interface Transition {
  readonly alert: Listed<NotifiedTransition>;
  /** The people to notify, by the minutes that they chose. */
  readonly to: readonly AfterMinutes[];
  /** The people among them to whom a repeated alert is new. */
  readonly newTo?: readonly AfterMinutes[];
  /** The uid of the person who acknowledged the alert. */
  readonly by?: string;
}
