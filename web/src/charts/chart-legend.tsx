/**
 * The names of a chart's lines, with the value under the cursor or the newest value. A click hides or shows a line. To
 * keep the chart in view, the legend lists only a few of many lines, and only those sensors of a band that are shown.
 */

import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { BAND, newestValue, valueUnder } from "../model/plot/chart-line";
import type { ChartLine, FoundValue } from "../model/plot/chart-line";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { Window } from "../model/plot/time-range";
import { passFocusOn } from "../shared/controls/focus";
import { useMedia } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import type { CursorTime } from "./plot-cursor";

export interface ChartLegendProps {
  readonly measurement: Measurement;
  readonly lines: readonly ChartLine[];
  readonly cursor: CursorTime;
  readonly shown: Window;
  /** Whether nights are shaded. */
  readonly hasNights: boolean;
  /** Names the marks of plans; "" if there are none. */
  readonly marks: string;
  readonly onToggle: (uid: string) => void;
  readonly choice?: LegendChoice | undefined;
}

/** The button that keeps only the visible lines, or brings all lines back. */
export interface LegendChoice {
  /** Whether only chosen lines are shown. */
  readonly isOnly: boolean;
  readonly choose: () => void;
}

/** The number of names that are listed without a press. On a phone each name takes a row. */
const LISTED = { desk: 8, phone: 3 };

export function ChartLegend(props: ChartLegendProps): VNode {
  const { texts, format, connection } = usePage();
  const { charts } = texts;
  const [isOpen, setOpen] = useState(false);
  const time = props.cursor.value;
  const most = useMedia("(max-width: 719px)") ? LISTED.phone : LISTED.desk;
  const lines = props.lines.toSorted((a, b) => rankOf(a) - rankOf(b));
  const { choice } = props;
  const isShort = lines.some(({ uid }) => uid === BAND) || choice?.isOnly === true;
  const first = isShort ? lines.filter(({ uid, isHidden }) => uid === BAND || !isHidden) : lines;
  // One more name takes no more space than the button that would show it.
  const few = first.length > most + 1 ? first.slice(0, most) : first;
  const isLong = few.length < lines.length;
  const listed = isOpen ? lines : few;
  return (
    <div class="legend">
      <p class="legend-time">
        {time === undefined ? "" : format.cursor(time, props.shown, connection.now())}
      </p>
      <ul class="plain">
        {listed.map((line) => (
          <LegendEntry key={line.uid} line={line} time={time} {...props} />
        ))}
        {props.hasNights && <li class="legend-night">{charts.night}</li>}
        {props.marks && <li class="legend-run">{props.marks}</li>}
        {isLong && (
          <li>
            <button
              type="button"
              class="legend-more"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? charts.fewer : charts.more(lines.length - few.length)}
            </button>
          </li>
        )}
        {choice && (
          <li>
            <button type="button" class="legend-more" onClick={choice.choose}>
              {choice.isOnly ? charts.allLines : charts.onlyThese}
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

/** Sorts lines with readings in the range first, and assigned sensors first among them. */
function rankOf({ isInRange, isFormer }: ChartLine): number {
  return (isInRange ? 0 : 2) + (isFormer ? 1 : 0);
}

interface LegendEntryProps extends ChartLegendProps {
  readonly line: ChartLine;
  readonly time: number | undefined;
}

function LegendEntry({ line, time, shown, onToggle, measurement }: LegendEntryProps): VNode {
  const { texts, format } = usePage();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => () => passFocusOn(button.current), []);
  // Without a cursor, shows the newest value of any age. An old value is grey.
  const newest = time === undefined ? newestValue(line, shown.to) : undefined;
  const found = time === undefined ? undefined : valueUnder(line, time);
  const value = newest?.value ?? found?.value;
  const spanOf = ({ low, high }: FoundValue): string =>
    texts.charts.tableCell(format.number(low, measurement), format.number(high, measurement));
  return (
    <li>
      <button
        ref={button}
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
        {line.isFormer && <span class="quiet">{texts.charts.former}</span>}
        {!line.isHidden && (
          <span class={`legend-value ${newest?.isOld ? "is-stale" : ""}`}>
            {value === undefined ? "–" : format.value(value, measurement)}
          </span>
        )}
        {!line.isHidden && found && found.low < found.high && (
          <span class="quiet">{spanOf(found)}</span>
        )}
      </button>
    </li>
  );
}
