/**
 * Loaded before firebase-tools with `node --import`: lets the auth emulator compile the schema of a request when one
 * comes. It has hundreds of them; compiled at the start, they take more time than everything else of `npm start`.
 */

import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);
const require = createRequire(resolve("firebase-tools/package.json"));
/** @type {{ middleware: (api: unknown, options: object) => unknown }} */
// eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- only this function of it is used
const express = require("exegesis-express");
const { middleware } = express;

express.middleware = (api, options) =>
  middleware(api, { ...options, lazyCompileValidationSchemas: true });
