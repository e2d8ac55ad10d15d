/** Loaded before firebase-tools with `node --import`. */

import { rmSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";

const { resolve } = createRequire(import.meta.url);
const require = createRequire(resolve("firebase-tools/package.json"));

// Lets the auth emulator compile the schema of a request when one comes. It has hundreds of them; compiled at the
// start, they take more time than everything else of `npm start`.
/** @type {{ middleware: (api: unknown, options: object) => unknown }} */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- only this function of it is used
const express = require("exegesis-express");
const { middleware } = express;

express.middleware = (api, options) =>
  middleware(api, { ...options, lazyCompileValidationSchemas: true });

// A process of each codebase lists its functions in a file, in a folder that would be left behind. Asked over HTTP
// instead, it would end three seconds later, when an unused connection is too old.
process.env["FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH"] = "true";
/** @type {{ detectFromOutputPath: (child: unknown, file: string, ...more: unknown[]) => Promise<unknown> }} */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- only this function of it is used
const discovery = require("./lib/deploy/functions/runtimes/discovery/index.js");
const { detectFromOutputPath } = discovery;
discovery.detectFromOutputPath = async (child, file, ...more) => {
  try {
    return await detectFromOutputPath(child, file, ...more);
  } finally {
    rmSync(path.dirname(file), { recursive: true, force: true });
  }
};

// `npm show firebase-functions`, a second for each codebase, would only say whether there is a newer version.
/** @type {{ getLatestSDKVersion: () => string | undefined }} */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- only this function of it is replaced
const versions = require("./lib/deploy/functions/runtimes/node/versioning.js");
versions.getLatestSDKVersion = () => undefined;

// The functions emulator hands a device's request on to the function's process, over a socket with a path. With the
// device's `Connection: close` Node ends a large one with EPIPE after the answer, and one over a connection that the
// process is just closing (after 5 s without a request) fails too. Either ends all of firebase-tools.
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

// Its hosting answers a malformed address, such as /f/%, with 500. Now it answers with the page, as for any other name
// without a file.
const superstatic = createRequire(require.resolve("superstatic"));
const providerPath = superstatic.resolve("./providers/fs");
/** @typedef {(request: unknown, path: string) => Promise<unknown>} Provider */
/** @type {(...args: unknown[]) => Provider} */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- only this function of it is replaced
const createProvider = superstatic(providerPath);
const loaded = superstatic.cache[providerPath];
if (loaded) {
  loaded.exports = (/** @type {unknown[]} */ ...args) => {
    const find = createProvider(...args);
    return (/** @type {unknown} */ request, /** @type {string} */ path) =>
      isWellFormed(path) ? find(request, path) : Promise.resolve(null);
  };
}

/** @param {string} path */
function isWellFormed(path) {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}
