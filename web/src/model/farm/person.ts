/** The person who is signed in. */

export interface Person {
  readonly uid: string;
  /** A name, an e-mail address, or the uid. */
  readonly name: string;
  /** Undefined if the account has none. */
  readonly email: string | undefined;
}
