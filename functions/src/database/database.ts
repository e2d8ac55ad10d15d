/** The database as the rest of the functions uses it. */

/** A simple value, or a flat record of them. */
type Value = string | number | boolean | Readonly<Record<string, string | number>>;

/** A multi-path update: values by path. */
export type Update = Readonly<Record<string, Value>>;

/** The database as one request sees it. Every operation ends within the request's deadline, or throws `Unavailable`. */
export interface Database {
  /** The JSON value at a path; null where there is nothing. */
  read(path: string): Promise<unknown>;
  /** Stores all of an update, or nothing where the security rules deny a part of it. */
  commit(update: Update): Promise<"stored" | "denied">;
  /**
   * The same for a large update, which is computed when its turn has come: what is newest may have changed while it
   * waited.
   */
  commitLarge(plan: () => Update): Promise<"stored" | "denied">;
}

/** Nobody may read this path, and nothing is there: a read that succeeds was made as an administrator. */
export const UNREADABLE_PATH = "forbiddenToSensorIngest";

/**
 * The database did not serve the request. `timeout`: no answer in time; `failed`: an error of its own;
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
