/** Facts about the range: its name, whether all readings are drawn, where they begin. */

import type { VNode } from "preact";
import type { HistoryFeed } from "../data/history-feed";
import { DEFAULT_RANGE, rangeSince } from "../model/time-range";
import type { TimeRange, Window } from "../model/time-range";
import { usePage } from "../shared/page";
import { useRangeText } from "./range-picker";

export interface ChartNotesProps {
  readonly feed: HistoryFeed;
  readonly range: TimeRange;
  readonly shown: Window;
  readonly onRange: (range: TimeRange) => void;
  readonly isReading: boolean;
  /** The time between two samples; 0 if everything was read, undefined if part of the range was not. */
  readonly step: number | undefined;
}

export function ChartNotes({ isReading, step, ...props }: ChartNotesProps): VNode {
  const { charts } = usePage().texts;
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

/** Names a range without a button of its own, and leads back. */
function FixedRange({ range, onRange }: RangeProps): VNode {
  const { charts } = usePage().texts;
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

/** Leads to the part of the range with readings: a farm that began yesterday has little of a month. */
function EmptyBeginning({ feed, range, shown, onRange }: RangeProps): VNode | null {
  const { texts, format } = usePage();
  const { charts } = texts;
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
