/** Publishes values to the views. Values that arrive at about the same time are rendered together. */

import { batch } from "@preact/signals-core";
import type { Signal } from "@preact/signals-core";

/** The minimum time between two renderings while a history arrives in many parts, in milliseconds. */
const RENDER_EVERY_MS = 150;

/** Sets each signal that waits for the next rendering. */
const waiting = new Map<object, () => void>();
let renderedAt = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sets a signal to a value that is read with the next rendering. A single change is rendered at once. Many changes of
 * any greenhouses are collected and rendered together.
 */
export function publish<T>(target: Signal<T>, read: () => T): void {
  waiting.set(target, () => (target.value = read()));
  timer ??= setTimeout(
    () => {
      timer = undefined;
      renderedAt = performance.now();
      const all = [...waiting.values()];
      // Cleared before the views get the values, because the views may publish more.
      waiting.clear();
      batch(() => {
        for (const set of all) set();
      });
    },
    Math.max(0, renderedAt + RENDER_EVERY_MS - performance.now()),
  );
}
