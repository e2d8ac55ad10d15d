/** The page at `/`: a window to look through at the databases and their data, as they change. */

import { PAGE_STYLE, scriptJson } from "./html";
import { VIEWER_DATA } from "./viewer-data";
import { VIEWER_STYLE } from "./viewer-style";
import { VIEWER_TREE } from "./viewer-tree";

/** @param namespace what is shown first where the address names none */
export function viewerPage(namespace: string | undefined): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Realtime Database</title>
<style>${PAGE_STYLE}${VIEWER_STYLE}</style>
<header>
  <h1>Realtime Database</h1>
  <nav id="databases" aria-label="Databases"></nav>
  <span id="status" role="status"></span>
  <span class="links">
    <a id="rules">Rules</a>
    <a id="coverage">Rules coverage</a>
    <a id="json">JSON</a>
  </span>
</header>
<main><ul id="tree" role="tree" aria-label="Data"></ul></main>
<script>"use strict";
const DEFAULT_NAMESPACE = ${scriptJson(namespace ?? null)};
${VIEWER_DATA}
${VIEWER_TREE}</script>
</html>
`;
}
