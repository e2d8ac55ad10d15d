/** The lines of a chart by name, with the value under the cursor, or the newest. A press hides a line. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
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

/** So many names are read at a glance; the others wait for a press. */
const SHOWN = 8;

export function ChartLegend(props: ChartLegendProps): VNode {
  const { speech, format } = usePage();
  const { charts } = speech.texts;
  const [isOpen, setOpen] = useState(false);
  const time = useCursorTime(props.cursor);
  const lines = props.lines.toSorted((a, b) => rankOf(a) - rankOf(b));
  // One more takes no more room than the button.
  const isLong = lines.length > SHOWN + 1;
  const shown = isLong && !isOpen ? lines.slice(0, SHOWN) : lines;
  return (
    <div class="legend">
      <p class="legend-time">{time === undefined ? "" : format.full(time)}</p>
      <ul class="plain">
        {shown.map((line) => (
          <LegendEntry key={line.uid} line={line} time={time} {...props} />
        ))}
        {isLong && (
          <li>
            <button
              type="button"
              class="legend-more"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? charts.fewer : charts.more(lines.length - SHOWN)}
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

/** First what there is something to see of, and of that the sensors of today. */
function rankOf({ isInRange, isFormer }: ChartLine): number {
  return (isInRange ? 0 : 2) + (isFormer ? 1 : 0);
}

interface LegendEntryProps extends ChartLegendProps {
  readonly line: ChartLine;
  readonly time: number | undefined;
}

function LegendEntry({ line, time, measurement, shown, onToggle }: LegendEntryProps): VNode {
  const { speech, format } = usePage();
  // Without a cursor the newest value stands here, however old the last one in the range is.
  const value =
    time === undefined ? nearestValue(line.series, shown.to, Infinity) : valueUnder(line, time);
  return (
    <li>
      <button type="button" aria-pressed={!line.isHidden} onClick={() => onToggle(line.uid)}>
        <svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">
          <path
            d="M0 4h24"
            style={{ stroke: `var(${line.colour})` }}
            stroke-dasharray={line.dash.join(" ")}
          />
        </svg>
        <span class="legend-name">{line.name}</span>
        {line.isFormer && <span class="quiet">{speech.texts.charts.former}</span>}
        <span class="legend-value">
          {value === undefined ? "–" : format.value(value, measurement)}
        </span>
      </button>
    </li>
  );
}

/** The value of a line at a time, unless it has a gap there. */
export function valueUnder(line: ChartLine, time: number): number | undefined {
  return nearestValue(line.series, time, Math.max(line.gapLimit, CURSOR_REACH));
}

const CURSOR_REACH = 60_000;
