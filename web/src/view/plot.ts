/** A plot on a canvas (uPlot): lines with gaps, the band of the thresholds, a cursor shared with the other plots. */

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Bounds } from "../model/farm";
import type { Formatter } from "../model/format";
import { DIGITS } from "../model/measurement";
import type { Charted } from "../model/measurement";
import type { AlignedLines } from "../model/thinning";
import { SHORTEST } from "../model/time-range";
import type { Window } from "../model/time-range";
import type { ChartLine } from "./chart-panel";
import type { CursorTime } from "./cursor-time";

export interface PlotSettings {
  readonly measurement: Charted;
  readonly bounds: Bounds | undefined;
  readonly lines: readonly ChartLine[];
  readonly width: number;
  readonly height: number;
  readonly format: Formatter;
  readonly cursor: CursorTime;
  readonly onZoom: (from: number, to: number) => void;
}

/** The plots that share a cursor. */
const SYNC = "greenhouse";
const AXIS_WIDTH = 52;
const FONT = "12px system-ui, sans-serif";

export class Plot {
  readonly #plot: uPlot;
  readonly #stopListening: () => void;

  constructor(place: HTMLElement, settings: PlotSettings) {
    this.#plot = new uPlot(optionsOf(place, settings), [[]], place);
    this.#stopListening = listenToTouch(this.#plot);
    const { root } = this.#plot;
    root.setAttribute("aria-hidden", "true");
  }

  show(shown: Window, { times, lines }: AlignedLines): void {
    this.#plot.setData([times, ...lines] as uPlot.AlignedData, false);
    this.#plot.setScale("x", { min: shown.from, max: shown.to });
  }

  resize(width: number, height: number): void {
    if (this.#plot.width !== width || this.#plot.height !== height) {
      this.#plot.setSize({ width, height });
    }
  }

  destroy(): void {
    this.#stopListening();
    this.#plot.destroy();
  }
}

function optionsOf(place: HTMLElement, settings: PlotSettings): uPlot.Options {
  const { measurement, bounds, lines, width, height, format, cursor, onZoom } = settings;
  const colour = coloursOf(place);
  const axis: uPlot.Axis = {
    stroke: colour("--quiet"),
    font: FONT,
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    ms: 1,
    legend: { show: false },
    padding: [8, 8, 0, 0],
    scales: { y: { range: (_, low, high) => rangeOf(low, high, bounds, measurement) } },
    axes: [
      {
        ...axis,
        space: 64,
        size: 28,
        values: (_, splits, __, ___, step) => splits.map((time) => format.tick(time, step)),
      },
      {
        ...axis,
        size: AXIS_WIDTH,
        values: (_, splits, __, ___, step) =>
          splits.map((value) => axisNumber(format.locale, value, step)),
      },
    ],
    series: [{}, ...lines.map((line) => seriesOptions(line, colour))],
    cursor: {
      sync: { key: SYNC },
      drag: { x: true, y: false, setScale: false, dist: 8 },
      points: { size: 7 },
      y: false,
    },
    hooks: {
      drawClear: [(plot) => drawBand(plot, bounds, colour)],
      setCursor: [(plot) => cursor.set(timeUnder(plot))],
      setSelect: [(plot) => zoomTo(plot, onZoom)],
    },
  };
}

function seriesOptions(line: ChartLine, colour: (name: string) => string): uPlot.Series {
  return {
    show: !line.isHidden,
    stroke: colour(line.colour),
    width: 1.75,
    dash: [...line.dash],
    points: {
      size: 4,
      fill: colour(line.colour),
      filter: (plot, series, isShown) => (isShown ? null : lonePlaces(plot.data[series] ?? [])),
    },
  };
}

/** A reading without neighbours makes no line: it is shown as a point. */
function lonePlaces(values: ArrayLike<number | null | undefined>): number[] {
  const isThere = (place: number): boolean => typeof values[place] === "number";
  return Array.from({ length: values.length }, (_, place) => place).filter(
    (place) => isThere(place) && !isThere(place - 1) && !isThere(place + 1),
  );
}

function coloursOf(place: HTMLElement): (name: string) => string {
  const styles = getComputedStyle(place);
  return (name) => styles.getPropertyValue(name).trim();
}

/** A line flatter than this share of its value is not blown up to the height of the plot. */
const FLAT = 0.05;

/** Room for the line and the band, and for a flat line too. */
function rangeOf(
  low: number | null,
  high: number | null,
  bounds: Bounds | undefined,
  measurement: Charted,
): [number, number] {
  const values = [low, high, bounds?.min, bounds?.max].filter(
    (value) => value !== null && value !== undefined,
  );
  if (values.length === 0) return [0, 1];
  const [from, to] = [Math.min(...values), Math.max(...values)];
  const least = Math.max(4 * 10 ** -DIGITS[measurement], Math.abs(to) * FLAT);
  const margin = Math.max((to - from) * 0.08, least / 2);
  const isNeverNegative = measurement !== "temperature" && from >= 0;
  return [isNeverNegative ? Math.max(0, from - margin) : from - margin, to + margin];
}

function drawBand(plot: uPlot, bounds: Bounds | undefined, colour: (name: string) => string): void {
  if (bounds === undefined) return;
  const { ctx, bbox } = plot;
  const bottom = bbox.top + bbox.height;
  const placeOf = (value: number | undefined, otherwise: number): number =>
    value === undefined
      ? otherwise
      : Math.min(bottom, Math.max(bbox.top, plot.valToPos(value, "y", true)));
  const top = placeOf(bounds.max, bbox.top);
  const low = placeOf(bounds.min, bottom);
  ctx.save();
  ctx.fillStyle = colour("--band");
  ctx.fillRect(bbox.left, top, bbox.width, low - top);
  ctx.strokeStyle = colour("--band-edge");
  ctx.setLineDash([4, 4]);
  ctx.beginPath();
  for (const [bound, place] of [
    [bounds.max, top],
    [bounds.min, low],
  ] as const) {
    if (bound === undefined) continue;
    ctx.moveTo(bbox.left, place);
    ctx.lineTo(bbox.left + bbox.width, place);
  }
  ctx.stroke();
  ctx.restore();
}

function timeUnder(plot: uPlot): number | undefined {
  const { left } = plot.cursor;
  return left === undefined || left < 0 ? undefined : plot.posToVal(left, "x");
}

function zoomTo(plot: uPlot, onZoom: PlotSettings["onZoom"]): void {
  const { left, width } = plot.select;
  if (width <= 0) return;
  const from = plot.posToVal(left, "x");
  const to = plot.posToVal(left + width, "x");
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (to - from >= SHORTEST) onZoom(from, to);
}

/** A finger moves the cursor; up and down it scrolls the page. */
function listenToTouch(plot: uPlot): () => void {
  const { over } = plot;
  const follow = (event: TouchEvent): void => {
    const [touch] = event.touches;
    if (touch === undefined) return;
    const box = over.getBoundingClientRect();
    plot.setCursor({ left: touch.clientX - box.left, top: touch.clientY - box.top }, true);
  };
  over.addEventListener("touchstart", follow, { passive: true });
  over.addEventListener("touchmove", follow, { passive: true });
  return () => {
    over.removeEventListener("touchstart", follow);
    over.removeEventListener("touchmove", follow);
  };
}

function axisNumber(locale: string, value: number, step: number): string {
  const maximumFractionDigits = step < 1 ? Math.ceil(-Math.log10(step)) : 0;
  const notation = step >= 1000 && Math.abs(value) >= 10_000 ? "compact" : "standard";
  return value.toLocaleString(locale, { maximumFractionDigits, notation });
}
