/** Reads JSON and other text that came from outside. */

import { isUtf8 } from "node:buffer";
import type { Json } from "./json";

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
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns whether `json` is an object, but not an array. */
export function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
