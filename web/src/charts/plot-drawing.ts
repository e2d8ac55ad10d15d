/** Draws everything in a plot except its lines: limits, spreads of merged values, excursions, faults and hollow points. */

import type uPlot from "uplot";
import type { Excursion } from "../model/plot/excursions";
import type { PlotAxis, PlotLine } from "./plot-content";
import type { Colours } from "../shared/values/plot-look";

/** In physical pixels of the canvas. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function areaOf({ bbox: { left, top, width, height } }: uPlot): Area {
  return { left, top, right: left + width, bottom: top + height };
}

/** Draws the bands of the limits. A bound outside the axis has no edge. */
export function drawThresholds(plot: uPlot, { bandsIn }: PlotAxis, colour: Colours): void {
  const { min: from, max: to } = plot.scales["x"] ?? {};
  if (typeof from !== "number" || typeof to !== "number") return;
  const { ctx } = plot;
  const { top, bottom } = areaOf(plot);
  ctx.save();
  ctx.fillStyle = colour("--band");
  ctx.strokeStyle = colour("--band-edge");
  ctx.setLineDash([4, 4]);
  ctx.beginPath();
  for (const { min, max, ...band } of bandsIn({ from, to })) {
    if (min === undefined && max === undefined) continue;
    const yOf = (bound: number): number => plot.valToPos(bound, "y", true);
    const [left, right] = [plot.valToPos(band.from, "x", true), plot.valToPos(band.to, "x", true)];
    const isSeen = (y: number): boolean => y >= top && y <= bottom;
    const inside = (y: number): number => Math.min(bottom, Math.max(top, y));
    const edges = {
      high: max === undefined ? top : yOf(max),
      low: min === undefined ? bottom : yOf(min),
    };
    ctx.fillRect(left, inside(edges.high), right - left, inside(edges.low) - inside(edges.high));
    for (const edge of [
      ...(max === undefined ? [] : [edges.high]),
      ...(min === undefined ? [] : [edges.low]),
    ]) {
      if (!isSeen(edge)) continue;
      ctx.moveTo(left, edge);
      ctx.lineTo(right, edge);
    }
  }
  ctx.stroke();
  ctx.restore();
}

/** The opacity of the spread of a line, and of the spreads of several lines together. */
const SPREAD_ALPHA = { one: 0.22, several: 0.12 };
/** More spreads are drawn as one, because overlapping colours would be grey mud. */
const MAX_SPREADS = 2;

/** Draws the spread of each point of a line, from its lowest to its highest value. */
export function drawSpreads(plot: uPlot, lines: readonly PlotLine[], colour: Colours): void {
  const { ctx } = plot;
  const { left, top, right, bottom } = areaOf(plot);
  const spread = lines.filter((line) => !line.isHidden && runsOf(line).length > 0);
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, right - left, bottom - top);
  ctx.clip();
  ctx.lineWidth = devicePixelRatio;
  if (spread.length <= MAX_SPREADS) {
    ctx.globalAlpha = SPREAD_ALPHA.one;
    for (const line of spread) drawSpread(plot, [line], colour(line.colour));
  } else {
    ctx.globalAlpha = SPREAD_ALPHA.several;
    drawSpread(plot, spread, colour("--ink"));
  }
  ctx.restore();
}

/**
 * Draws the spreads of lines as one shape. The outline is drawn too, so that a single point and a spread thinner than a
 * pixel are visible.
 */
function drawSpread(plot: uPlot, lines: readonly PlotLine[], colour: string): void {
  const { ctx } = plot;
  const shape = new Path2D();
  for (const line of lines) {
    const corner = (index: number, values: readonly (number | null)[] = []): void =>
      shape.lineTo(
        plot.valToPos(line.drawn.times[index] ?? 0, "x", true),
        plot.valToPos(values[index] ?? 0, "y", true),
      );
    for (const run of runsOf(line)) {
      const [first = 0] = run;
      shape.moveTo(
        plot.valToPos(line.drawn.times[first] ?? 0, "x", true),
        plot.valToPos(line.drawn.highs?.[first] ?? 0, "y", true),
      );
      for (const index of run) corner(index, line.drawn.highs);
      for (const index of run.toReversed()) corner(index, line.drawn.lows);
      shape.closePath();
    }
  }
  ctx.fillStyle = colour;
  ctx.strokeStyle = colour;
  ctx.fill(shape);
  if (lines.length === 1) ctx.stroke(shape);
}

/** Groups the indexes of successive points without a gap between them. */
function runsOf({ drawn: { highs = [] } }: PlotLine): readonly (readonly number[])[] {
  const runs: number[][] = [[]];
  for (const [index, value] of highs.entries()) {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push(index);
  }
  return runs.filter(({ length }) => length > 0);
}

/** The minimum width of an excursion, in pixels of the page, so that an hour in a year stays visible. */
const EXCURSION = 3;
/** More excursions are visible anyway, and thinner, so that they do not cover the lines. */
const MANY = 60;
const THIN = 1;

/** Draws excursions beyond the limits in red, over the line. */
export function drawExcursions(
  plot: uPlot,
  { limitsIn }: PlotAxis,
  excursions: readonly Excursion[],
  colour: Colours,
): void {
  const { min: from, max: to } = plot.scales["x"] ?? {};
  if (typeof from !== "number" || typeof to !== "number") return;
  const { ctx } = plot;
  const { top, bottom } = areaOf(plot);
  const x = (at: number): number => plot.valToPos(at, "x", true);
  const y = (value: number): number => plot.valToPos(value, "y", true);
  ctx.save();
  ctx.beginPath();
  for (const { min, max, ...band } of limitsIn({ from, to })) {
    const [left, width] = [x(band.from), x(band.to) - x(band.from)];
    if (max !== undefined) ctx.rect(left, top, width, y(max) - top);
    if (min !== undefined) ctx.rect(left, y(min), width, bottom - y(min));
  }
  ctx.clip();
  ctx.strokeStyle = colour("--bad");
  ctx.lineWidth = (excursions.length > MANY ? THIN : EXCURSION) * devicePixelRatio;
  ctx.beginPath();
  for (const { at, bound, value, neighbours } of excursions) {
    if (neighbours.length === 0) {
      ctx.moveTo(x(at), y(bound));
      ctx.lineTo(x(at), y(value));
    }
    for (const near of neighbours) {
      ctx.moveTo(x(at), y(value));
      ctx.lineTo(x(near.at), y(near.value));
    }
  }
  ctx.stroke();
  ctx.restore();
}

/** Half of a mark's width, in pixels of the page. */
const MARK = 4;

/** Draws a mark at the upper or lower edge for each implausible value. */
export function drawFaults(plot: uPlot, lines: readonly PlotLine[], colour: Colours): void {
  const { ctx } = plot;
  const { left, top, right, bottom } = areaOf(plot);
  const size = MARK * devicePixelRatio;
  ctx.save();
  ctx.fillStyle = colour("--warn");
  ctx.beginPath();
  for (const { isHidden, faults } of lines) {
    for (const { at, value } of isHidden ? [] : faults) {
      const x = plot.valToPos(at, "x", true);
      if (x < left || x > right) continue;
      const [edge, inner] = value > 0 ? [top, top + 2 * size] : [bottom, bottom - 2 * size];
      ctx.moveTo(x, edge);
      ctx.lineTo(x - size, inner);
      ctx.lineTo(x + size, inner);
    }
  }
  ctx.fill();
  ctx.restore();
}

/** The radius of a hollow point, in pixels of the page. */
const HOLLOW = 2.5;

/** Draws values that do not count. */
export function drawHollow(plot: uPlot, lines: readonly PlotLine[], colour: Colours): void {
  const { ctx } = plot;
  const { left, top, right, bottom } = areaOf(plot);
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, right - left, bottom - top);
  ctx.clip();
  ctx.lineWidth = devicePixelRatio;
  for (const { isHidden, hollow = [], ...line } of lines) {
    if (isHidden) continue;
    ctx.strokeStyle = colour(line.colour);
    for (const { at, value } of hollow) {
      ctx.beginPath();
      const [x, y] = [plot.valToPos(at, "x", true), plot.valToPos(value, "y", true)];
      ctx.arc(x, y, HOLLOW * devicePixelRatio, 0, 2 * Math.PI);
      ctx.stroke();
    }
  }
  ctx.restore();
}
