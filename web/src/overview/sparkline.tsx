/** The last day of a measurement: a small line for each sensor. Outliers are dots at the edge. */

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { Charted } from "../model/measurement";
import type { Reading } from "../model/reading";
import { seriesOf } from "../model/series";
import { drawSparkline, HEIGHT, WIDTH } from "../model/sparkline";
import { usePage } from "../shared/page";

export interface SparklineProps {
  readonly rows: readonly (readonly Reading[])[];
  readonly measurement: Charted;
  /** Unix milliseconds at the right edge. */
  readonly now: number;
}

export function Sparkline({ rows, measurement, now }: SparklineProps): VNode {
  const { texts, format } = usePage();
  const { farm, measurements } = texts;
  const minute = Math.floor(now / 60_000);
  const { lines, dots, outliers, beyond } = useMemo(() => {
    const all = rows.map((row) => seriesOf(row, measurement));
    return drawSparkline(all, now);
  }, [minute, measurement, ...rows]);
  const label = farm.sparkline(measurements[measurement]);
  const extremes = [...new Set([Math.min(...beyond), Math.max(...beyond)])];
  const values = extremes.map((value) => format.value(value, measurement)).join(", ");
  return (
    <svg
      class={`sparkline ${measurement}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={beyond.length === 0 ? label : farm.sparklineOutliers(label, values)}
    >
      {lines.map((path, index) => (
        <path key={index} d={path} />
      ))}
      {dots !== "" && <path class="dots" d={dots} />}
      {outliers !== "" && <path class="outliers" d={outliers} />}
    </svg>
  );
}
