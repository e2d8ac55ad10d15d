/**
 * What expressions evaluate to. A failure is a value too: it passes through every operator and denies the rule.
 * Objects are snapshots, branches of the tree, regular expressions, claims of a token, or the query.
 */

export type Value = null | boolean | number | string | object;

/** An operation that did not fit its operands; `!` does not turn it into a grant. */
export class Failure {
  constructor(
    /** For a developer, such as "< takes two numbers or two strings". */
    readonly message: string,
  ) {}
}

/** Longest text an expression may produce, in UTF-16 units; as long as the longest text of the database. */
export const MAX_TEXT_LENGTH = 10 * 1024 * 1024;
