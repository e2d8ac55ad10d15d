/** How soon a page shows a frame of its socket, by the clock of the page: without the time of the board and the functions. */

import type { Page } from "playwright-core";

/** An element by its CSS selector, and the text that it is to have. */
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

/** Of every page that is loaded from then on. */
export const noteFrames = (page: Page): Promise<unknown> => page.addInitScript(WATCH);

/**
 * To be called before the value is sent, which no frame had yet.
 * @returns reads the longest time in milliseconds from the frame that brought it until it was shown in one of the places;
 * infinite where it is not shown in all of them
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
