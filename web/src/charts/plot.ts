/** A plot on a canvas (uPlot): lines with gaps, the bands of the thresholds, a cursor shared with the other plots. */

import "./browser-language";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { axisNumber, axisRange } from "../model/axis";
import type { Band } from "../model/band";
import type { ChartLine } from "../model/chart-line";
import type { Formatter } from "../model/format";
import type { Charted } from "../model/measurement";
import type { AlignedLines } from "../model/thinning";
import { SHORTEST } from "../model/time-range";
import type { Window } from "../model/time-range";
import { followPointer, pointAt, shareTime } from "./plot-cursor";
import type { CursorTime } from "./plot-cursor";

export interface PlotSettings {
  readonly measurement: Charted;
  /** The bands of the thresholds in a range. */
  readonly bandsIn: (shown: Window) => readonly Band[];
  /** Values that the axis always has. */
  readonly edges: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly width: number;
  readonly height: number;
  readonly format: Formatter;
  readonly cursor: CursorTime;
  readonly onZoom: (from: number, to: number) => void;
}

const AXIS_WIDTH = 52;
/** How near the cursor highlights a point, in pixels. */
const HOVER_REACH = 24;
const FONT = "12px system-ui, sans-serif";

export class Plot {
  readonly #plot: uPlot;
  readonly #stops: readonly (() => void)[];

  constructor(parent: HTMLElement, settings: PlotSettings) {
    const plot = new uPlot(optionsOf(parent, settings), [[]], parent);
    this.#plot = plot;
    const { cursor } = settings;
    this.#stops = [followPointer(plot, cursor), cursor.subscribe((time) => pointAt(plot, time))];
    plot.root.setAttribute("aria-hidden", "true");
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
    for (const stop of this.#stops) stop();
    this.#plot.destroy();
  }
}

function optionsOf(parent: HTMLElement, settings: PlotSettings): uPlot.Options {
  const { measurement, bandsIn, edges, lines, width, height, format, cursor, onZoom } = settings;
  const colour = coloursOf(parent);
  const bandsOf = ({ scales: { x } }: uPlot): readonly Band[] => {
    const { min: from, max: to } = x ?? {};
    return typeof from === "number" && typeof to === "number" ? bandsIn({ from, to }) : [];
  };
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
    scales: {
      y: { range: (_, low, high) => axisRange(low, high, edges, measurement) },
    },
    axes: [
      {
        ...axis,
        space: 64,
        size: 28,
        values: (plot, splits, __, ___, step) =>
          splits.map((time) => textIfFits(plot, time, format.tick(time, step))),
      },
      {
        ...axis,
        size: AXIS_WIDTH,
        values: (plot, splits, __, ___, step) =>
          splits.map((value) => (isEmpty(plot) ? "" : axisNumber(format.locale, value, step))),
      },
    ],
    series: [{}, ...lines.map((line) => seriesOptions(line, colour))],
    cursor: {
      drag: { x: true, y: false, setScale: false, dist: 8 },
      points: { size: 7 },
      hover: { prox: HOVER_REACH },
      y: false,
    },
    hooks: {
      drawClear: [(plot) => drawBands(plot, bandsOf(plot), colour)],
      // A new plot shows the cursor too.
      draw: [(plot) => pointAt(plot, cursor.peek())],
      setCursor: [(plot) => shareTime(plot, cursor)],
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
      filter: (plot, series, isShown) => (isShown ? null : singlePoints(plot.data[series] ?? [])),
    },
  };
}

/** The indexes of readings between two gaps: they make no line, and are shown as points. */
function singlePoints(values: ArrayLike<number | null | undefined>): number[] {
  const lone: number[] = [];
  let isAfterGap = true;
  let candidate: number | undefined;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    // Only another line has a reading here.
    if (value === undefined) continue;
    if (value === null && candidate !== undefined) lone.push(candidate);
    candidate = value !== null && isAfterGap ? index : undefined;
    isAfterGap = value === null;
  }
  if (candidate !== undefined) lone.push(candidate);
  return lone;
}

/** Empty where the right edge would cut the text. */
function textIfFits(plot: uPlot, time: number, text: string): string {
  const space = plot.width - AXIS_WIDTH - plot.valToPos(time, "x");
  return text.length * HALF_CHARACTER > space ? "" : text;
}

/** Of the axes' font, at most, in pixels. */
const HALF_CHARACTER = 3.6;

/** Then the numbers on the axis mean nothing. */
function isEmpty({ data }: uPlot): boolean {
  return data[0].length === 0;
}

function coloursOf(parent: HTMLElement): (name: string) => string {
  const styles = getComputedStyle(parent);
  return (name) => styles.getPropertyValue(name).trim();
}

function drawBands(plot: uPlot, bands: readonly Band[], colour: (name: string) => string): void {
  const { ctx, bbox } = plot;
  const bottom = bbox.top + bbox.height;
  const yOf = (value: number): number =>
    Math.min(bottom, Math.max(bbox.top, plot.valToPos(value, "y", true)));
  ctx.save();
  ctx.fillStyle = colour("--band");
  ctx.strokeStyle = colour("--band-edge");
  ctx.setLineDash([4, 4]);
  ctx.beginPath();
  for (const { from, to, min, max } of bands) {
    const [left, right] = [from, to].map((time) => plot.valToPos(time, "x", true)) as [
      number,
      number,
    ];
    const top = max === undefined ? bbox.top : yOf(max);
    const low = min === undefined ? bottom : yOf(min);
    if (min !== undefined || max !== undefined) ctx.fillRect(left, top, right - left, low - top);
    for (const edge of [max === undefined ? [] : top, min === undefined ? [] : low].flat()) {
      ctx.moveTo(left, edge);
      ctx.lineTo(right, edge);
    }
  }
  ctx.stroke();
  ctx.restore();
}

function zoomTo(plot: uPlot, onZoom: PlotSettings["onZoom"]): void {
  const { left, width } = plot.select;
  if (width <= 0) return;
  const from = plot.posToVal(left, "x");
  const to = plot.posToVal(left + width, "x");
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (to - from >= SHORTEST) onZoom(from, to);
}
