/** The last day of a measurement as a small line for every sensor. */

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { gapLimit, usualInterval } from "../model/gaps";
import type { Measurement } from "../model/measurement";
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
  readonly measurement: Measurement;
  /** Unix milliseconds at the right edge. */
  readonly now: number;
}

export function Sparkline({ rows, measurement, now }: SparklineProps): VNode {
  const { farm, measurements } = usePage().speech.texts;
  const minute = Math.floor(now / 60_000);
  const count = rows.reduce((sum, row) => sum + row.length, 0);
  const paths = useMemo(() => pathsOf(rows, measurement, now), [minute, count, measurement]);
  return (
    <svg
      class={`sparkline ${measurement}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={farm.sparkline(measurements[measurement])}
    >
      {paths.map((path, place) => (
        <path key={place} d={path} />
      ))}
    </svg>
  );
}

function pathsOf(
  rows: readonly (readonly Reading[])[],
  measurement: Measurement,
  now: number,
): readonly string[] {
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
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const low = Math.min(...values);
  const high = Math.max(...values);
  const spread = Math.max(high - low, Math.abs(high) * LEAST_SPREAD, Number.EPSILON);
  const middle = (low + high) / 2;
  return lines
    .map((line) => pathOf(line, from, (value) => (value - middle) / spread + 0.5))
    .filter((path) => path !== "");
}

/** Where there are too many readings for a sparkline only samples are read, this far apart. */
const SAMPLED_STEP = DAY / 48;

function pathOf(line: ThinnedLine, from: number, share: (value: number) => number): string {
  let isPenDown = false;
  let path = "";
  for (const [place, value] of line.values.entries()) {
    if (value === null) {
      isPenDown = false;
      continue;
    }
    const x = (((line.times[place] ?? from) - from) / DAY) * WIDTH;
    const y = HEIGHT - MARGIN - share(value) * (HEIGHT - 2 * MARGIN);
    // A step of no length: a reading without neighbours is a dot.
    path += `${isPenDown ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}${isPenDown ? "" : "h0"}`;
    isPenDown = true;
  }
  return path;
}
