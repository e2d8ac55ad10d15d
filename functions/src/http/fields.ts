/** Reads single fields of a JSON body. Null and empty text are what boards send for "nothing": such a field is missing. */

import type { JsonObject } from "./json-object";
import { accept, refuse, type Result } from "./refusal";

/** Whether a field holds anything, right or wrong. */
export function isMissing(body: JsonObject, field: string): boolean {
  const value = body.get(field);
  return value === undefined || value === null || value === "";
}

/** A text, undefined where it is missing. */
export function readText(body: JsonObject, field: string): Result<string | undefined> {
  if (isMissing(body, field)) return accept(undefined);
  const value = body.get(field);
  return typeof value === "string" ? accept(value) : refuse({ code: "not-text", field });
}

/** A finite number; undefined where it is absent or null. Text is no number here. */
export function readNumber(body: JsonObject, field: string): Result<number | undefined> {
  const value = body.get(field);
  if (value === undefined || value === null) return accept(undefined);
  return Number.isFinite(value) ? accept(value as number) : refuse({ code: "not-a-number", field });
}
