/** Runs axe-core on a page, in both themes. */

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/**
 * Checks a view. The themes differ only in colours, so contrast is checked in both, and all other rules in one. For an
 * open dialog, the view behind the dialog is not checked again.
 */
export async function inspect(page: Page, view: string): Promise<void> {
  // The debugger evaluates this, because the page's policy would refuse a script in the document. The result would be a
  // copy of axe.
  if (!(await page.evaluate("'axe' in globalThis")))
    await page.evaluate(`void (() => { ${AXE} })()`);
  for (const [colorScheme, rules] of [
    ["light", { resultTypes: ["violations"] }],
    ["dark", { resultTypes: ["violations"], runOnly: ["color-contrast"] }],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate(
      `axe.run([...document.querySelectorAll("dialog[open]")].at(-1) ?? document, ${JSON.stringify(rules)}).then((result) => result.violations.map(
        ({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]) })))`,
    );
    const tooWide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect({ view, colorScheme, violations, tooWide }).toEqual({
      view,
      colorScheme,
      tooWide: 0,
      violations: [],
    });
  }
}
