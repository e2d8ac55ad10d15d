/** The geometry of a small chart: lines of readings, dots for single readings and for outliers. */

import { gapLimit } from "./gaps";
import { usualSpan } from "./outliers";
import type { Span } from "./outliers";
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
  /** At the edge; no line leads there. */
  readonly outliers: string;
  /** The values of the outliers. */
  readonly beyond: readonly number[];
}

interface Point {
  readonly x: number;
  readonly value: number;
}

/** @param to the end of the day, in Unix milliseconds */
export function drawSparkline(all: readonly Series[], to: number): Drawing {
  const from = to - DAY;
  const thinned = all.map((series) => {
    const gap = gapLimit(series.interval, SAMPLED_STEP);
    return thin(series, { from, to, columns: WIDTH, gapLimit: gap });
  });
  const span = usualSpan(thinned.map(({ values }) => values.filter((value) => value !== null)));
  if (span === undefined) return { lines: [], dots: "", outliers: "", beyond: [] };
  const isUsual = ({ value }: Point): boolean => value >= span.low && value <= span.high;
  const yOf = scaleOf(span);
  const dot = ({ x, value }: Point): string => `M${x.toFixed(1)} ${yOf(value)}h0`;
  const points = thinned.map((line) => pointsOf(line, from));
  const runs = points.map((ofLine) => runsOf(ofLine, isUsual));
  const outliers = points
    .flat()
    .filter((point) => point !== null)
    .filter((point) => !isUsual(point));
  return {
    lines: runs
      .map((ofLine) => ofLine.filter(({ length }) => length > 1))
      .map((ofLine) => ofLine.map((run) => pathOf(run, yOf)).join(""))
      .filter((path) => path !== ""),
    dots: runs
      .flat()
      .filter(({ length }) => length === 1)
      .flatMap((run) => run.map(dot))
      .join(""),
    outliers: outliers.map(dot).join(""),
    beyond: outliers.map(({ value }) => value),
  };
}

/** The height of a value, within the edges. */
function scaleOf({ low, high }: Span): (value: number) => string {
  const spread = Math.max(high - low, Math.abs(high) * LEAST_SPREAD, Number.EPSILON);
  const middle = (low + high) / 2;
  return (value) => {
    const share = Math.min(1, Math.max(0, (value - middle) / spread + 0.5));
    return (HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)).toFixed(1);
  };
}

/** With null where a line breaks. */
function pointsOf({ times, values }: ThinnedLine, from: number): readonly (Point | null)[] {
  return values.map((value, index) =>
    value === null ? null : { x: (((times[index] ?? from) - from) / DAY) * WIDTH, value },
  );
}

/** Points in a row, without a gap or an outlier between them. */
function runsOf(
  points: readonly (Point | null)[],
  isUsual: (point: Point) => boolean,
): readonly (readonly Point[])[] {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (point !== null && isUsual(point)) runs.at(-1)?.push(point);
    else runs.push([]);
  }
  return runs.filter(({ length }) => length > 0);
}

function pathOf(run: readonly Point[], yOf: (value: number) => string): string {
  return `M${run.map(({ x, value }) => `${x.toFixed(1)} ${yOf(value)}`).join("L")}`;
}
