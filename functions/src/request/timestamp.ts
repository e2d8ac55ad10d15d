/** Parses a reading's time. Devices send a number or its text, in seconds or in milliseconds. */

import { fieldOf } from "@greenhouse/domain/stored";
import { isMissing } from "./fields";
import type { JsonObject } from "./json-object";
import { accept, refuse, type Result } from "../result";

/** A smaller number is in seconds. In milliseconds, it would be a time before March 1973. */
const FIRST_MILLISECONDS = 1e11;

/** Linear in the length of the text, because two parts of the pattern never match the same characters. */
const DECIMAL_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Parses the field `timestamp` to whole Unix milliseconds. Returns undefined if the field is missing. */
export function parseTimestamp(body: JsonObject): Result<number | undefined> {
  if (isMissing(body, "timestamp")) return accept(undefined);
  const number = parseDecimal(fieldOf(body, "timestamp"));
  if (!Number.isFinite(number)) return refuse({ code: "field-not-a-number", field: "timestamp" });
  return accept(toMilliseconds(number));
}

/** Parses the field `timestamp` and refuses the request if the field is missing. */
export function parseRequiredTimestamp(body: JsonObject): Result<number> {
  const time = parseTimestamp(body);
  if (!time.ok) return time;
  return time.value === undefined
    ? refuse({ code: "missing-field", field: "timestamp" })
    : accept(time.value);
}

function parseDecimal(value: unknown): number {
  if (typeof value === "number") return value;
  // Without the pattern, Number() would also accept "0x10", "Infinity" and blank text.
  return typeof value === "string" && DECIMAL_NUMBER.test(value.trim()) ? Number(value) : NaN;
}

function toMilliseconds(number: number): number {
  return Math.round(number < FIRST_MILLISECONDS ? number * 1000 : number);
}
