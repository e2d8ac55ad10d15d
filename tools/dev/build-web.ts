/**
 * Builds the farm page into web/dist: files with hashed names, the service worker, and the document that names them.
 * Only changed files are replaced, so that a running stack always serves a complete page.
 */

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { buildSync } from "esbuild";
import { build } from "vite";
import type { HtmlTagDescriptor, IndexHtmlTransformContext } from "vite";

/** The file with Firebase's SDK. */
const SDK = "firebase";
const folder = path.join(import.meta.dirname, "../../web");

export async function buildWeb(): Promise<void> {
  const fresh = mkdtempSync(path.join(folder, ".build-"));
  try {
    await build({
      root: folder,
      configFile: false,
      logLevel: "warn",
      plugins: [{ name: "name-sdk", transformIndexHtml: { order: "post", handler: nameSdk } }],
      build: {
        outDir: fresh,
        target: "es2022",
        // Data URLs would require a less strict security policy.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        rolldownOptions: {
          // Without this, the bundler prints performance hints on a busy machine.
          checks: { bundlerTimings: false },
          output: {
            codeSplitting: {
              // Few files, because many small ones compress worse. A file also has what its modules import, unless a group
              // above has it.
              groups: [
                // With what both the overview and a greenhouse show.
                {
                  name: "page",
                  test: /domain\/zoned-time\.|src\/(main|shared\/\w+\/(attention|focus|names|newest|value|words)|model\/\w+\/(band|gaps|nights|series|summary))\./,
                },
                { name: SDK, test: /firebase\/(app|database)\/|src\/data\/connection\/firebase\./ },
                { name: "overview", test: /src\/overview\// },
                // What draws charts is not among them: it loads uPlot.
                {
                  name: "common",
                  test: /src\/(shared\/\w+\/(?!plot-look|browser-language)|(sensors\/snippet|account\/leave-dialog|data\/changes\/(invitation-changes|push)|model\/\w+\/(duration|typed-number))\.)/,
                },
                // Also what is loaded after the first view, to work offline.
                { name: "account", test: /src\/(account|join|offline)\// },
                { name: "session", test: /firebase\/auth\/|src\/data\/connection\/session\./ },
                { name: "alerts", test: /src\/alerts\// },
                { name: "forms", test: /src\/(settings|sensors)\/|lean-qr/ },
                { name: "charts", test: /src\/(greenhouse\/|charts\/chart-panels\.)/ },
                {
                  name: "tools",
                  test: /src\/(charts|daily|outputs)\/|src\/data\/history\/long-history\./,
                },
              ].map((group, index, all) => ({ ...group, priority: all.length - index })),
            },
          },
        },
      },
    });
    // In the root folder, so that its scope includes all views. No hash: browsers check this URL for newer versions.
    buildSync({
      entryPoints: [path.join(folder, "service-worker/sw.ts")],
      outfile: path.join(fresh, "sw.js"),
      define: versionOf(fresh),
      bundle: true,
      minify: true,
      target: "es2022",
      format: "iife",
    });
    replace(fresh, path.join(folder, "dist"));
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

/**
 * For people who are signed in, the SDK's file is loaded beside the page's own. Others need it only after typing into the
 * sign-in form, which loads without competing downloads. firebase.json allows this script by its hash.
 */
const PRELOAD_SDK =
  'if (localStorage.getItem("person") !== null) document.querySelector("link[rel=sdk]").rel = "modulepreload";';

function nameSdk(_html: string, { bundle = {} }: IndexHtmlTransformContext): HtmlTagDescriptor[] {
  const href = Object.keys(bundle).find((name) => name.includes(SDK));
  if (href === undefined) throw new Error("the build has no file with Firebase's SDK");
  return [
    {
      tag: "link",
      injectTo: "head",
      attrs: { rel: "sdk", href: `/${href}`, crossorigin: "" },
    },
    { tag: "script", injectTo: "head", children: PRELOAD_SDK },
  ];
}

/**
 * What the service worker caches: all files of this version. `PAGE_OFFLINE=no` builds a worker that caches nothing and
 * deletes the caches of other versions.
 */
function versionOf(fresh: string): Readonly<Record<"FILES" | "VERSION", string>> {
  const names = process.env["PAGE_OFFLINE"] === "no" ? [] : filesIn(fresh).sort();
  const hash = createHash("sha256");
  for (const name of names) hash.update(name).update(readFileSync(path.join(fresh, name)));
  return {
    FILES: JSON.stringify(names.map((name) => `/${name.replaceAll(path.sep, "/")}`)),
    VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)),
  };
}

/** Copies new files first and the document last, then removes old files. */
function replace(fresh: string, served: string): void {
  const names = filesIn(fresh).sort((a, b) => Number(isDocument(a)) - Number(isDocument(b)));
  for (const name of names) {
    const [from, to] = [path.join(fresh, name), path.join(served, name)];
    if (!existsSync(to) || !readFileSync(from).equals(readFileSync(to))) cpSync(from, to);
  }
  for (const name of filesIn(served)) {
    if (!names.includes(name)) rmSync(path.join(served, name), { force: true });
  }
}

function isDocument(name: string): boolean {
  return name.endsWith(".html");
}

/** The relative paths of all files. */
function filesIn(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

if (import.meta.main) await buildWeb();
