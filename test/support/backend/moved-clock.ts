/**
 * Preloaded into the host (`--import`): moves its clock ahead by the milliseconds in the file CLOCK_FILE, which may
 * change at any time. Also sets HTTP's `Date` header, because Node does not use `Date.now` for it.
 */

import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";

const rightClock = Date.now;

Date.now = () => rightClock() + Number(readFileSync(process.env["CLOCK_FILE"] ?? "", "utf8"));

subscribe("http.server.request.start", (message) => {
  const { response } = message as { readonly response: ServerResponse };
  response.setHeader("Date", new Date(Date.now()).toUTCString());
});
