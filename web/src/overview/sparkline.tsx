/** The last day of a measurement: a small line for each sensor. Faults are marks at the lower edge. */

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
  const { farm, measurements } = usePage().texts;
  const minute = Math.floor(now / 60_000);
  const { lines, dots, faults } = useMemo(() => {
    const all = rows.map((row) => seriesOf(row, measurement));
    return drawSparkline(all, now);
  }, [minute, measurement, ...rows]);
  const label = farm.sparkline(measurements[measurement]);
  return (
    <svg
      class={`sparkline ${measurement}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={faults === "" ? label : farm.sparklineFaults(label)}
    >
      {lines.map((path, index) => (
        <path key={index} d={path} />
      ))}
      {dots !== "" && <path class="dots" d={dots} />}
      {faults !== "" && <path class="faults" d={faults} />}
    </svg>
  );
}
