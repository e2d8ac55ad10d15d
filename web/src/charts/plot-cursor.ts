/** Synchronizes a plot's own cursor with the cursor that all charts share. */

import type { Signal } from "@preact/signals";
import type uPlot from "uplot";

/** The time under the cursor of all charts, in Unix milliseconds; undefined while it is off the charts. */
export type CursorTime = Signal<number | undefined>;

/** The position at which uPlot hides a cursor, in pixels. */
const OUTSIDE = -10;
const SAME_POSITION = 0.5;

/** Follows a cursor that another plot or the keyboard has moved. */
export function pointAt(plot: uPlot, time: number | undefined): void {
  const left = time === undefined ? OUTSIDE : plot.valToPos(time, "x");
  // A new plot has no scale yet. It shows the cursor when it is drawn.
  if (!Number.isFinite(left)) return;
  if (Math.abs((plot.cursor.left ?? OUTSIDE) - left) < SAME_POSITION) return;
  plot.setCursor({ left, top: time === undefined ? OUTSIDE : 0 }, false);
}

/** Shares the cursor of the plot under the mouse. Ignores other plots, which report a cursor when they are drawn. */
export function shareTime(plot: uPlot, cursor: CursorTime, snap: (time: number) => number): void {
  const { left } = plot.cursor;
  if (left === undefined || left < 0 || !plot.over.matches(":hover")) return;
  cursor.value = snap(plot.posToVal(left, "x"));
}

/** Moves the cursor with a finger. Also shows it while the mouse is over the plot, even if only the page scrolled. */
export function followPointer(
  plot: uPlot,
  cursor: CursorTime,
  snap: (time: number) => number,
): () => void {
  const { over } = plot;
  const stop = new AbortController();
  const { signal } = stop;
  const follow = ({ clientX }: { readonly clientX: number }): void => {
    cursor.value = snap(plot.posToVal(clientX - over.getBoundingClientRect().left, "x"));
  };
  const followTouch = ({ touches: [touch] }: TouchEvent): void => {
    if (touch !== undefined) follow(touch);
  };
  over.addEventListener("touchstart", followTouch, { passive: true, signal });
  over.addEventListener("touchmove", followTouch, { passive: true, signal });
  over.addEventListener("mouseenter", follow, { signal });
  over.addEventListener("mouseleave", () => (cursor.value = undefined), { signal });
  return () => stop.abort();
}
