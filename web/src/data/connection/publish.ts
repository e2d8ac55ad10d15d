/** Notifies the views of changes. Changes that arrive at about the same time are rendered together. */

import { batch } from "@preact/signals-core";
import type { Signal } from "@preact/signals-core";

/** The shortest time between two renderings while a history arrives in many parts, in milliseconds. */
const DRAW_EVERY = 150;

const changed = new Set<Signal<number>>();
let drawnAt = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Renders a single change at once; many changes, of all greenhouses, are collected and rendered together. */
export function announce(version: Signal<number>): void {
  changed.add(version);
  timer ??= setTimeout(
    () => {
      timer = undefined;
      drawnAt = performance.now();
      const all = [...changed];
      // Before the views learn of it: they may announce further changes.
      changed.clear();
      batch(() => {
        for (const one of all) one.value += 1;
      });
    },
    Math.max(0, drawnAt + DRAW_EVERY - performance.now()),
  );
}
