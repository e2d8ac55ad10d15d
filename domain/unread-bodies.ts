/** For every HTTPS function. It needs Node.js, so the farm page cannot import it. */

import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/**
 * Keeps the platform's framework from reading bodies: it would inflate up to 1 GB, and it prints a body that is
 * malformed JSON, with the key in it. The framework reads what has a content type, which nothing else here looks at, so
 * the header is removed before the framework sees the request.
 * Source: https://nodejs.org/api/diagnostics_channel.html#http (`http.server.request.start`)
 */
export function leaveBodiesUnread(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    delete request.headers["content-type"];
  });
}
