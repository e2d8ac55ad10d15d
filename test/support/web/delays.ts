/**
 * Measures how soon a page shows a frame of its socket, by the page's clock. Excludes the time of the board and the
 * functions.
 */

import type { Page } from "playwright-core";

/** An element by its CSS selector, and its expected text. */
export type Shown = readonly [place: string, text: string];

const WATCH = `{
  const frames = [];
  globalThis.WebSocket = class extends WebSocket {
    constructor(...parameters) {
      super(...parameters);
      this.addEventListener("message", ({ data }) => frames.push({ data, at: performance.now() }));
    }
  };
  // All kinds of spaces count as the same.
  const plain = (text) => text.replaceAll(/\\s/g, " ");
  globalThis.watchDelay = (value, shown) => {
    const delays = shown.map(() => Infinity);
    new MutationObserver(() => {
      const now = performance.now();
      for (const [index, [place, text]] of shown.entries()) {
        if (delays[index] !== Infinity) continue;
        const found = plain(document.querySelector(place)?.textContent ?? "");
        if (!found.includes(plain(text))) continue;
        delays[index] = now - frames.find(({ data }) => data.includes(value)).at;
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
    return () => Math.max(...delays);
  };
}`;

/** Records the frames of every page that loads from now on. */
export const noteFrames = (page: Page): Promise<unknown> => page.addInitScript(WATCH);

/**
 * Call this before the value is sent. No earlier frame may contain the value.
 * @returns reads the longest time in milliseconds from the frame until the value appeared in each place; infinite if a
 * place does not show it
 */
export async function watchDelay(
  page: Page,
  value: number,
  shown: readonly Shown[],
): Promise<() => Promise<number>> {
  const parameters = JSON.stringify([String(value), shown]).slice(1, -1);
  const longest = await page.evaluateHandle<() => number>(`watchDelay(${parameters})`);
  return () => longest.evaluate((read) => read());
}
