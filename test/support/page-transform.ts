/** Lets jest import the emulator's pages as text. */

import { createHash } from "node:crypto";
import { inlinePage } from "../../scripts/inline-page.ts";

export function process(_text: string, file: string): { readonly code: string } {
  return { code: `module.exports = ${JSON.stringify(inlinePage(file))};` };
}

/** Covers the style sheets and scripts too. */
export function getCacheKey(_text: string, file: string): string {
  return createHash("sha1").update(inlinePage(file)).digest("hex");
}
