/** How the delivery of one message to one recipient ended. */

import type { Problem } from "../messages/delivery-problem";

/**
 * `gone`: a push subscription that no longer exists, or that can never work. The `problem` says which, to whoever tests it.
 * `unwanted`: the person has changed their mind, or is gone.
 */
export type Outcome =
  | { readonly kind: "delivered" | "unwanted" }
  | { readonly kind: "gone"; readonly problem: Problem }
  | Failure;

export interface Failure {
  /** `refused`: trying again cannot help. */
  readonly kind: "retry" | "refused";
  readonly problem: Problem;
  /** Nothing else can be delivered by this channel now. */
  readonly isChannelDown?: true;
}
