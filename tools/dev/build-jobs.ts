/** Bundles the scheduled jobs into jobs/lib/index.js. */

import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.ts";

/** @throws Error when a source has a syntax error; types are not checked here */
export function buildJobs(): Promise<void> {
  return bundle("jobs");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildJobs();
