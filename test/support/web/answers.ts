/** The database's frames on their way to a page, which can be held back: what waits for them is at it for so long. */

import type { Page } from "playwright-core";

export interface Answers {
  /** From now on nothing reaches the page. */
  readonly hold: () => void;
  /** What was held reaches the page, in its order; so does what comes later. */
  readonly release: () => void;
}

/** Loads the page anew: only sockets that it opens from then on are held. */
export async function controlAnswers(page: Page): Promise<Answers> {
  let held: (() => void)[] | undefined;
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (held === undefined) socket.send(message);
      else held.push(() => socket.send(message));
    });
  });
  await page.reload();
  return {
    hold: () => (held ??= []),
    release: () => {
      for (const pass of held ?? []) pass();
      held = undefined;
    },
  };
}
