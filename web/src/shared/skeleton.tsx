/** Shown instead of the overview until it arrives, with its size. */

import type { VNode } from "preact";

/** This many fill a desk's screen. */
const MOST = 6;

export function CardSkeletons({ count }: { readonly count: number }): VNode {
  return (
    <div class="cards skeleton" aria-hidden="true">
      {Array.from({ length: Math.min(MOST, count) }, (_, index) => (
        <div key={index} class="skeleton-card" />
      ))}
    </div>
  );
}
