/** What is to be known of the range before one reads its charts: which it is, whether it is whole, where it begins. */

import type { VNode } from "preact";
import type { HistoryFeed } from "../data/history-feed";
import { DEFAULT_RANGE, rangeSince } from "../model/time-range";
import type { TimeRange, Window } from "../model/time-range";
import { usePage } from "./page";
import { useRangeText } from "./range-picker";

export interface ChartNotesProps {
  readonly feed: HistoryFeed;
  readonly range: TimeRange;
  readonly shown: Window;
  readonly onRange: (range: TimeRange) => void;
  readonly isReading: boolean;
  /** The time between two samples; 0 where everything was read, undefined where not all of it is covered. */
  readonly step: number | undefined;
}

export function ChartNotes({ isReading, step, ...props }: ChartNotesProps): VNode {
  const { charts } = usePage().speech.texts;
  return (
    <div class="chart-notes">
      {props.range.kind === "fixed" && <FixedRange {...props} />}
      <div role="status">
        {isReading && <p>{charts.reading}</p>}
        {step !== undefined && step > 0 && <p>{charts.sampled}</p>}
      </div>
      {!isReading && step !== undefined && <EmptyBeginning {...props} />}
    </div>
  );
}

type RangeProps = Omit<ChartNotesProps, "isReading" | "step">;

/** A range that no button of the picker names, and the way back. */
function FixedRange({ range, onRange }: RangeProps): VNode {
  const { charts } = usePage().speech.texts;
  const rangeText = useRangeText();
  return (
    <p>
      <span class="range-text">{rangeText(range)}</span>{" "}
      <button type="button" class="link" onClick={() => onRange(DEFAULT_RANGE)}>
        {charts.reset}
      </button>
    </p>
  );
}

/** A farm that began yesterday has little to show of a month: the way to the part that it has. */
function EmptyBeginning({ feed, range, shown, onRange }: RangeProps): VNode | null {
  const { speech, format } = usePage();
  const { charts } = speech.texts;
  const first = Math.min(...feed.uids().map((uid) => feed.firstIn(uid, shown) ?? Infinity));
  const shorter = Number.isFinite(first) ? rangeSince(first, range, shown) : undefined;
  if (shorter === undefined) return null;
  return (
    <p>
      {charts.since(format.moment(first, shown.to))}{" "}
      <button type="button" class="link" onClick={() => onRange(shorter)}>
        {charts.showSince}
      </button>
    </p>
  );
}
