/**
 * Two fingers zoom and move a chart. A double tap or double click returns to the last range with a name. While the
 * cursor has the focus, the keys + and −, Shift with an arrow key, and Escape do the same. One finger still scrolls the
 * page.
 */

import type { Signal } from "@preact/signals";
import { batch } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { DEFAULT_RANGE } from "../../model/plot/time-range";
import type { TimeRange, Window } from "../../model/plot/time-range";
import { moved, pinched, zoomed } from "../../model/plot/zoom";
import type { Fingers } from "../../model/plot/zoom";
import { usePage } from "../../shared/hooks/page";
import type { CursorTime } from "../plot-cursor";

export interface GesturesProps {
  /** The element that contains the charts. */
  readonly section: { readonly current: HTMLElement | null };
  readonly range: TimeRange;
  readonly shown: Window;
  readonly cursor: CursorTime;
  /** The range while fingers are on the chart. */
  readonly pinch: Signal<Window | undefined>;
  readonly onRange: (range: TimeRange) => void;
}

export function Gestures(props: GesturesProps): null {
  const { connection } = usePage();
  const latest = useRef(props);
  latest.current = props;
  /** The last range with a name, to which a reset returns. */
  const home = useRef(DEFAULT_RANGE);
  if (props.range.kind === "recent") home.current = props.range;
  const { section } = props;
  useEffect(() => {
    if (section.current === null) return undefined;
    return listen(section.current, () => ({
      ...latest.current,
      now: connection.now(),
      home: home.current,
    }));
  }, [section, connection]);
  return null;
}

interface State extends GesturesProps {
  readonly now: number;
  readonly home: TimeRange;
}

function listen(section: HTMLElement, stateOf: () => State): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  followFingers(section, stateOf, signal);
  section.addEventListener(
    "dblclick",
    ({ target }) => {
      if (plotAt(target) !== null) goHome(stateOf());
    },
    { signal },
  );
  // Must run before the cursor's own handler, which handles keys without Shift.
  section.addEventListener("keydown", (event) => pressKey(event, stateOf()), {
    capture: true,
    signal,
  });
  return () => stop.abort();
}

function followFingers(section: HTMLElement, stateOf: () => State, signal: AbortSignal): void {
  let first: { readonly fingers: Fingers; readonly shown: Window } | undefined;
  let tappedAt = -Infinity;
  section.addEventListener(
    "touchstart",
    (event) => {
      const fingers = fingersOn(event);
      if (fingers === undefined) return;
      event.preventDefault();
      tappedAt = -Infinity;
      first = { fingers, shown: stateOf().shown };
    },
    { passive: false, signal },
  );
  section.addEventListener(
    "touchmove",
    (event) => {
      const fingers = fingersOn(event);
      if (fingers === undefined || first === undefined) {
        tappedAt = -Infinity;
        return;
      }
      event.preventDefault();
      const { pinch, cursor, now } = stateOf();
      const { shown } = first;
      batch(() => {
        pinch.value = pinched(shown, first?.fingers ?? fingers, fingers, now);
        cursor.value = undefined;
      });
    },
    { passive: false, signal },
  );
  const end = (event: TouchEvent): void => {
    const state = stateOf();
    const { pinch, onRange } = state;
    const reached = pinch.peek();
    if (first !== undefined) {
      if (event.touches.length > 1) return;
      first = undefined;
      batch(() => {
        pinch.value = undefined;
        if (reached !== undefined) onRange({ kind: "fixed", ...reached });
      });
      return;
    }
    if (event.type === "touchcancel" || plotAt(event.target) === null) return;
    const isSecond = event.timeStamp - tappedAt < DOUBLE_TAP_MS;
    tappedAt = isSecond ? -Infinity : event.timeStamp;
    if (!isSecond) return;
    // Otherwise the browser would also report a double click.
    event.preventDefault();
    goHome(state);
  };
  section.addEventListener("touchend", end, { signal });
  section.addEventListener("touchcancel", end, { signal });
}

/** The maximum time between the ends of two taps, in milliseconds. */
const DOUBLE_TAP_MS = 350;

function plotAt(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(".u-over") : null;
}

/** The positions of two fingers, as shares of the width of the chart under both. */
function fingersOn({ touches }: TouchEvent): Fingers | undefined {
  const [a, b] = touches;
  const plot = plotAt(a?.target ?? null);
  if (touches.length !== 2 || a === undefined || b === undefined) return undefined;
  if (plot === null || plot !== plotAt(b.target)) return undefined;
  const { left, width } = plot.getBoundingClientRect();
  return [(a.clientX - left) / width, (b.clientX - left) / width];
}

function goHome({ range, home, onRange }: State): void {
  if (range.kind === "fixed") onRange(home);
}

/** As a share of the range. */
const STEP = 0.25;

function pressKey(event: KeyboardEvent, state: State): void {
  const { target, key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (!(target instanceof Element) || !target.matches(".plot-cursor")) return;
  if (ctrlKey || metaKey || altKey) return;
  const { shown, cursor, now, onRange } = state;
  if (key === "Escape") {
    // If there is a cursor, Escape removes only the cursor.
    if (cursor.peek() === undefined) goHome(state);
    return;
  }
  const around = cursor.peek() ?? (shown.from + shown.to) / 2;
  const next =
    key === "+" || key === "="
      ? zoomed(shown, around, 0.5, now)
      : key === "-" || key === "−"
        ? zoomed(shown, around, 2, now)
        : shiftKey && key === "ArrowLeft"
          ? moved(shown, -STEP, now)
          : shiftKey && key === "ArrowRight"
            ? moved(shown, STEP, now)
            : undefined;
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  onRange({ kind: "fixed", ...next });
}
