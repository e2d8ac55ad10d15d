/**
 * A plot on a canvas (uPlot). It has lines with gaps, bands of merged values, bands of the limits, faults at the edge,
 * and a cursor that all plots share.
 */

import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { axisNumber, axisRange } from "../model/plot/axis";
import { excursionsOf, snapTo } from "../model/plot/excursions";
import type { Excursion } from "../model/plot/excursions";
import type { Formatter } from "../model/values/format";
import { shownStep, splitsOf } from "../model/values/units";
import { align } from "../model/plot/thinning";
import { MIN_RANGE_MS } from "../model/plot/time-range";
import type { Window } from "../model/plot/time-range";
import { followPointer, pointAt, shareTime } from "./plot-cursor";
import type { CursorTime } from "./plot-cursor";
import type { PlotAxis, PlotLine, PlotStyle } from "./plot-content";
import {
  drawExcursions,
  drawFaults,
  drawHollow,
  drawSpreads,
  drawThresholds,
} from "./plot-drawing";
import {
  axisLook,
  coloursOf,
  LINE_WIDTH,
  pointsLook,
  textIfFits,
  TIME_AXIS,
  uPlot,
} from "../shared/values/plot-look";
import type { Colours } from "../shared/values/plot-look";

export interface PlotSettings {
  readonly axis: PlotAxis;
  readonly lines: readonly PlotStyle[];
  readonly width: number;
  readonly height: number;
  readonly format: Formatter;
  readonly cursor: CursorTime;
  readonly onZoom: (from: number, to: number) => void;
}

const AXIS_WIDTH = 52;
/** The distance at which the cursor highlights a point, in pixels. */
const HOVER_REACH = 24;
/** The distance at which the cursor snaps to an excursion, in pixels. */
const SNAP_REACH = 6;

export class Plot {
  readonly #plot: uPlot;
  readonly #stops: readonly (() => void)[];
  readonly #axis: PlotAxis;
  #lines: readonly PlotLine[] = [];
  #excursions: readonly Excursion[] = [];

  constructor(parent: HTMLElement, settings: PlotSettings) {
    const content: Content = {
      lines: () => this.#lines,
      excursions: () => this.#excursions,
      snap: (time) => this.#snap(time),
    };
    const plot = new uPlot(optionsOf(parent, settings, content), [[]], parent);
    this.#plot = plot;
    this.#axis = settings.axis;
    const { cursor } = settings;
    this.#stops = [
      followPointer(plot, cursor, content.snap),
      cursor.subscribe((time) => pointAt(plot, time)),
    ];
    plot.root.setAttribute("aria-hidden", "true");
  }

  /** @param lines the same number and order as in the settings */
  show(shown: Window, lines: readonly PlotLine[]): void {
    this.#lines = lines;
    const limits = this.#axis.limitsIn(shown);
    this.#excursions = lines.flatMap((line) =>
      line.isHidden ? [] : excursionsOf(line.drawn, limits),
    );
    const pixel = (shown.to - shown.from) / (this.#plot.width - AXIS_WIDTH);
    const drawn = lines.map((line) => line.drawn);
    const { times, lines: rows } = align(drawn, pixel);
    this.#plot.setData([times, ...rows] as uPlot.AlignedData, false);
    this.#plot.setScale("x", { min: shown.from, max: shown.to });
  }

  resize(width: number, height: number): void {
    if (this.#plot.width !== width || this.#plot.height !== height) {
      this.#plot.setSize({ width, height });
    }
  }

  /** Moves the pointer's time to a nearby excursion, however narrow that is. */
  #snap(time: number): number {
    const reach = this.#plot.posToVal(SNAP_REACH, "x") - this.#plot.posToVal(0, "x");
    const times = this.#excursions.map(({ at }) => at);
    return snapTo(times, time, reach);
  }

  destroy(): void {
    for (const stop of this.#stops) stop();
    this.#plot.destroy();
  }
}

/** The content that is shown now. */
interface Content {
  readonly lines: () => readonly PlotLine[];
  readonly excursions: () => readonly Excursion[];
  readonly snap: (time: number) => number;
}

function optionsOf(parent: HTMLElement, settings: PlotSettings, content: Content): uPlot.Options {
  const { axis, lines, width, height, format, cursor, onZoom } = settings;
  const { timeZone } = format;
  const colour = coloursOf(parent);
  const look = axisLook(colour);
  return {
    width,
    height,
    ms: 1,
    // Time ticks are at full hours and midnights in the person's zone.
    ...(timeZone !== undefined && { tzDate: (ms) => uPlot.tzDate(new Date(ms), timeZone) }),
    legend: { show: false },
    padding: [8, 8, 0, 0],
    scales: { y: scaleOf(axis, content.lines) },
    axes: [
      {
        ...look,
        ...TIME_AXIS,
        space: 64,
        values: (plot, splits, __, ___, step) =>
          splits.map((time) =>
            textIfFits(format.tick(time, step), plot.valToPos(time, "x"), plot.width - AXIS_WIDTH),
          ),
      },
      {
        ...look,
        size: AXIS_WIDTH,
        splits: (_, __, min, max, step) => [...splitsOf(format, axis.quantity, { min, max, step })],
        values: (plot, splits, __, ___, step) =>
          splits.map((value) =>
            isEmpty(plot) ? "" : axisText(format, value, axis.quantity, step),
          ),
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
      // Above the grid, below the lines.
      drawAxes: [
        (plot) => {
          drawThresholds(plot, axis, colour);
          drawSpreads(plot, content.lines(), colour);
        },
      ],
      // A new plot also shows the cursor.
      draw: [
        (plot) => drawExcursions(plot, axis, content.excursions(), colour),
        (plot) => drawFaults(plot, content.lines(), colour),
        (plot) => drawHollow(plot, content.lines(), colour),
        (plot) => pointAt(plot, cursor.peek()),
      ],
      setCursor: [(plot) => shareTime(plot, cursor, content.snap)],
      setSelect: [(plot) => zoomTo(plot, onZoom)],
    },
  };
}

/** Includes the extremes of merged values, which the lines do not reach. */
function scaleOf({ edges, quantity }: PlotAxis, linesNow: () => readonly PlotLine[]): uPlot.Scale {
  return {
    range: ({ scales: { x: { min = 0, max = 0 } = {} } }, low, high) => {
      const spread = linesNow()
        .filter((line) => !line.isHidden)
        .flatMap(({ drawn, hollow = [] }) => [
          ...(drawn.lows ?? []),
          ...(drawn.highs ?? []),
          ...hollow.filter(({ at }) => at >= min && at <= max).map(({ value }) => value),
        ])
        .filter((value) => value !== null);
      // Without values, uPlot passes null as low and high, although their types do not say so.
      const all = ([low, high, ...spread] as (number | null)[]).filter((value) => value !== null);
      return all.length === 0
        ? axisRange(null, null, edges, quantity)
        : axisRange(Math.min(...all), Math.max(...all), edges, quantity);
    },
  };
}

function seriesOptions(line: PlotStyle, colour: Colours): uPlot.Series {
  return {
    show: !line.isHidden,
    stroke: colour(line.colour),
    width: LINE_WIDTH,
    dash: [...line.dash],
    points: pointsLook(colour(line.colour)),
  };
}

function axisText(format: Formatter, value: number, quantity: Quantity, step: number): string {
  const shown = format.shown(value, quantity);
  return axisNumber(format.locale, shown, shownStep(format, quantity, step));
}

/** Without values, the numbers on the axis are meaningless. */
function isEmpty({ data }: uPlot): boolean {
  return data[0].length === 0;
}

function zoomTo(plot: uPlot, onZoom: PlotSettings["onZoom"]): void {
  const { left, width } = plot.select;
  if (width <= 0) return;
  const from = plot.posToVal(left, "x");
  const to = plot.posToVal(left + width, "x");
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (to - from >= MIN_RANGE_MS) onZoom(from, to);
}
