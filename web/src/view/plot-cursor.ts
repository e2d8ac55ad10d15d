/** Joins a plot's own cursor and the one that the charts share: each follows the other. */

import type uPlot from "uplot";
import type { CursorTime } from "./cursor-time";

/** Where uPlot puts a cursor that is not to be seen, in pixels. */
const OUTSIDE = -10;
const SAME_PLACE = 0.5;

/** Follows a cursor that was moved elsewhere: over another plot, or with the keyboard. */
export function pointAt(plot: uPlot, time: number | undefined): void {
  const left = time === undefined ? OUTSIDE : plot.valToPos(time, "x");
  if (Math.abs((plot.cursor.left ?? OUTSIDE) - left) < SAME_PLACE) return;
  plot.setCursor({ left, top: time === undefined ? OUTSIDE : 0 }, false);
}

/** Only the plot below the mouse leads: one that is drawn anew elsewhere has no say, least of all an empty one. */
export function tellTime(plot: uPlot, cursor: CursorTime): void {
  const { left } = plot.cursor;
  if (left === undefined || left < 0 || !plot.over.matches(":hover")) return;
  cursor.set(plot.posToVal(left, "x"));
}

/**
 * A finger moves the cursor; up and down it scrolls the page. A mouse brings the cursor as soon as it is over the plot,
 * also where it rests and the page moved below it, and takes it along when it leaves.
 */
export function followPointer(plot: uPlot, cursor: CursorTime): () => void {
  const { over } = plot;
  const stop = new AbortController();
  const { signal } = stop;
  const follow = ({ clientX }: { readonly clientX: number }): void => {
    cursor.set(plot.posToVal(clientX - over.getBoundingClientRect().left, "x"));
  };
  const followTouch = ({ touches: [touch] }: TouchEvent): void => {
    if (touch !== undefined) follow(touch);
  };
  over.addEventListener("touchstart", followTouch, { passive: true, signal });
  over.addEventListener("touchmove", followTouch, { passive: true, signal });
  over.addEventListener("mouseenter", follow, { signal });
  over.addEventListener("mouseleave", () => cursor.set(undefined), { signal });
  return () => stop.abort();
}
