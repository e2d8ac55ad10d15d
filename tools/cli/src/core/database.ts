/**
 * The commands' interface to the database. Every call ends within its deadline or throws CommandError (unreachable).
 */

import type { KeyRange } from "@greenhouse/domain/identity/key-range";
import type { Address } from "../farm/accounts";

/** What a path holds. */
export type Json = null | string | number | boolean | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export type WriteOutcome = "stored" | "denied";
export type CreateOutcome = "created" | "exists" | "denied";
/** `changed`: another value was stored there in the meantime. */
export type ReplaceOutcome = "replaced" | "changed" | "denied";
export type ReadOutcome =
  { readonly outcome: "read"; readonly value: Json } | { readonly outcome: "denied" };

export type Child = readonly [key: string, value: Json];

export interface Database {
  /** Reads a path that the rules may deny. */
  tryRead(path: string): Promise<ReadOutcome>;
  /** @throws CommandError (failed) where the rules deny it */
  read(path: string): Promise<Json>;
  /** The children of `path` whose `field` equals `value`. */
  find(path: string, field: string, value: string): Promise<Readonly<Record<string, Json>>>;
  /** The first children in the order of their keys. */
  readPage(path: string, range: KeyRange, limit: number): Promise<readonly Child[]>;
  /** The last children in the order of their keys, in that order. */
  readLastPage(path: string, range: KeyRange, limit: number): Promise<readonly Child[]>;
  /** The children of `path` whose `field` is highest. */
  findHighest(path: string, field: string, limit: number): Promise<Readonly<Record<string, Json>>>;
  /** Writes many paths at once or none; null removes. */
  update(values: Readonly<Record<string, Json>>): Promise<WriteOutcome>;
  /** Writes one path in a transaction, if nothing is stored there. */
  create(path: string, value: Json): Promise<CreateOutcome>;
  /** Replaces one text or number in a transaction, if the expected value (null: nothing) is still stored there. */
  replace(path: string, expected: Json, value: Json): Promise<ReplaceOutcome>;
  /** Reports each existing child and each new one. Returns how to stop. */
  watch(path: string, range: KeyRange, listener: WatchListener): () => void;
  /** The rules in force, as they were uploaded. */
  readRules(): Promise<string>;
  /** How far the server's clock is ahead of this one, in milliseconds. */
  clockOffset(): Promise<number>;
}

export interface WatchListener {
  readonly onChild: (key: string, value: Json) => void;
  /** After all existing children. */
  readonly onReady?: () => void;
  readonly onLost: (error: Error) => void;
}

/** Opens databases of one target, as the administrator or as a user under the rules. */
export interface Connections {
  /** @throws CommandError (unreachable) where it gives no answer or no credentials are found */
  open(asUid?: string): Promise<Database>;
  /** The uid of the person with this address. */
  findPerson(email: string): Promise<string | undefined>;
  /** The addresses by uid, of those who have one; undefined where the accounts cannot be asked. */
  findAddresses(uids: readonly string[]): Promise<ReadonlyMap<string, Address> | undefined>;
  /** With it the database knows the administrator. */
  accessToken(): Promise<string>;
  close(): Promise<void>;
}
