/** Reads JSON and other text that came from outside. */

import { isUtf8 } from "node:buffer";
import type { Json } from "./json";
import { canonicalNumber } from "./numbers";

/** Returns the text of UTF-8 bytes without a byte order mark, or undefined if the bytes are not UTF-8. */
export function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? withoutByteOrderMark(bytes.toString()) : undefined;
}

/** Returns the text without the byte order mark that some editors write. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Reads JSON. A 64-bit integer that a double cannot hold becomes a bigint. @throws SyntaxError */
export function readJson(text: string): Json {
  const json = JSON.parse(text) as Json;
  return hasLongInteger(text) ? withLongIntegers(text, json) : json;
}

/** Digits of the shortest integer that a double cannot hold. */
const LONG = 16;

/**
 * Returns whether a text of JSON may have an integer of 16 or more digits. Looks only at every 16th character, because
 * nearly all texts have none.
 */
function hasLongInteger(text: string): boolean {
  for (let at = LONG - 1; at < text.length; at += LONG) {
    if (!isDigitAt(text, at)) continue;
    let start = at;
    while (isDigitAt(text, start - 1)) start -= 1;
    if (!isDigitAt(text, start + LONG - 1)) continue;
    while (isDigitAt(text, at)) at += 1;
    if (at - start >= LONG && !isOther(text, start - 1) && !isOther(text, at)) return true;
  }
  return false;
}

function isDigitAt(text: string, at: number): boolean {
  // Reading outside of the text is slow.
  if (at < 0 || at >= text.length) return false;
  const unit = text.charCodeAt(at);
  return unit >= 48 && unit <= 57;
}

/** Returns whether digits next to this character belong to a string, or to a number that is not an integer. */
function isOther(text: string, at: number): boolean {
  const character = text[at];
  return character === "." || character === '"' || character === "e" || character === "E";
}

const LONG_INTEGER = /(?<![\d.+\-eE])-?\d{16,}(?![\d.eE])/g;

/** Reads valid JSON again, with bigints. `rounded` is its value with doubles. */
function withLongIntegers(text: string, rounded: Json): Json {
  // The integers pass the parser as strings. The prefix is random, so no other string has it.
  const prefix = crypto.randomUUID();
  const marked = markLongIntegers(text, prefix);
  if (marked === text) return rounded;
  try {
    return unmarked(JSON.parse(marked) as Json, prefix);
  } catch (error) {
    // Too deep for this function, and so for the database.
    if (error instanceof RangeError) return rounded;
    throw error;
  }
}

/** Makes strings of the integers that a double cannot hold. Other strings stay, however long they are. */
function markLongIntegers(text: string, prefix: string): string {
  const mark = (digits: string): string =>
    isLongInteger(digits) ? `"${prefix}${digits}"` : digits;
  let marked = "";
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const start = quote === -1 ? text.length : quote;
    const end = quote === -1 ? start : endOfString(text, start);
    marked += text.slice(at, start).replace(LONG_INTEGER, mark) + text.slice(start, end);
    at = end;
  }
  return marked;
}

/** Returns the position after the string that starts at a quotation mark. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ;) {
    const quote = text.indexOf('"', at);
    let before = quote;
    while (text[before - 1] === "\\") before -= 1;
    // Each pair of backslashes is one character: only an odd one escapes the quotation mark.
    if ((quote - before) % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** Replaces marked strings by bigints, in place. A reviver of `JSON.parse` would take several times as long. */
function unmarked(json: Json, prefix: string): Json {
  if (typeof json === "string")
    return json.startsWith(prefix) ? BigInt(json.slice(prefix.length)) : json;
  if (typeof json !== "object" || json === null) return json;
  const object = json as Record<string, Json>;
  for (const key of Object.keys(object)) {
    const value = object[key] ?? null;
    const replaced = unmarked(value, prefix);
    if (replaced !== value) define(object, key, replaced);
  }
  return json;
}

const OWN = { enumerable: true, configurable: true, writable: true };

/** Sets a property. Assigning to `__proto__` would set the prototype instead. */
export function define(object: Record<string, Json>, key: string, value: Json): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, ...OWN });
  } else {
    object[key] = value;
  }
}

function isLongInteger(digits: string): boolean {
  return typeof canonicalNumber(BigInt(digits)) === "bigint";
}

/** Returns the text of JSON. Integers keep all their digits. */
export function stringifyJson(json: unknown): string {
  try {
    return JSON.stringify(json);
  } catch (error) {
    // `JSON.stringify` refuses bigints.
    if (error instanceof TypeError) return exactText(json);
    throw error;
  }
}

function exactText(json: unknown): string {
  if (typeof json === "bigint") return String(json);
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
  if (Array.isArray(json)) return `[${json.map(exactText).join(",")}]`;
  const members = Object.entries(json)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}:${exactText(member)}`);
  return `{${members.join(",")}}`;
}

/** Returns whether `json` is an object, but not an array. */
export function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
