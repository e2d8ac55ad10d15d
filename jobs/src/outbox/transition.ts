import type { NotifiedTransition } from "@greenhouse/domain/alerts/outbox";
import type { AfterMinutes } from "@greenhouse/domain/alerts/people";
import type { Listed } from "@greenhouse/domain/alerts/records";

/** What people are notified of. */
export interface Transition {
  readonly alert: Listed<NotifiedTransition>;
  /** Those who chose to be notified so soon. */
  readonly to: readonly AfterMinutes[];
  /** Those of them to whom an alert that is repeated is new. */
  readonly newTo?: readonly AfterMinutes[];
  /** The person who acknowledged it. */
  readonly by?: string;
}
