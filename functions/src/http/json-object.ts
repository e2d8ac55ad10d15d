/**
 * Parses a JSON object. Beside a field's value it gives the characters that a simple field was written with, so that a
 * signature over "the timestamp exactly as sent" can be checked. What counts as a field is what JSON.parse says:
 * of a repeated name the last one, and `__proto__` is a field like any other.
 */

import { accept, refuse, type Result } from "./refusal";

/** The fields of a JSON object. */
export interface Fields {
  /** A field's value; undefined where it is not there. */
  get(field: string): unknown;
}

/** A JSON object as it was sent. */
export interface JsonObject extends Fields {
  /** A field's own characters: a number's token, or a text's characters between its quotes, escapes untouched. Parses the body again. */
  getRaw(field: string): string | undefined;
}

/** Reads `text` as a JSON object; anything else, also an array, is refused. */
export function parseJsonObject(text: string): Result<JsonObject> {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return refuse({ code: "body-not-an-object" });
  }
  const fields = fieldsOf(root);
  if (fields === undefined) return refuse({ code: "body-not-an-object" });
  return accept({
    get: (field) => fields.get(field),
    getRaw(field) {
      const source = findSource(text, field);
      return typeof fields.get(field) === "string" ? source?.slice(1, -1) : source;
    },
  });
}

/** The fields of a parsed object; undefined for any other value. */
export function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return new Map<string, unknown>(Object.entries(value));
}

/** What JSON.parse gives its reviver for a simple value. */
interface Context {
  readonly source?: string;
}

/** The characters of a simple field of the outermost object. This takes a hundred times as long as parsing without it. */
function findSource(text: string, field: string): string | undefined {
  // A reviver sees the innermost objects first and the outermost one last, without knowing which one that is.
  const sources = new Map<unknown, string>();
  function remember(this: unknown, key: string, value: unknown, context?: Context): unknown {
    if (key === field && context?.source !== undefined) sources.set(this, context.source);
    return value;
  }
  try {
    return sources.get(JSON.parse(text, remember));
  } catch {
    // Nested so deeply that the stack does not suffice for a reviver.
    return undefined;
  }
}
