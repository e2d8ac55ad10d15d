/** Compares the functions' answers with docs/openapi.json, so that both say the same. */

import { isIPv4 } from "node:net";
import { Ajv2020 } from "ajv/dist/2020";
import document from "../../docs/openapi.json";

export interface DescribedAnswer {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  /** The JSON of the text; undefined if the text is not JSON. */
  readonly json: unknown;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

type Responses = Readonly<Record<string, Response | undefined>>;

const ajv = new Ajv2020({
  allErrors: true,
  allowUnionTypes: true,
  formats: { ipv4: isIPv4, password: true },
});
// The document is not a schema, but contains the schemas that are referred to.
ajv.addVocabulary(Object.keys(document));
ajv.addSchema(document, "openapi.json");

/** The operations' paths. */
const PATHS = Object.keys(document.paths) as readonly (keyof typeof document.paths)[];

/**
 * @param url of an operation; every other URL passes
 * @throws Error if the document says otherwise
 */
export function expectDescribed(url: string, method: string, answer: DescribedAnswer): void {
  const path = PATHS.find((operation) => url.endsWith(operation));
  if (path === undefined) return;
  const mismatch = describeMismatch(document.paths[path].post.responses, method, answer);
  if (mismatch === undefined) return;
  throw new Error(
    `docs/openapi.json, ${method} ${path}: ${answer.status} ${answer.text}: ${mismatch}`,
  );
}

function describeMismatch(
  responses: Responses,
  method: string,
  { status, headers, text, json }: DescribedAnswer,
): string | undefined {
  const response = responses[String(status)];
  if (response === undefined) return "the status is not described";
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    const { required, schema } = resolveHeader(header);
    const value = headers[name.toLowerCase()];
    if (value === undefined && required !== true) continue;
    const mismatch = mismatchOf(schema, value);
    if (mismatch !== undefined) return `the header ${name}: ${mismatch}`;
  }
  // The platform's own body.
  if (method === "HEAD" || response.content === undefined) return undefined;
  const type = String(headers["content-type"]).replace(/;.*/, "");
  const content = response.content[type];
  if (content === undefined) return `the content type ${type} is not described`;
  return mismatchOf(content.schema, type === "application/json" ? json : text);
}

/** Compiles a referenced schema only once. */
function mismatchOf(schema: object, value: unknown): string | undefined {
  const validate =
    "$ref" in schema ? ajv.getSchema(`openapi.json${String(schema.$ref)}`) : undefined;
  if (validate === undefined) return ajv.validate(schema, value) ? undefined : ajv.errorsText();
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

function resolveHeader(header: object): { readonly required?: boolean; readonly schema: object } {
  const { headers } = document.components;
  const name = "$ref" in header ? String(header.$ref).replace("#/components/headers/", "") : "";
  const found = name === "" ? header : headers[name as keyof typeof headers];
  return found as { readonly required?: boolean; readonly schema: object };
}

/** Returns how a value differs from a schema of the document; undefined if it fits. */
export function validate(
  schema: keyof typeof document.components.schemas,
  value: unknown,
): string | undefined {
  return mismatchOf({ $ref: `#/components/schemas/${schema}` }, value);
}
