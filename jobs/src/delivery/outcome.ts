/** How the delivery of one message to one recipient ended. */

import type { DeliveryProblem } from "../messages/delivery-problem";

/**
 * `gone`: a push subscription that no longer exists, or that can never work. The `problem` says which, to whoever tests it.
 * `unwanted`: the person has changed their mind, or is gone.
 */
export type Outcome =
  | { readonly kind: "delivered" | "unwanted" }
  | { readonly kind: "gone"; readonly problem: DeliveryProblem }
  | Failure;

export interface Failure {
  /** `refused`: trying again cannot help. */
  readonly kind: "retry" | "refused";
  readonly problem: DeliveryProblem;
  /** Nothing else can be delivered by this channel now. */
  readonly isChannelDown?: true;
}
