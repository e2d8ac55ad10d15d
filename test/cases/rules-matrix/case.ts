/** A row of the rules' tables: an actor, an operation and the expected verdict. */

export type Json = null | boolean | number | string | { readonly [key: string]: Json };

/** A query by a child, or by `$key`. Absent parameters are not sent. */
export interface Query {
  readonly orderByChild: string;
  readonly equalTo?: string;
  readonly startAt?: string;
  readonly endAt?: string;
  readonly limitToFirst?: number;
  readonly limitToLast?: number;
}

/** Paths are relative to the root. `update` writes all its paths at once, or none. */
export type Operation =
  | { readonly read: string; readonly query?: Query }
  | { readonly set: string; readonly to: Json }
  | { readonly update: Readonly<Record<string, Json>> };

/** `nothing`: the read is denied or returns nothing. */
export type Verdict = "allowed" | "denied" | "nothing";

export interface Case {
  /** The row's topic, for the reader. */
  readonly title: string;
  /** The actor's uid. Null if signed out. */
  readonly actor: string | null;
  readonly operation: Operation;
  readonly verdict: Verdict;
  /** Data that an administrator wrote before. */
  readonly given?: Readonly<Record<string, Json>>;
}

export function set(path: string, to: Json): Operation {
  return { set: path, to };
}

export function remove(path: string): Operation {
  return { set: path, to: null };
}

export function update(paths: Readonly<Record<string, Json>>): Operation {
  return { update: paths };
}

export type Try = readonly [actor: string | null, operation: Operation, given?: Case["given"]];

function rows(verdict: Verdict) {
  return (title: string, ...tries: readonly Try[]): readonly Case[] =>
    tries.map(([actor, operation, given]) => ({
      title,
      actor,
      operation,
      verdict,
      ...(given !== undefined && { given }),
    }));
}

export const allowed = rows("allowed");
export const denied = rows("denied");
export const nothing = rows("nothing");
