/** Holds back the frames of the database on their way to a page. */

import type { Page } from "playwright-core";

export interface Answers {
  /** Holds all frames from now on. */
  readonly hold: () => void;
  /** Releases the held frames in order, and all later frames. */
  readonly release: () => void;
}

/** Reloads the page, because only sockets that it opens later can be held. */
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
