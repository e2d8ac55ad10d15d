/**
 * Turns a page into one text: its bundled style sheet and script replace the tags that refer to them. Both esbuild and
 * jest load `emulator/viewer/*.html` this way, so that the sources run with and without the build.
 */

import { buildSync } from "esbuild";
import type { Plugin } from "esbuild";
import { readFileSync } from "node:fs";
import path from "node:path";

/** @param file an HTML file */
export function inlinePage(file: string): string {
  const bundle = (name: string): string => {
    const { outputFiles } = buildSync({
      entryPoints: [path.join(path.dirname(file), name)],
      bundle: true,
      minify: true,
      target: "es2022",
      format: "iife",
      write: false,
    });
    return outputFiles.map(({ text }) => text.trim()).join("");
  };
  return readFileSync(file, "utf8")
    .replace(
      /<link rel="stylesheet" href="([^"]+)" \/>/g,
      (_, name: string) => `<style>${bundle(name)}</style>`,
    )
    .replace(
      /<script src="([^"]+)"><\/script>/g,
      (_, name: string) => `<script>${bundle(name)}</script>`,
    );
}

export const pages: Plugin = {
  name: "pages",
  setup: (build) => {
    build.onLoad({ filter: /\.html$/ }, ({ path: file }) => ({
      contents: inlinePage(file),
      loader: "text",
    }));
  },
};
