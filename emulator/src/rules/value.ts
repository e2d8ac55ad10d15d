/** What expressions evaluate to: scalars, snapshots, branches, patterns, lists, claims, the query, or a failure. */

export type Value = null | boolean | number | string | object;

/** An operation that did not fit its operands; `!` does not turn it into a grant. */
export class Failure {
  constructor(readonly message: string) {}
}

/** Longest text an expression may produce, in UTF-16 units; as long as the longest text of the database. */
export const MAX_TEXT_LENGTH = 10 * 1024 * 1024;
