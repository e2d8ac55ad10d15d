/**
 * The messages of the wire protocol, version 5: `{t: "c"}` controls the connection, `{t: "d"}` carries data. A request
 * has a number `r`, an action `a` and a body `b`; its answer repeats `r`; a push has `a` and `b` only.
 * Source: PersistentConnection and Connection of the public client SDK (firebase-js-sdk, packages/database).
 */

import { isObject, parseJson, stringifyJson } from "../tree/json-text";

export type Body = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: string;
  readonly data: unknown;
}

export const OK: Answer = { status: "ok", data: "" };
export const PERMISSION_DENIED: Answer = { status: "permission_denied", data: "Permission denied" };

/** Source: https://firebase.google.com/docs/database/usage/limits#writes, and reports of clients */
export const WRITE_TOO_BIG: Answer = {
  status: "write_too_big",
  data: "Data to write exceeds the maximum size that can be modified with a single request.",
};

export function invalid(problem: string): Answer {
  return { status: "invalid_data", data: problem };
}

/** The number that a client gave its query. Updates of the query carry the tag. */
export type Tag = number;

export type RequestId = number | string;

export type ClientMessage =
  | { readonly type: "control"; readonly action: unknown; readonly data: unknown }
  | {
      readonly type: "request";
      readonly id: RequestId;
      readonly action: string;
      readonly body: Body;
    };

export function parseMessage(text: string): ClientMessage | undefined {
  const message = parseJson(text);
  if (!isObject(message) || !isObject(message["d"])) return undefined;
  const { t: type, d: data } = message as { t: unknown; d: Body };
  if (type === "c") return { type: "control", action: data["t"], data: data["d"] };
  const { a: action, b: body = {}, r: id } = data;
  if (type !== "d" || typeof action !== "string" || !isObject(body)) return undefined;
  if (typeof id !== "number" && typeof id !== "string") return undefined;
  return { type: "request", id, action, body };
}

/** Returns a message that controls the connection. */
export function controlMessage(type: "h" | "o" | "e" | "a" | "n", data: unknown): string {
  return JSON.stringify({ t: "c", d: { t: type, d: data } });
}

/** Returns a push. `c` ends a listener, `ac` a token, `rm` sends ranges, and `sd` text for the client's debug log. */
export function pushMessage(action: "c" | "ac" | "rm" | "sd", body: Body): string {
  return stringifyJson({ t: "d", d: { a: action, b: body } });
}

export function answerMessage(id: RequestId, { status, data }: Answer): string {
  return stringifyJson({ t: "d", d: { r: id, b: { s: status, d: data } } });
}

/** Returns a push that sets (`d`) or merges (`m`) JSON text. Listeners that receive everything have no tag. */
export function dataMessage(
  action: "d" | "m",
  path: string,
  json: string,
  tag: Tag | undefined,
): string {
  const tagged = tag === undefined ? "" : `,"t":${tag}`;
  return `{"t":"d","d":{"a":"${action}","b":{"p":${JSON.stringify(path)},"d":${json}${tagged}}}}`;
}
