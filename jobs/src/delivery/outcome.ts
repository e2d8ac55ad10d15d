/** The outcome of one delivery. */

import type { DeliveryProblem } from "../messages/delivery-problem";

/**
 * - `gone`: the push subscription no longer exists, or can never work. A person who tests the channel reads the `problem`.
 * - `unwanted`: the person has switched the channel off or has left the farm.
 */
export type Outcome =
  | { readonly kind: "delivered" | "unwanted" }
  | { readonly kind: "gone"; readonly problem: DeliveryProblem }
  | Failure;

export interface Failure {
  /** `refused`: trying again cannot help. */
  readonly kind: "retry" | "refused";
  readonly problem: DeliveryProblem;
  /** This channel cannot deliver any notification now. */
  readonly isChannelDown?: true;
}
