/**
 * Functions and jobs undo two habits of the platform's framework. Each deployment bundles its own copy of this file.
 */

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/**
 * Keeps the framework from reading bodies. It inflates up to 1 GB, and it prints a body that is malformed JSON, with
 * the key in it. The framework reads a body only if it has a content type, and nothing here needs that header.
 * Source: https://nodejs.org/api/diagnostics_channel.html#http (`http.server.request.start`)
 */
export function leaveBodiesUnread(): void {
  subscribe(REQUESTS, hideContentType);
}

/** Ends `leaveBodiesUnread`, which holds for all servers of the process. */
export function readBodiesAgain(): void {
  unsubscribe(REQUESTS, hideContentType);
}

const REQUESTS = "http.server.request.start";

function hideContentType(message: unknown): void {
  const { request } = message as { readonly request: IncomingMessage };
  delete request.headers["content-type"];
}

/**
 * Leaves the domain (`node:domain`, deprecated) in which the framework runs each request to answer errors thrown in
 * callbacks. The domain's hooks at every promise and callback took a sixth of a reading's processor time. `answer`
 * catches the errors of a request. An error that is thrown in a callback is a bug, and the framework ends the process.
 */
export function exitNodeDomain(): void {
  const { domain } = process as NodeJS.Process & { readonly domain?: { exit(): void } | null };
  domain?.exit();
}
