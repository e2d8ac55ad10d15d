/**
 * Reads single fields of a JSON body. Boards send null or an empty text for "nothing". For a text both count as
 * missing, for a measurement only null does.
 */

import { fieldOf } from "../../../domain/src/stored";
import type { JsonObject } from "./json-object";
import { accept, refuse, type Result } from "./refusal";

/** Whether a field is absent, null or an empty text. */
export function isMissing(body: JsonObject, field: string): boolean {
  const value = fieldOf(body, field);
  return value === undefined || value === null || value === "";
}

/** A text, undefined where it is missing. */
export function readText(body: JsonObject, field: string): Result<string | undefined> {
  if (isMissing(body, field)) return accept(undefined);
  const value = fieldOf(body, field);
  return typeof value === "string" ? accept(value) : refuse({ code: "not-text", field });
}

/** A finite number; undefined where it is absent or null. Text is no number here. */
export function readNumber(body: JsonObject, field: string): Result<number | undefined> {
  const value = fieldOf(body, field);
  if (value === undefined || value === null) return accept(undefined);
  return Number.isFinite(value) ? accept(value as number) : refuse({ code: "not-a-number", field });
}
