/** Shared by reads and writes. Source: https://firebase.google.com/docs/reference/rest/database */

import type { Database } from "../database";
import type { Actor } from "../database/actor";
import { hashOf } from "../tree/hash";
import type { Json } from "../tree/json";
import type { Node } from "../tree/node";
import type { Path } from "../tree/path";
import type { Options } from "./options";
import { errorReply, JSON_TYPE, MAX_BODY_BYTES, type Reply, textReply } from "./reply";
import type { RestRequest } from "./request";

/** A request, the database that it names, and who sends it. */
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

/** Undefined where the text would be longer than a string can be. */
function stringify(json: Json, isPretty: boolean): string | undefined {
  try {
    return isPretty ? prettyJson(json) : JSON.stringify(json);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The name also as RFC 5987 spells it, for what a header cannot hold as it is. */
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

/** The ETag in a header, where clients send it as they were given it or, as HTTP asks, in quotes. */
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

/** JSON laid out as the hosted service does for `print=pretty`, seen in https://github.com/HackerNews/API. */
function prettyJson(json: Json, margin = ""): string {
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
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
