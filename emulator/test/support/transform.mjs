/** Translates each file for jest by itself. Types are checked once, by `npm run types`. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { transformSync, version } from "esbuild";

const SELF = readFileSync(new URL(import.meta.url));

/**
 * What chooses the cached translation.
 * @param {string} text @param {string} path
 */
function getCacheKey(text, path) {
  return createHash("sha256").update(SELF).update([version, path, text].join("\0")).digest("hex");
}

/** @param {string} text @param {string} path */
function process(text, path) {
  const { code } = transformSync(text, {
    sourcefile: path,
    sourcemap: "inline",
    loader: path.endsWith(".ts") ? "ts" : "js",
    format: "cjs",
    target: "es2022",
    // A CommonJS module has no import.meta.
    define: { "import.meta.dirname": "__dirname" },
    // jest loads what is imported at run time as it does everything else.
    supported: { "dynamic-import": false },
  });
  return { code };
}

export default { process, getCacheKey };
