/**
 * Expected outcomes as values instead of exceptions: an operation's result, or the reason of its refusal. The status and
 * the text of each code are in domain/refusals.ts.
 */

import type { REFUSALS, RefusalCode } from "@greenhouse/domain/refusals";

/** Why a request, or one reading of a batch, is refused: a code, and the values for the placeholders of its text. */
export type Refusal = {
  [Code in RefusalCode]: { readonly code: Code } & Details<Code>;
}[RefusalCode];

type Details<Code extends RefusalCode> = Readonly<
  Record<PlaceholdersOf<(typeof REFUSALS)[Code]["error"]>, string>
> &
  (Code extends "too-many-requests" ? { readonly retryAfterSeconds: number } : unknown);

/** The names in a text's braces. */
type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export function accept<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refuse(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}
