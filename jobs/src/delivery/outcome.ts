/** How the delivery of one message to one recipient ended. */

/** `problem` is for people: short, and without a person's address, a secret or the query of a URL. */
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
  readonly problem: any;
  /** Nothing else can be delivered by this channel now. */
  readonly isChannelDown?: true;
}

export interface Refused {
  readonly kind: "refused";
  readonly problem: any;
}
