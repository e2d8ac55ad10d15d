/**
 * What the rest of the functions knows of the database. Every operation ends within the request's deadline: with an
 * outcome, or by throwing `Unavailable`. A denial by the security rules is an outcome.
 */

/** What a read found: a JSON value (null where there is nothing), or that the rules forbid it. */
export type ReadOutcome =
  { readonly outcome: "read"; readonly value: unknown } | { readonly outcome: "denied" };

/** Whether an update was stored whole, or denied whole. */
export type CommitOutcome = "stored" | "denied";

/** A simple value, or a flat record of them. */
export type Value = string | number | Readonly<Record<string, string | number>>;

/**
 * A multi-path update, all stored or none. It is told from the lowest place that its paths share, which makes for a
 * shorter message; and the SDK counts two updates in flight as overlapping where one's place holds the other's, and then
 * lays all of them over each other anew with every answer: told from the root, all would.
 */
export interface Update {
  readonly place: string;
  /** By path below that place. */
  readonly values: Readonly<Record<string, Value>>;
}

/** The database as one request sees it. */
export interface Database {
  read(path: string): Promise<ReadOutcome>;
  commit(update: Update): Promise<CommitOutcome>;
}

/**
 * The database did not do its part. `silent`: no answer in time; `failed`: an error of its own;
 * `denied`: its rules refuse what the functions must be able to do.
 */
export class Unavailable extends Error {
  override readonly name = "Unavailable";

  constructor(
    readonly reason: "silent" | "failed" | "denied",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
