/**
 * The geometry of a small chart of a day: an area from low to high, a line of medians, and the band of the limits
 * behind.
 */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import type { Band } from "./band";
import { middleOf } from "../days/day";
import type { Extremes, Hours } from "../days/day";
import { excursionsOf } from "./excursions";

/** In units of the drawing. */
export const WIDTH = 240;
export const HEIGHT = 48;
/** Space for the marks of low and high. */
const MARGIN = 4;
/** The height covers at least this share of the value, so that an almost constant value looks flat. */
const MIN_SPREAD = 0.02;
/** A bound is drawn if it is this close to the values, as a share of their span. */
const NEAR = 0.6;

export interface DayToDraw {
  readonly hours: Hours;
  /** The current value, where the line ends; undefined if no sensor is live. */
  readonly value: number | undefined;
  /** Current bounds, which are drawn as a band. */
  readonly bounds: { readonly min?: number; readonly max?: number };
  /** Bounds over time. Values beyond them are red. */
  readonly bands: readonly Band[];
  readonly extremes: Extremes | undefined;
  /** The end of the day that is drawn, in Unix milliseconds. */
  readonly now: number;
}

interface VisibleBand {
  readonly y: number;
  readonly height: number;
  /** The path of the bounds. */
  readonly edges: string;
}

/** SVG paths, which may be empty; a mark is a line of length zero. */
export interface Drawing {
  /** The visible part between the bounds; undefined if no bound is visible. */
  readonly band: VisibleBand | undefined;
  readonly area: string;
  readonly line: string;
  readonly marks: string;
  /** The area between a bound and the values beyond it. */
  readonly beyond: string;
}

interface Point {
  readonly at: number;
  readonly min: number;
  readonly max: number;
  readonly value: number;
}

export function drawSparkline({ hours, value, bounds, bands, extremes, now }: DayToDraw): Drawing {
  const from = now - DAY_MS;
  const points: Point[] = [...hours].flatMap(([start, { min, max, median }]) => {
    const at = middleOf(start, now);
    return at < from ? [] : [{ at, min, max, value: median }];
  });
  if (value !== undefined) points.push({ at: now, min: value, max: value, value });
  if (points.length === 0) return { band: undefined, area: "", line: "", marks: "", beyond: "" };
  const yOf = scaleOf(points, bounds);
  const place = ({ at }: { readonly at: number }, value: number): string =>
    `${(((at - from) / DAY_MS) * WIDTH).toFixed(1)} ${yOf(value).toFixed(1)}`;
  const runs = runsOf(points);
  const marks = [extremes?.low, extremes?.high, points.at(-1)].flatMap((mark) =>
    mark === undefined ? [] : [`M${place(mark, mark.value)}h0`],
  );
  const columns = {
    times: points.map(({ at }) => at),
    values: points.map((point) => point.value),
    lows: points.map(({ min }) => min),
    highs: points.map(({ max }) => max),
  };
  return {
    band: bandOf(bounds, yOf),
    area: runs
      .map((run) => {
        const upper = run.map((point) => place(point, point.max));
        const lower = run.toReversed().map((point) => place(point, point.min));
        return `M${[...upper, ...lower].join("L")}Z`;
      })
      .join(""),
    line: runs.map((run) => `M${run.map((point) => place(point, point.value)).join("L")}`).join(""),
    marks: marks.join(""),
    beyond: excursionsOf(columns, bands)
      .map((point) => `M${place(point, point.bound)}L${place(point, point.value)}`)
      .join(""),
  };
}

/** Maps a value to its height. Puts values outside the drawing at its edge. */
function scaleOf(
  points: readonly Point[],
  { min, max }: DayToDraw["bounds"],
): (value: number) => number {
  let low = Math.min(...points.map((point) => point.min));
  let high = Math.max(...points.map((point) => point.max));
  const near = NEAR * (high - low);
  if (min !== undefined && Math.abs(min - low) < near) low = Math.min(low, min);
  if (max !== undefined && Math.abs(max - high) < near) high = Math.max(high, max);
  const spread = Math.max(high - low, Math.abs(high) * MIN_SPREAD, Number.EPSILON);
  const middle = (low + high) / 2;
  return (value) => {
    const share = (value - middle) / spread + 0.5;
    const y = HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN);
    return Math.max(0, Math.min(HEIGHT, y));
  };
}

function bandOf(
  { min, max }: DayToDraw["bounds"],
  yOf: (value: number) => number,
): Drawing["band"] {
  if (min === undefined && max === undefined) return undefined;
  const y = max === undefined ? 0 : yOf(max);
  const height = (min === undefined ? HEIGHT : yOf(min)) - y;
  const edges = [y, y + height].filter((edge) => edge > 0 && edge < HEIGHT);
  // Without a visible edge, the band would look like a background.
  if (edges.length === 0) return undefined;
  return { y, height, edges: edges.map((edge) => `M0 ${edge.toFixed(1)}H${WIDTH}`).join("") };
}

/** If an hour is missing, the middles around it are 2 hours apart. The newest value may be after its hour's middle. */
const GAP_MS = 1.8 * HOUR_MS;

/** Splits the points into runs of successive hours. Nothing is drawn across an hour without readings. */
function runsOf(points: readonly Point[]): readonly (readonly Point[])[] {
  const runs: Point[][] = [];
  let last: Point | undefined;
  for (const point of points) {
    const run = runs.at(-1);
    if (run === undefined || last === undefined || point.at - last.at > GAP_MS) {
      runs.push([point]);
    } else run.push(point);
    last = point;
  }
  return runs;
}
