/** Reads the body of a request, up to a maximum size, and parses it as JSON. */

import type { Json } from "../tree/json";
import { parseJson, textOf } from "../tree/json-text";
import { keyProblem } from "../tree/path";

/**
 * Reads a body. A body larger than `maxBytes` is still received to its end: otherwise the client would see a connection
 * reset instead of an answer.
 * @returns undefined if the client disconnected before the end
 */
export async function readBody(
  stream: AsyncIterable<Buffer> | Iterable<Buffer>,
  maxBytes: number,
): Promise<Buffer | "too large" | undefined> {
  let chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > maxBytes) chunks = [];
      else chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return size > maxBytes ? "too large" : Buffer.concat(chunks, size);
}

export function parseBody(bytes: Buffer): { readonly value: Json } | "empty" | "not JSON" {
  const text = textOf(bytes);
  if (text === "") return "empty";
  const value = text === undefined ? undefined : parseJson(text);
  return value === undefined ? "not JSON" : { value };
}

const COLON = /\s*:/y;
const CONTROL_KEYS: readonly string[] = [".value", ".priority", ".sv"];

/** Returns the position of the first invalid key in a JSON text, as `line:column` from 1. */
export function findBadKey(text: string): string | undefined {
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = closingQuote(text, start) + 1;
    COLON.lastIndex = end;
    const key = COLON.test(text) ? (JSON.parse(text.slice(start, end)) as string) : ".value";
    if (!CONTROL_KEYS.includes(key) && keyProblem(key) !== undefined) {
      const before = text.slice(0, start);
      return `${before.split("\n").length}:${start - before.lastIndexOf("\n")}`;
    }
    start = text.indexOf('"', end);
  }
  return undefined;
}

function closingQuote(text: string, openingQuote: number): number {
  let at = openingQuote + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
