/** A chart's cursor for the keyboard. The arrow keys move it, and screen readers announce the values at its time. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { valueUnder } from "../model/plot/chart-line";
import type { ChartLine } from "../model/plot/chart-line";
import { notesNear } from "../model/farm/notes";
import type { ChartNote } from "../model/farm/notes";
import type { Window } from "../model/plot/time-range";
import { usePage } from "../shared/hooks/page";
import type { CursorTime } from "./plot-cursor";

export interface ChartCursorProps {
  readonly measurement: Measurement;
  readonly lines: readonly ChartLine[];
  readonly cursor: CursorTime;
  readonly shown: Window;
  readonly notes: readonly ChartNote[];
}

/** The step of each key, in hundredths of the range. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
};

export function ChartCursor(props: ChartCursorProps): VNode {
  const { measurement, cursor, shown, notes } = props;
  const { texts } = usePage();
  const { charts, measurements } = texts;
  const [isFocused, setFocused] = useState(false);
  const time = cursor.value;
  const length = shown.to - shown.from;
  const share = Math.round((((time ?? shown.to) - shown.from) / length) * 100);
  const values = useCursorText(props, isFocused ? time : undefined);
  const near = isFocused && time !== undefined ? notesNear(notes, time, shown) : [];
  const text = [values, ...near.map((note) => note.text)].join("; ");
  const move = (event: KeyboardEvent): void => {
    if (event.key === "Escape") cursor.value = undefined;
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (time ?? shown.to) + (step / 100) * length;
    cursor.value = Math.min(shown.to, Math.max(shown.from, next));
  };
  return (
    <div
      class="plot-cursor"
      role="slider"
      tabIndex={0}
      aria-label={charts.cursor(measurements[measurement])}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(100, Math.max(0, share))}
      aria-valuetext={text}
      onKeyDown={move}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        cursor.value = undefined;
      }}
    />
  );
}

/** Returns the time and the values of all visible lines. */
function useCursorText(
  { measurement, lines, shown }: ChartCursorProps,
  time: number | undefined,
): string {
  const { texts, format, connection } = usePage();
  const { charts } = texts;
  if (time === undefined) return charts.cursorNowhere;
  const values = lines.flatMap((line) => {
    const found = line.isHidden ? undefined : valueUnder(line, time);
    if (found === undefined) return [];
    const { value, low, high } = found;
    const span = charts.tableCell(
      format.number(low, measurement),
      format.number(high, measurement),
    );
    const text = `${line.name} ${format.value(value, measurement)}`;
    return low < high ? [`${text} (${span})`] : [text];
  });
  const moment = format.cursor(time, shown, connection.now());
  return `${moment}: ${values.length === 0 ? charts.cursorNowhere : values.join(", ")}`;
}
