/**
 * The last day of a quantity: its range, the band of the limits, and marked extremes. Values beyond a limit are red.
 */

import type { VNode } from "preact";
import { drawSparkline, HEIGHT, WIDTH } from "../model/plot/sparkline";
import type { DayToDraw } from "../model/plot/sparkline";

export interface SparklineProps extends DayToDraw {
  readonly label: string;
}

export function Sparkline({ label, ...day }: SparklineProps): VNode {
  const { band, area, line, marks, beyond } = drawSparkline(day);
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {band && <rect class="band" x={0} width={WIDTH} y={band.y} height={band.height} />}
      {band && <path class="edges" d={band.edges} />}
      {area !== "" && <path class="area" d={area} />}
      {line !== "" && <path class="line" d={line} />}
      {beyond !== "" && <path class="beyond" d={beyond} />}
      {marks !== "" && <path class="marks" d={marks} />}
    </svg>
  );
}
