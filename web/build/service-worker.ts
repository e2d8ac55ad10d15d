/** Builds the service worker as /sw.js, with the list of the files that it keeps. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { buildSync } from "esbuild";
import type { Plugin } from "vite";
import { filesIn } from "./files.ts";

const SOURCE = path.join(import.meta.dirname, "../service-worker/sw.ts");

export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    // The document and the public files are already in the folder.
    writeBundle: ({ dir: folder }) => {
      if (folder === undefined) throw new Error("the build has no folder");
      buildSync({
        entryPoints: [SOURCE],
        // The worker's scope is its folder, so the root folder includes all views. The name has no hash: browsers check
        // this URL for newer versions.
        outfile: path.join(folder, "sw.js"),
        define: versionOf(folder),
        bundle: true,
        minify: true,
        target: "es2022",
        format: "iife",
      });
    },
  };
}

/**
 * Returns the files and the version that the service worker caches. `PAGE_OFFLINE=no` builds a worker that caches
 * nothing and deletes the caches of other versions.
 */
function versionOf(folder: string): Readonly<Record<"FILES" | "VERSION", string>> {
  const names = process.env["PAGE_OFFLINE"] === "no" ? [] : filesIn(folder).sort();
  const hash = createHash("sha256");
  for (const name of names) hash.update(name).update(readFileSync(path.join(folder, name)));
  return {
    FILES: JSON.stringify(names.map((name) => `/${name.replaceAll(path.sep, "/")}`)),
    VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)),
  };
}
