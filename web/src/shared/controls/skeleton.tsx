/** A placeholder of the same size as the overview, shown until the overview is loaded. */

import type { VNode } from "preact";

/** Enough cards to fill a desktop screen. */
const MAX_CARDS = 6;

export function CardSkeletons({ count }: { readonly count: number }): VNode {
  return (
    <div class="cards skeleton" aria-hidden="true">
      {Array.from({ length: Math.min(MAX_CARDS, count) }, (_, index) => (
        <div key={index} class="skeleton-card" />
      ))}
    </div>
  );
}
