/** Checks what a page shows with axe-core. */

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Checks a view and its width. For an open dialog, the view behind the dialog is not checked again. */
export async function inspect(page: Page, view: string): Promise<void> {
  // The debugger evaluates this, because the page's policy would refuse a script in the document. The result would be a
  // copy of axe.
  if (!(await page.evaluate("'axe' in globalThis")))
    await page.evaluate(`void (() => { ${AXE} })()`);
  const violations = await page.evaluate(
    `axe.run([...document.querySelectorAll("dialog[open]")].at(-1) ?? document, { resultTypes: ["violations"] }).then(
      (result) => result.violations.map(
        ({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]) })))`,
  );
  const tooWide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect({ view, violations, tooWide }).toEqual({ view, tooWide: 0, violations: [] });
}
