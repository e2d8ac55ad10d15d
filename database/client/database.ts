/** The database interface of programs that use REST. */

import type { SERVER_TIME } from "@greenhouse/domain/stored";
import type { Query } from "./queries.ts";

type Fields = Readonly<Record<string, string | number | typeof SERVER_TIME>>;

/** A simple value, a flat record of texts, numbers and server times, or a record of flat records. Null deletes. */
type Value = string | number | boolean | Fields | Readonly<Record<string, Fields>> | null;

/** A multi-path update: values by path. */
export type Update = Readonly<Record<string, Value>>;

/**
 * The database as one request or one run sees it. Every operation ends within its deadline, or throws `Unavailable`.
 */
export interface Database {
  /** Returns the JSON value at a path, or the children that a query selects. Null if there is nothing. */
  read(path: string, query?: Query): Promise<unknown>;
  /** Stores the whole update, or nothing if the security rules deny a part of it. */
  commit(update: Readonly<Record<string, unknown>>): Promise<"stored" | "denied">;
}

/**
 * The database did not confirm the operation. `timeout`: no answer in time, so a write may be stored. `failed`: an
 * answer that a retry does not change. `denied`: the rules forbid the operation.
 */
export class Unavailable extends Error {
  override readonly name = "Unavailable";

  readonly reason: "timeout" | "failed" | "denied";

  constructor(reason: Unavailable["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
