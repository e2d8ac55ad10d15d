/** The last day of a measurement as a small line for every sensor. An outlier is a dot at the edge. */

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { gapLimit, usualInterval } from "../model/gaps";
import type { Charted } from "../model/measurement";
import { usualSpan } from "../model/outliers";
import type { Span } from "../model/outliers";
import type { Reading } from "../model/reading";
import { seriesOf } from "../model/series";
import { thin } from "../model/thinning";
import type { ThinnedLine } from "../model/thinning";
import { DAY } from "../model/time-range";
import { usePage } from "./page";

const WIDTH = 120;
const HEIGHT = 32;
/** The thickness of the line must fit within. */
const MARGIN = 2;
/** A flat line stays flat: this is the least that the height stands for, relative to the value's size. */
const LEAST_SPREAD = 0.02;

export interface SparklineProps {
  readonly rows: readonly (readonly Reading[])[];
  readonly measurement: Charted;
  /** Unix milliseconds at the right edge. */
  readonly now: number;
}

export function Sparkline({ rows, measurement, now }: SparklineProps): VNode {
  const { speech, format } = usePage();
  const { farm, measurements } = speech.texts;
  const minute = Math.floor(now / 60_000);
  const count = rows.reduce((sum, row) => sum + row.length, 0);
  const { paths, outliers } = useMemo(
    () => drawingOf(rows, measurement, now),
    [minute, count, measurement],
  );
  const [lowest, highest] = [Math.min(...outliers.values), Math.max(...outliers.values)];
  const beyond = [...new Set([lowest, highest])].map((value) => format.value(value, measurement));
  const label = farm.sparkline(measurements[measurement]);
  const title = outliers.path === "" ? label : farm.sparklineOutliers(label, beyond.join(", "));
  return (
    <svg
      class={`sparkline ${measurement}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={title}
    >
      {paths.map((path, place) => (
        <path key={place} d={path} />
      ))}
      {outliers.path !== "" && <path class="outliers" d={outliers.path} />}
    </svg>
  );
}

interface Drawing {
  readonly paths: readonly string[];
  readonly outliers: { readonly path: string; readonly values: readonly number[] };
}

function drawingOf(
  rows: readonly (readonly Reading[])[],
  measurement: Charted,
  now: number,
): Drawing {
  const from = now - DAY;
  const lines = rows.map((row) => {
    const series = seriesOf(row, measurement);
    const settings = {
      from,
      to: now,
      columns: WIDTH,
      gapLimit: gapLimit(usualInterval(series.times), SAMPLED_STEP),
    };
    return thin(series, settings);
  });
  const span = usualSpan(lines.map((line) => line.values.filter((value) => value !== null)));
  if (span === undefined) return { paths: [], outliers: { path: "", values: [] } };
  const scale = scaleOf(span);
  const drawn = lines.map((line) => draw(line, from, scale));
  return {
    paths: drawn.map(({ path }) => path).filter((path) => path !== ""),
    outliers: {
      path: drawn.map(({ dots }) => dots).join(""),
      values: lines.flatMap((line) =>
        line.values.filter((value) => value !== null && (value < span.low || value > span.high)),
      ) as number[],
    },
  };
}

/** Where there are too many readings for a sparkline only samples are read, this far apart. */
const SAMPLED_STEP = DAY / 24;

/** The height of a value; it may lie beyond the edges. */
function scaleOf({ low, high }: Span): (value: number) => number {
  const spread = Math.max(high - low, Math.abs(high) * LEAST_SPREAD, Number.EPSILON);
  const middle = (low + high) / 2;
  return (value) => HEIGHT - MARGIN - ((value - middle) / spread + 0.5) * (HEIGHT - 2 * MARGIN);
}

/** The line of one sensor, cut at the edges, and a dot wherever it was cut. */
function draw(
  line: ThinnedLine,
  from: number,
  heightOf: (value: number) => number,
): { readonly path: string; readonly dots: string } {
  let isPenDown = false;
  let path = "";
  let dots = "";
  for (const [place, value] of line.values.entries()) {
    if (value === null) {
      isPenDown = false;
      continue;
    }
    const height = heightOf(value);
    const x = ((((line.times[place] ?? from) - from) / DAY) * WIDTH).toFixed(1);
    const y = Math.min(HEIGHT - MARGIN, Math.max(MARGIN, height)).toFixed(1);
    // A step of no length: a reading without neighbours is a dot.
    path += `${isPenDown ? "L" : "M"}${x} ${y}${isPenDown ? "" : "h0"}`;
    if (height < MARGIN - EDGE || height > HEIGHT - MARGIN + EDGE) dots += `M${x} ${y}h0`;
    isPenDown = true;
  }
  return { path, dots };
}

/** Not to take rounding for an outlier. */
const EDGE = 0.01;
