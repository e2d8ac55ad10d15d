/** The lines of a chart by name, with the value under the cursor, or the newest. A press hides a line. */

import type { VNode } from "preact";
import type { Charted } from "../model/measurement";
import { nearestValue } from "../model/series";
import type { Window } from "../model/time-range";
import type { ChartLine } from "./chart-panel";
import { useCursorTime } from "./cursor-time";
import type { CursorTime } from "./cursor-time";
import { usePage } from "./page";

export interface ChartLegendProps {
  readonly measurement: Charted;
  readonly lines: readonly ChartLine[];
  readonly cursor: CursorTime;
  readonly shown: Window;
  readonly onToggle: (uid: string) => void;
}

export function ChartLegend({
  measurement,
  lines,
  cursor,
  shown,
  onToggle,
}: ChartLegendProps): VNode {
  const { format } = usePage();
  const time = useCursorTime(cursor);
  const at = time ?? shown.to;
  return (
    <div class="legend">
      <p class="legend-time">{time === undefined ? "" : format.full(time)}</p>
      <ul class="plain">
        {lines.map((line) => {
          // Without a cursor the newest value stands here, however old the last one in the range is.
          const reach = time === undefined ? Infinity : Math.max(line.gapLimit, CURSOR_REACH);
          const value = nearestValue(line.series, at, reach);
          return (
            <li key={line.uid}>
              <button
                type="button"
                aria-pressed={!line.isHidden}
                onClick={() => onToggle(line.uid)}
              >
                <svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">
                  <path
                    d="M0 4h24"
                    style={{ stroke: `var(${line.colour})` }}
                    stroke-dasharray={line.dash.join(" ")}
                  />
                </svg>
                <span class="legend-name">{line.name}</span>
                <span class="legend-value">
                  {value === undefined ? "–" : format.value(value, measurement)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const CURSOR_REACH = 60_000;
