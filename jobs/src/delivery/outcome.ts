/** How the delivery of one message to one recipient ended. */

import type { Problem } from "../messages/problem";

export type Outcome =
  | { readonly kind: "delivered" }
  | Retry
  /** Trying again cannot help. */
  | Refused
  /** A push subscription that no longer exists. */
  | { readonly kind: "gone" };

/** Try again later. */
export interface Retry {
  readonly kind: "retry";
  readonly problem: Problem;
  /** Nothing else can be delivered by this channel now. */
  readonly isChannelDown?: true;
}

export interface Refused {
  readonly kind: "refused";
  readonly problem: Problem;
}
