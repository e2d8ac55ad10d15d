/**
 * Parses JSON objects. What counts as a field is what JSON.parse says: of a repeated name the last one, and `__proto__`
 * is a field like any other. So fields are read with `fieldOf`, which finds own properties alone.
 */

import { accept, refuse, type Result } from "../result";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads `text` as a JSON object; anything else, also an array, is refused. */
export function parseJsonObject(text: string): Result<JsonObject> {
  try {
    const root: unknown = JSON.parse(text);
    if (isJsonObject(root)) return accept(root);
  } catch {
    const literal = findNotANumber(text);
    if (literal !== undefined) return refuse({ code: "body-not-json", literal });
  }
  return refuse({ code: "body-not-an-object" });
}

/** A string, or a value that programs print for no number: C's "nan" and "inf", Python's "NaN" and "Infinity". */
const STRING_OR_NOT_A_NUMBER =
  /"(?:[^"\\]|\\[^]?)*(?:"|$)|(?<![\w$.])[+-]?(?:nan|inf(?:inity)?)(?![\w$.])/gi;

/** Returns the first such value of a text that is a JSON object but for these. */
function findNotANumber(text: string): string | undefined {
  let first: string | undefined;
  const corrected = text.replaceAll(STRING_OR_NOT_A_NUMBER, (token) => {
    if (token.startsWith('"')) return token;
    first ??= token;
    return "null";
  });
  try {
    return first !== undefined && isJsonObject(JSON.parse(corrected)) ? first : undefined;
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What JSON.parse gives its reviver for a simple value. */
interface ReviverContext {
  readonly source?: string;
}

/**
 * Finds the characters that a simple field of the outermost object was written with: a number's token, or a text
 * between its quotes, escapes untouched. It takes a hundred times as long as parsing, so call it only when the sensor
 * is registered.
 */
export function findRaw(text: string, field: string): string | undefined {
  // A reviver sees the innermost objects first and the outermost one last, without knowing which one that is.
  const sources = new Map<unknown, string>();
  function remember(this: unknown, key: string, value: unknown, context?: ReviverContext): unknown {
    if (key === field && context?.source !== undefined) sources.set(this, context.source);
    return value;
  }
  try {
    const source = sources.get(JSON.parse(text, remember));
    return source?.startsWith('"') === true ? source.slice(1, -1) : source;
  } catch {
    // Nested so deeply that the stack does not suffice for a reviver.
    return undefined;
  }
}
