/**
 * The commands' interface to the database. Every call ends within its deadline or throws CommandError (unreachable).
 */

import type { KeyRange } from "@greenhouse/domain/identity/key-range";
import type { Address } from "../farm/accounts";

/** The value of a path. */
export type Json = null | string | number | boolean | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export type WriteOutcome = "stored" | "denied";
export type CreateOutcome = "created" | "exists" | "denied";
/** `changed`: somebody stored another value there in the meantime. */
export type ReplaceOutcome = "replaced" | "changed" | "denied";
export type ReadOutcome =
  { readonly outcome: "read"; readonly value: Json } | { readonly outcome: "denied" };

export type Child = readonly [key: string, value: Json];

export interface Database {
  /** Reads a path that the rules may deny. */
  tryRead(path: string): Promise<ReadOutcome>;
  /** @throws CommandError (failed) if the rules deny it */
  read(path: string): Promise<Json>;
  /** Returns the children of `path` whose `field` equals `value`. */
  find(path: string, field: string, value: string): Promise<Readonly<Record<string, Json>>>;
  /** Returns the first children in the order of their keys. */
  readPage(path: string, range: KeyRange, limit: number): Promise<readonly Child[]>;
  /** Returns the last children in the order of their keys, ascending. */
  readLastPage(path: string, range: KeyRange, limit: number): Promise<readonly Child[]>;
  /** Returns the children of `path` with the highest values of `field`. */
  findHighest(path: string, field: string, limit: number): Promise<Readonly<Record<string, Json>>>;
  /** Writes all paths or none; null removes. */
  update(values: Readonly<Record<string, Json>>): Promise<WriteOutcome>;
  /** Writes one path in a transaction, if nothing is stored there. */
  create(path: string, value: Json): Promise<CreateOutcome>;
  /**
   * Replaces one text or number in a transaction, if the expected value (null: nothing) is still
   * stored there.
   */
  replace(path: string, expected: Json, value: Json): Promise<ReplaceOutcome>;
  /** Reports each existing child and each new one. Returns a function that stops. */
  watch(path: string, range: KeyRange, listener: WatchListener): () => void;
  /** Returns the rules of the database, as they were uploaded. */
  readRules(): Promise<string>;
  /** Returns how far the server's clock is ahead of this one, in milliseconds. */
  clockOffset(): Promise<number>;
}

export interface WatchListener {
  readonly onChild: (key: string, value: Json) => void;
  /** Called after all existing children. */
  readonly onReady?: () => void;
  readonly onLost: (error: Error) => void;
}

/** Opens databases of one target, as the administrator or as a user under the rules. */
export interface Connections {
  /** @throws CommandError (unreachable) if it gives no answer or no credentials are found */
  open(asUid?: string): Promise<Database>;
  /** Returns the uid of the person with this address. */
  findPerson(email: string): Promise<string | undefined>;
  /**
   * Returns the addresses of people who have an address, by uid; undefined if the accounts cannot be asked.
   */
  findAddresses(uids: readonly string[]): Promise<ReadonlyMap<string, Address> | undefined>;
  /** Returns a token that identifies the administrator to the database. */
  accessToken(): Promise<string>;
  close(): Promise<void>;
}
