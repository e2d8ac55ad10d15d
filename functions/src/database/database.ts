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

/** A multi-path update, all stored or none: values by path. */
export type Update = Readonly<Record<string, Value>>;

/** The database as one request sees it. */
export interface Database {
  read(path: string): Promise<ReadOutcome>;
  commit(update: Update): Promise<CommitOutcome>;
}

/** Nobody may read this path, and nothing is there: a read that succeeds was made as an administrator. */
export const UNREADABLE_PATH = "forbiddenToSensorIngest";

/**
 * The database did not do its part. `timeout`: no answer in time; `failed`: an error of its own;
 * `denied`: its rules refuse what the functions must be able to do.
 */
export class Unavailable extends Error {
  override readonly name = "Unavailable";

  constructor(
    readonly reason: "timeout" | "failed" | "denied",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
