/** Bundles the functions into functions/lib/index.js. */

import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.ts";

/** @throws Error when a source has a syntax error; types are not checked here */
export function buildFunctions(): Promise<void> {
  return bundle("functions");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildFunctions();
