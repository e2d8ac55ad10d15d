/**
 * Turns a page into one text: its bundled style sheet and script replace the tags that refer to them. esbuild and jest
 * load `viewer/*.html` this way, so the sources run with and without the build. CommonJS, because jest loads it.
 */

const { buildSync } = require("esbuild");
const { readFileSync } = require("node:fs");
const path = require("node:path");

/** @param {string} file an HTML file */
function inlinePage(file) {
  /** @param {string} name */
  const bundle = (name) => {
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
      (_, /** @type {string} */ name) => `<style>${bundle(name)}</style>`,
    )
    .replace(
      /<script src="([^"]+)"><\/script>/g,
      (_, /** @type {string} */ name) => `<script>${bundle(name)}</script>`,
    );
}

/** @type {import("esbuild").Plugin} */
const pages = {
  name: "pages",
  setup: (build) => {
    build.onLoad({ filter: /\.html$/ }, ({ path: file }) => ({
      contents: inlinePage(file),
      loader: "text",
    }));
  },
};

module.exports = { inlinePage, pages };
