/** What reading and writing data share: who asks for what, and how data is answered. */

import type { Database } from "../database";
import type { Actor } from "../database/actor";
import type { Json } from "../tree/json";
import type { Node } from "../tree/node";
import type { Path } from "../tree/path";
import { etagOf } from "./etag";
import type { Options } from "./options";
import { prettyJson } from "./pretty-json";
import { errorReply, JSON_TYPE, MAX_BODY_BYTES, textReply } from "./reply";
import type { Reply } from "./reply";
import type { RestRequest } from "./request";

/** A request for data that has passed all checks of its form. */
export interface DataRequest {
  readonly request: RestRequest;
  readonly options: Options;
  readonly database: Database;
  readonly path: Path;
  readonly actor: Actor;
}

/** Answers with data in the form that the options ask for. */
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
  const allHeaders = { ...headers, ...(download !== undefined && downloadHeaders(download)) };
  return callback === undefined
    ? textReply(status, JSON_TYPE, text, allHeaders)
    : textReply(status, SCRIPT_TYPE, `${callback}(${text});`, { ...allHeaders, ...NO_SNIFF });
}

const SCRIPT_TYPE = "application/javascript; charset=utf-8";
const NO_SNIFF = { "X-Content-Type-Options": "nosniff" };

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
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/[!'()*]/g, percentEncode);
  const fallback = plain === name ? "" : `; filename*=UTF-8''${encoded}`;
  return { "Content-Disposition": `attachment; filename="${plain}"${fallback}` };
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

export function etagHeaders(node: Node): Record<string, string> {
  return { ETag: etagOf(node) };
}
