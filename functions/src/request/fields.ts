/**
 * Reads single fields of a JSON body. Boards send null or an empty text for "nothing", and "nan" or "--" for a measurement
 * without a value. Such texts are not refused: otherwise one broken sensor would block the values of the others.
 */

import { isNoValue } from "@greenhouse/domain/quantities/no-value";
import { fieldOf } from "@greenhouse/domain/stored";
import type { JsonObject } from "./json-object";
import { accept, refuse, type Result } from "../result";

/** Returns whether a field is absent, null or an empty text. */
export function isMissing(body: JsonObject, field: string): boolean {
  const value = fieldOf(body, field);
  return value === undefined || value === null || value === "";
}

/** Parses a text. Returns undefined if the field is missing. */
export function parseTextField(body: JsonObject, field: string): Result<string | undefined> {
  if (isMissing(body, field)) return accept(undefined);
  const value = fieldOf(body, field);
  return typeof value === "string" ? accept(value) : refuse({ code: "field-not-a-string", field });
}

/** Returns whether a field is a text that means "no value". */
export function hasNoValue(body: JsonObject, field: string): boolean {
  const value = fieldOf(body, field);
  return typeof value === "string" && isNoValue(value);
}

/** Parses a finite number. Returns undefined without a value. Refuses any other text, even a text of digits. */
export function parseNumberField(body: JsonObject, field: string): Result<number | undefined> {
  const value = fieldOf(body, field);
  if (value === undefined || value === null || hasNoValue(body, field)) return accept(undefined);
  return Number.isFinite(value)
    ? accept(value as number)
    : refuse({ code: "field-not-a-number", field });
}
