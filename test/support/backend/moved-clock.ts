/**
 * Preloaded into the host (`--import`): its clock is ahead by the milliseconds in the file CLOCK_FILE, which may change
 * at any time. Node takes HTTP's `Date` header from elsewhere, so that it is set here too.
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
