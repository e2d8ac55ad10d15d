/** The tables of fields in docs/http-api.md, from the schemas of openapi.json. */

import { markdownTable } from "./markdown.ts";
import { SCHEMAS } from "./schemas.ts";
import type { Schema } from "./schemas.ts";

const TYPES: Readonly<Record<string, string>> = { string: "text", array: "list" };

/** Returns a row for each field of these requests. The first schema that has a field describes it. */
export function fieldTable(...schemas: readonly Schema[]): string {
  const fields = new Map<string, Schema>();
  for (const [name, field] of schemas.flatMap(({ properties = {} }) =>
    Object.entries(properties),
  )) {
    if (!fields.has(name)) fields.set(name, resolve(field));
  }
  const required = new Set(schemas.flatMap((schema) => schema.required ?? []));
  const rows = [...fields].map(([name, field]) => {
    const { description = "" } = field;
    const meaning = required.has(name) ? description : `Optional. ${description}`;
    return [`\`${name}\``, typeOf(field), meaning];
  });
  return markdownTable(["field", "type", "meaning"], rows);
}

/** @param outputs the schema of an object with a field for each output */
export function outputTable(outputs: Schema): string {
  return fieldTable(outputs["additionalProperties"] as Schema);
}

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.replace("#/components/schemas/", "") ?? "";
  return SCHEMAS[name] ?? schema;
}

function typeOf({ type = "number", enum: words, anyOf, minimum, maximum }: Schema): string {
  if (Array.isArray(words)) return words.map((word) => `\`${word}\``).join(", ");
  if (Array.isArray(anyOf)) return "number or text";
  if (typeof minimum === "number" && typeof maximum === "number") {
    return `${minimum.toLocaleString("en")} to ${maximum.toLocaleString("en")}`;
  }
  const [name = ""] = [type].flat();
  return TYPES[name] ?? name;
}
