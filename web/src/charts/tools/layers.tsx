/**
 * Shows nights, readings that are left out and a marked span behind the lines of a chart, and notes and runs of plans
 * above them. Their texts appear close to the cursor.
 */

import type { VNode } from "preact";
import type { Place } from "@greenhouse/domain/sun";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { overlaps } from "../../model/farm/left-out";
import { nightsIn } from "../../model/days/nights";
import { notesNear } from "../../model/farm/notes";
import type { ChartNote } from "../../model/farm/notes";
import type { Window } from "../../model/plot/time-range";
import type { ChartAmendments } from "../chart-amendments";
import type { CursorTime } from "../plot-cursor";

export interface LayersProps {
  readonly shown: Window;
  /** If undefined, no nights are shown. */
  readonly place: Place | undefined;
  readonly notes: readonly ChartNote[];
  readonly measurement: Measurement;
  readonly amended: ChartAmendments;
  readonly cursor: CursorTime;
}

export function Layers(props: LayersProps): VNode {
  const { shown, place, notes, cursor } = props;
  const left = (time: number): string => percentOf(time - shown.from, shown);
  const visible = notes.filter(({ at }) => at >= shown.from && at <= shown.to);
  return (
    <>
      {place !== undefined && (
        <div class="plot-area plot-nights" aria-hidden="true">
          {nightsIn(shown, place).map(({ from, to }) => (
            <i key={from} style={{ left: left(from), width: percentOf(to - from, shown) }} />
          ))}
        </div>
      )}
      <Spans {...props} />
      {visible.length > 0 && (
        <div class="plot-area plot-notes" aria-hidden="true">
          {visible.map(({ key, at, isRun }) => (
            <i key={key} class={isRun ? "is-run" : ""} style={{ left: left(at) }} />
          ))}
          <NotesUnderCursor {...{ shown, cursor }} notes={visible} />
        </div>
      )}
    </>
  );
}

/** Readings that are left out, and the span that a person marks now. */
function Spans({ shown, measurement, amended }: LayersProps): VNode | null {
  const { marked, exclusions = [] } = amended;
  const spans = exclusions
    .filter(({ quantity = measurement }) => quantity === measurement)
    .filter((exclusion) => overlaps(exclusion, shown));
  if (spans.length === 0 && marked === undefined) return null;
  const style = (from: number, to: number): Readonly<Record<"left" | "width", string>> => ({
    left: percentOf(from - shown.from, shown),
    width: percentOf(to - from, shown),
  });
  return (
    <div class="plot-area plot-spans" aria-hidden="true">
      {spans.map(({ uid, key, from, until }) => (
        <i key={`${uid} ${key}`} style={style(from, until)} />
      ))}
      {marked && <i class="is-marked" style={style(marked.from, marked.to)} />}
    </div>
  );
}

/** Returns a length as a percentage of the chart's width. @param length in milliseconds */
function percentOf(length: number, { from, to }: Window): string {
  return `${((100 * length) / (to - from)).toFixed(3)}%`;
}

type UnderCursorProps = Pick<LayersProps, "shown" | "notes" | "cursor">;

/** Hidden from screen readers, because the cursor's slider announces the same text. */
function NotesUnderCursor({ shown, notes, cursor }: UnderCursorProps): VNode | null {
  const time = cursor.value;
  const near = time === undefined ? [] : notesNear(notes, time, shown);
  if (time === undefined || near.length === 0) return null;
  const isRight = time > (shown.from + shown.to) / 2;
  return (
    <p
      class={near.some(({ isRun }) => isRun) ? "is-run" : ""}
      style={
        isRight
          ? { right: percentOf(shown.to - time, shown) }
          : { left: percentOf(time - shown.from, shown) }
      }
    >
      {near.map(({ text }) => text).join(" · ")}
    </p>
  );
}
