/** Marks a span of time in a chart, with a mouse or one finger. Nothing is zoomed or scrolled meanwhile. */

import { useEffect } from "preact/hooks";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { Window } from "../../model/plot/time-range";
import { useAction } from "../../shared/hooks/stable";
import type { LeaveOutProps } from "./left-out";

/** Shorter drags are mistakes, in pixels. */
const MIN_DRAG = 4;

/** @param onMarked receives the span, and the quantity of the chart */
export function useMarking(
  { section, shown, cursor, amended }: LeaveOutProps,
  isMarking: boolean,
  onMarked: (span: Window, quantity: Measurement | undefined) => void,
): void {
  const mark = useAction((marked: Window | undefined) => {
    amended.value = { ...amended.peek(), marked };
    cursor.value = marked?.to;
  });
  const timeAt = useAction((x: number, { left, width }: DOMRect): number => {
    const share = Math.min(1, Math.max(0, (x - left) / width));
    return shown.from + share * (shown.to - shown.from);
  });
  const end = useAction(onMarked);
  useEffect(() => {
    const charts = section.current;
    if (!isMarking || charts === null) return undefined;
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal, passive: false };
    let drag: { readonly plot: Element; readonly x: number } | undefined;
    const spanTo = (x: number, { plot, x: first }: NonNullable<typeof drag>): Window => {
      const area = plot.getBoundingClientRect();
      const times = [timeAt(first, area), timeAt(x, area)] as const;
      return { from: Math.min(...times), to: Math.max(...times) };
    };
    charts.classList.add("is-marking");
    // The chart itself zooms with the mouse, and the gestures with fingers.
    for (const type of ["mousedown", "touchstart", "touchmove", "dblclick"]) {
      charts.addEventListener(
        type,
        (event) => {
          if (plotAt(event.target) === null) return;
          event.preventDefault();
          event.stopPropagation();
        },
        options,
      );
    }
    charts.addEventListener(
      "pointerdown",
      (event) => {
        const plot = plotAt(event.target);
        if (plot === null || !event.isPrimary) return;
        plot.setPointerCapture(event.pointerId);
        drag = { plot, x: event.clientX };
      },
      options,
    );
    charts.addEventListener(
      "pointermove",
      (event) => {
        if (drag !== undefined) mark(spanTo(event.clientX, drag));
      },
      options,
    );
    charts.addEventListener(
      "pointerup",
      (event) => {
        if (drag === undefined) return;
        const { plot, x } = drag;
        const span = spanTo(event.clientX, drag);
        drag = undefined;
        mark(undefined);
        if (Math.abs(event.clientX - x) >= MIN_DRAG) end(span, quantityOf(plot));
      },
      options,
    );
    charts.addEventListener(
      "pointercancel",
      () => {
        drag = undefined;
        mark(undefined);
      },
      options,
    );
    return () => {
      stop.abort();
      charts.classList.remove("is-marking");
    };
  }, [section, isMarking, mark, timeAt, end]);
}

function plotAt(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(".u-over") : null;
}

function quantityOf(plot: Element): Measurement | undefined {
  const name = plot.closest("figure")?.dataset["quantity"];
  return MEASUREMENTS.find((quantity) => quantity === name);
}
