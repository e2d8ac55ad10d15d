/** What the jobs undo of the platform's framework. They are deployed alone, so the functions' file is not theirs. */

import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** Keeps the framework from reading bodies, for the reasons that functions/src/platform.ts names. */
export function leaveBodiesUnread(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    delete request.headers["content-type"];
  });
}
