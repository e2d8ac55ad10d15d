/** Notifies the views of changes, so that what arrives together is drawn together. */

import { batch } from "@preact/signals-core";
import type { Signal } from "@preact/signals-core";

/** While a history arrives in many parts, views are drawn this often, in milliseconds. */
const DRAW_EVERY = 150;

const changed = new Set<Signal<number>>();
let drawnAt = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Draws a single change at once, and many changes of all greenhouses together. */
export function announce(version: Signal<number>): void {
  changed.add(version);
  timer ??= setTimeout(
    () => {
      timer = undefined;
      drawnAt = performance.now();
      batch(() => {
        for (const one of changed) one.value += 1;
      });
      changed.clear();
    },
    drawnAt + DRAW_EVERY - performance.now(),
  );
}
