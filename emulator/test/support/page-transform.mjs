/** Lets jest import the emulator's pages as text. */

import { createHash } from "node:crypto";
import { inlinePage } from "../../scripts/inline-page.cjs";

/** @param {string} _text @param {string} file */
function process(_text, file) {
  return { code: `module.exports = ${JSON.stringify(inlinePage(file))};` };
}

/** Includes the style sheets and scripts. @param {string} _text @param {string} file */
function getCacheKey(_text, file) {
  return createHash("sha1").update(inlinePage(file)).digest("hex");
}

export default { process, getCacheKey };
