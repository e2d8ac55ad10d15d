/**
 * Parses JSON objects with JSON.parse: if a name is repeated, the last field wins, and `__proto__` is an ordinary field.
 * So fields are read with `fieldOf`, which only finds own properties.
 */

import { accept, refuse, type Result } from "../result";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a JSON object. Refuses everything else, including arrays. */
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

/** A string, or a value that programs print instead of a number: C's "nan" and "inf", Python's "NaN" and "Infinity". */
const STRING_OR_NOT_A_NUMBER =
  /"(?:[^"\\]|\\[^]?)*(?:"|$)|(?<![\w$.])[+-]?(?:nan|inf(?:inity)?)(?![\w$.])/gi;

/** Returns the first such value, if the text would be a JSON object without these values. */
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

/** The third argument of JSON.parse's reviver, for a simple value. */
interface ReviverContext {
  readonly source?: string;
}

/**
 * Returns the original characters of a simple field of the outermost object: a number's token, or a text without its
 * quotes, with its escapes. Takes a hundred times as long as parsing, so call it only if the sensor is registered.
 */
export function findRaw(text: string, field: string): string | undefined {
  // A reviver visits the outermost object last, but does not know which object is the outermost.
  const sources = new Map<unknown, string>();
  function remember(this: unknown, key: string, value: unknown, context?: ReviverContext): unknown {
    if (key === field && context?.source !== undefined) sources.set(this, context.source);
    return value;
  }
  try {
    const source = sources.get(JSON.parse(text, remember));
    return source?.startsWith('"') === true ? source.slice(1, -1) : source;
  } catch {
    // The nesting is too deep for a reviver's stack.
    return undefined;
  }
}
