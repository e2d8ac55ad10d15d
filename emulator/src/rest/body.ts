/** The body of a request: read with a bound on its size, then as JSON. */

import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import type { Json } from "../tree/json";
import { keyProblem } from "../tree/path";

export type Body =
  | { readonly status: "ok"; readonly bytes: Buffer }
  | { readonly status: "too large" }
  /** The client went away before all had come. */
  | { readonly status: "cut off" };

/** A body beyond `maxBytes` is still received to its end: else the client would see a reset instead of an answer. */
export function readBody(stream: Readable, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;
    stream.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) chunks = [];
      else chunks.push(chunk);
    });
    stream.on("end", () => {
      resolve(
        size > maxBytes
          ? { status: "too large" }
          : { status: "ok", bytes: Buffer.concat(chunks, size) },
      );
    });
    // After "end" these change nothing: a promise is settled once.
    stream.on("error", () => resolve({ status: "cut off" }));
    stream.on("close", () => resolve({ status: "cut off" }));
  });
}

export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export type ParsedBody =
  | { readonly ok: true; readonly text: string; readonly value: Json }
  | { readonly ok: false; readonly problem: "empty" | "not JSON" };

export function parseBody(bytes: Buffer): ParsedBody {
  if (bytes.length === 0) return { ok: false, problem: "empty" };
  if (!isUtf8(bytes)) return { ok: false, problem: "not JSON" };
  const text = bytes.toString();
  const value = parseJson(text);
  return value === undefined ? { ok: false, problem: "not JSON" } : { ok: true, text, value };
}

const COLON = /\s*:/y;
const CONTROL_KEYS: readonly string[] = [".value", ".priority", ".sv"];

/** Where in a JSON text the first key stands that the database cannot hold, as `line:column` from 1. */
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
