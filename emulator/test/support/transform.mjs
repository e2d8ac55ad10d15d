/** Compiles each file separately for jest. `npm run types` checks the types. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { transformSync, version } from "esbuild";

const SELF = readFileSync(new URL(import.meta.url));

/**
 * Returns the key of the cached result.
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
    // jest also loads dynamic imports.
    supported: { "dynamic-import": false },
  });
  return { code };
}

export default { process, getCacheKey };
