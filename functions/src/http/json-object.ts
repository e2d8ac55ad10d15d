/**
 * Parses a JSON object and keeps, beside its fields, the characters each simple field was written with, so that a
 * signature over "the timestamp exactly as sent" can be checked. What counts as a field is what JSON.parse says:
 * of a repeated name the last one, and `__proto__` is a field like any other.
 */

import { accept, refuse, type Result } from "./refusal";

/** A JSON object as it was sent. */
export interface JsonObject {
  /** A field's value; undefined where it is not there. */
  get(field: string): unknown;
  /** A field's own characters: a number's token, a text's characters between its quotes, escapes untouched. */
  getRaw(field: string): string | undefined;
}

/** Reads `text` as a JSON object; anything else, also an array, is refused. */
export function parseJsonObject(text: string): Result<JsonObject> {
  // A reviver sees the innermost fields first and cannot tell which object is the outermost: remember the holders.
  const sources = new Map<unknown, Map<string, string>>();
  function remember(
    this: unknown,
    key: string,
    value: unknown,
    context?: { readonly source?: string },
  ): unknown {
    if (context?.source !== undefined) {
      const fields = sources.get(this) ?? new Map<string, string>();
      sources.set(this, fields.set(key, context.source));
    }
    return value;
  }

  let root: unknown;
  try {
    root = JSON.parse(text, remember);
  } catch {
    // Malformed, or nested so deeply that the stack does not suffice.
    return refuse({ code: "body-not-an-object" });
  }
  if (typeof root !== "object" || root === null || Array.isArray(root)) {
    return refuse({ code: "body-not-an-object" });
  }
  const fields = new Map<string, unknown>(Object.entries(root));
  const raw = sources.get(root);
  return accept({
    get: (field) => fields.get(field),
    getRaw: (field) => {
      const source = raw?.get(field);
      return typeof fields.get(field) === "string" ? source?.slice(1, -1) : source;
    },
  });
}
