/** What the routes of reads and of writes have in common. Source: https://firebase.google.com/docs/reference/rest/database */

import type { Database } from "../database";
import type { Actor } from "../database/actor";
import { hashOf } from "../tree/hash";
import type { Json } from "../tree/json";
import { stringifyJson } from "../tree/json-text";
import type { Node } from "../tree/node";
import type { Path } from "../tree/path";
import type { Options } from "./options";
import { errorReply, JSON_TYPE, MAX_BODY_BYTES, type Reply, textReply } from "./reply";
import type { RestRequest } from "./request";

/** A request, its database and its actor. */
export interface Scope {
  readonly request: RestRequest;
  readonly namespace: string;
  readonly database: Database;
  readonly actor: Actor;
}

export interface DataRequest extends Scope {
  readonly options: Options;
  readonly path: Path;
}

export function dataReply(
  status: number,
  json: Json,
  { print, callback, download }: Options,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  if (print === "silent" && status === 200) return { status: 204, headers, body: "" };
  const text = stringify(json, print === "pretty");
  if (text === undefined || text.length > MAX_BODY_BYTES) {
    return errorReply(
      400,
      "Data requested exceeds the maximum size that can be accessed with a single request.",
    );
  }
  const allHeaders = { ...headers, ...(download !== null && downloadHeaders(download)) };
  if (callback === null) return textReply(status, JSON_TYPE, text, allHeaders);
  return textReply(status, "application/javascript; charset=utf-8", `${callback}(${text});`, {
    ...allHeaders,
    "X-Content-Type-Options": "nosniff",
  });
}

/** Returns undefined if the text would be longer than V8's longest string. */
function stringify(json: Json, isPretty: boolean): string | undefined {
  try {
    return isPretty ? prettyJson(json) : stringifyJson(json);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Adds the name in the encoding of RFC 5987 if it has characters that a header cannot hold. */
function downloadHeaders(name: string): Record<string, string> {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const fallback = plain === name ? "" : `; filename*=UTF-8''${encoded}`;
  return { "Content-Disposition": `attachment; filename="${plain}"${fallback}` };
}

export function etagOf(node: Node): string {
  return node === null ? "null_etag" : hashOf(node);
}

export function wantsEtag({ headers }: RestRequest): boolean {
  return String(headers["x-firebase-etag"]).toLowerCase() === "true";
}

/** Reads an ETag from a header. Clients send it as they received it or, as HTTP requires, in quotes. */
export function etagIn(header: string | undefined): string | undefined {
  return header?.replace(/^(?:W\/)?"(.*)"$/, "$1");
}

export function etagProblem(request: RestRequest): string | undefined {
  const { method, headers } = request;
  if (method === "PATCH" && wantsEtag(request)) {
    return "The X-Firebase-ETag header is not supported on PATCH requests.";
  }
  if (headers["if-match"] !== undefined && !["PUT", "DELETE"].includes(method)) {
    return `The if-match header is not supported on ${method} requests.`;
  }
  return undefined;
}

/** Formats JSON like `print=pretty` of the hosted service. Source: answers in https://github.com/HackerNews/API. */
function prettyJson(json: Json, margin = ""): string {
  if (typeof json !== "object" || json === null) return stringifyJson(json);
  if (Array.isArray(json)) {
    const items = json.map((item: Json) => prettyJson(item, margin));
    return items.length === 0 ? "[ ]" : `[ ${items.join(", ")} ]`;
  }
  const inner = `${margin}  `;
  const members = Object.entries(json).map(
    ([key, member]) => `${inner}${JSON.stringify(key)} : ${prettyJson(member, inner)}`,
  );
  return members.length === 0 ? "{ }" : `{\n${members.join(",\n")}\n${margin}}`;
}
