/** The geometry of a small chart: lines of readings, dots for single readings, marks at the edge for faults. */

import { gapLimit } from "./gaps";
import type { Series } from "./series";
import { thin } from "./thinning";
import type { ThinnedLine } from "./thinning";
import { DAY } from "./time-range";

/** In the units of the drawing. */
export const WIDTH = 120;
export const HEIGHT = 32;
/** Space for the thickness of the line. */
const MARGIN = 2;
/** The height stands for at least this share of the value, so that a flat line looks flat. */
const LEAST_SPREAD = 0.02;
/** The time between two samples, which are read if the day has too many readings. */
const SAMPLED_STEP = DAY / 24;

/** Paths of SVG, empty if there are none; a dot is a line of no length. */
export interface Drawing {
  /** One for each sensor. */
  readonly lines: readonly string[];
  /** Readings without neighbours. */
  readonly dots: string;
  /** At the lower edge. */
  readonly faults: string;
}

interface Point {
  readonly x: number;
  readonly value: number;
}

/** @param to the end of the day, in Unix milliseconds */
export function drawSparkline(all: readonly Series[], to: number): Drawing {
  const from = to - DAY;
  const points = all.map((series) => {
    const gap = gapLimit(series.interval, SAMPLED_STEP);
    return pointsOf(thin(series, { from, to, columns: WIDTH, gapLimit: gap }), from);
  });
  const yOf = scaleOf(points.flat().flatMap((point) => point?.value ?? []));
  const runs = points.map(runsOf);
  const faults = all
    .flatMap((series) => series.faults.filter(({ at }) => at >= from && at <= to))
    .map(({ at }) => Math.round(xOf(at, from)));
  return {
    lines: runs
      .map((ofLine) => ofLine.filter(({ length }) => length > 1))
      .map((ofLine) => ofLine.map((run) => pathOf(run, yOf)).join(""))
      .filter((path) => path !== ""),
    dots: runs
      .flat()
      .filter(({ length }) => length === 1)
      .flatMap((run) => run.map(({ x, value }) => `M${x.toFixed(1)} ${yOf(value)}h0`))
      .join(""),
    faults: [...new Set(faults)].map((x) => `M${x} ${HEIGHT - MARGIN}h0`).join(""),
  };
}

/** The height of a value. */
function scaleOf(values: readonly number[]): (value: number) => string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const spread = Math.max(high - low, Math.abs(high) * LEAST_SPREAD, Number.EPSILON);
  const middle = (low + high) / 2;
  return (value) => {
    const share = (value - middle) / spread + 0.5;
    return (HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)).toFixed(1);
  };
}

function xOf(at: number, from: number): number {
  return ((at - from) / DAY) * WIDTH;
}

/** With null where a line breaks. */
function pointsOf({ times, values }: ThinnedLine, from: number): readonly (Point | null)[] {
  return values.map((value, index) =>
    value === null ? null : { x: xOf(times[index] ?? from, from), value },
  );
}

/** Points in a row, without a gap between them. */
function runsOf(points: readonly (Point | null)[]): readonly (readonly Point[])[] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (point !== null) runs.at(-1)?.push(point);
    else runs.push([]);
  }
  return runs.filter(({ length }) => length > 0);
}

function pathOf(run: readonly Point[], yOf: (value: number) => string): string {
  return `M${run.map(({ x, value }) => `${x.toFixed(1)} ${yOf(value)}`).join("L")}`;
}
