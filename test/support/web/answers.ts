/** Holds back the frames of the database on their way to a page. */

import type { Page } from "playwright-core";

export interface Answers {
  /** Nothing reaches the page from now on. */
  readonly hold: () => void;
  /** Passes on what was held, in its order, and everything later. */
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
