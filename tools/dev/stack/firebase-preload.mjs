/**
 * Changes firebase-tools (15.34.2) where it has no option for it. Loaded before firebase-tools with
 * `node --import`. test/unit/scripts/firebase-preload.test.ts fails when a newer version no longer
 * needs one of these changes.
 */

import http from "node:http";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);
const require = createRequire(resolve("firebase-tools/package.json"));

// Lets the auth emulator compile the schema of a request when the request comes. There are hundreds
// of schemas. Compiling them at the start takes more time than everything else of `npm start`.
/** @type {{ middleware: (api: unknown, options: object) => unknown }} */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- only this function of it is used
const express = require("exegesis-express");
const { middleware } = express;

express.middleware = (api, options) =>
  middleware(api, { ...options, lazyCompileValidationSchemas: true });

// `npm show firebase-functions` takes a second for each codebase, only to say whether there is a
// newer version.
/** @type {{ getLatestSDKVersion: () => string | undefined }} */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- only this function of it is replaced
const versions = require("./lib/deploy/functions/runtimes/node/versioning.js");
versions.getLatestSDKVersion = () => undefined;

// The functions emulator passes a device's request on to the function's process, over a socket with
// a path. With the device's `Connection: close` Node ends a large request with EPIPE after the
// answer. A request over a connection that the process is just closing (after 5 s without a
// request) fails too. Either error ends all of firebase-tools.
const agent = new http.Agent({ keepAlive: true, timeout: 4_000 });
const { request } = http;

/** @type {(...args: unknown[]) => http.ClientRequest} */
const requestWithoutClose = (...args) => {
  const [options] = args;
  if (typeof options === "object" && options !== null && "socketPath" in options) {
    const { headers } = /** @type {{ headers?: Record<string, unknown> }} */ (options);
    args[0] = { ...options, agent, headers: { ...headers } };
    delete (/** @type {{ headers: Record<string, unknown> }} */ (args[0]).headers["connection"]);
  }
  return request(.../** @type {[http.RequestOptions]} */ (args));
};
http.request = requestWithoutClose;
