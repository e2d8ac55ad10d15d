/** A row of the rules' tables: who tries what, and with what result. */

export type Json = null | boolean | number | string | { readonly [key: string]: Json };

/** A query by child, or by `$key`; absent parameters are not sent. */
export interface Query {
  readonly orderByChild: string;
  readonly equalTo?: string;
  readonly startAt?: string;
  readonly endAt?: string;
  readonly limitToFirst?: number;
  readonly limitToLast?: number;
}

/** Paths are relative to the root; `update` writes all of its paths at once, or none. */
export type Operation =
  | { readonly read: string; readonly query?: Query }
  | { readonly set: string; readonly to: Json }
  | { readonly update: Readonly<Record<string, Json>> };

/** `nothing`: a read that is denied, or that shows nothing. */
export type Verdict = "allowed" | "denied" | "nothing";

export interface Case {
  /** What the row is about, for its reader. */
  readonly title: string;
  /** The uid of who tries it; null is signed out. */
  readonly actor: string | null;
  readonly operation: Operation;
  readonly verdict: Verdict;
  /** What an administrator wrote before. */
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
