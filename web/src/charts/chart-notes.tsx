/** Notes about the range: its name, whether all readings are drawn, and when they begin. */

import type { VNode } from "preact";
import type { Coverage } from "@greenhouse/domain/rollups/rollups";
import { firstIn } from "../model/history/known-history";
import type { KnownHistory } from "../model/history/known-history";
import type { LongHistory } from "../data/history/long-history";
import type { Charted } from "../model/values/measurement";
import { DEFAULT_RANGE, rangeSince } from "../model/plot/time-range";
import type { TimeRange, Window } from "../model/plot/time-range";
import { useOffline } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useRangeText } from "./range-picker";

export interface ChartNotesProps {
  readonly history: KnownHistory;
  readonly range: TimeRange;
  readonly shown: Window;
  readonly onRange: (range: TimeRange) => void;
  /** The source of a range that is drawn from rollups; otherwise undefined. */
  readonly long: LongHistory | undefined;
  /** The time that has rollups; undefined if the range is not drawn from rollups, or if there are none. */
  readonly coverage: Pick<Coverage, "from" | "until"> | undefined;
  readonly measured: readonly Charted[];
  readonly isReading: boolean;
  /** The time between two samples: 0 if all readings were read, undefined if part of the range was not read. */
  readonly step: number | undefined;
}

export function ChartNotes({ isReading, step, ...props }: ChartNotesProps): VNode {
  const { texts } = usePage();
  const { charts } = texts;
  const isOffline = useOffline() !== undefined;
  return (
    <div class="chart-notes">
      {props.range.kind === "fixed" && <FixedRange {...props} />}
      <div role="status">
        {isReading && !isOffline && <p>{charts.reading}</p>}
        {step !== undefined && step > 0 && <Sampled {...props} />}
        {props.long?.problem && <p class="error">{texts.problems[props.long.problem]}</p>}
      </div>
      {!isReading && step !== undefined && <EmptyBeginning {...props} />}
    </div>
  );
}

type RangeProps = Pick<ChartNotesProps, "range" | "shown" | "onRange">;

/** Says which part of the range is a sample that may lack extremes. */
function Sampled({ coverage, shown }: Pick<ChartNotesProps, "coverage" | "shown">): VNode {
  const { texts, format } = usePage();
  const { charts } = texts;
  if (coverage === undefined) return <p>{charts.sampled}</p>;
  const isBefore = coverage.from > shown.from;
  const at = format.moment(isBefore ? coverage.from : coverage.until, shown.to);
  return <p>{isBefore ? charts.sampledBefore(at) : charts.sampledSince(at)}</p>;
}

/** Names a range that has no button, and links back to the default. */
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

type Known = Pick<ChartNotesProps, "history" | "long" | "coverage" | "measured">;

/** Returns the time of the first reading, or the start of its hour or day; Infinity if unknown. */
function firstShown(shown: Window, { history, long, coverage, measured }: Known): number {
  const first = [...history.readings.keys()].map((uid) => firstIn(history, uid, shown) ?? Infinity);
  if (long === undefined || coverage === undefined) return Math.min(...first);
  const rolledUp = long.firstIn(shown, measured);
  return rolledUp === undefined ? Infinity : Math.min(...first, rolledUp);
}

/** Links to the part of the range that has readings. A new farm has readings for only a small part of a month. */
function EmptyBeginning({ range, shown, onRange, ...props }: RangeProps & Known): VNode | null {
  const { texts, format } = usePage();
  const { charts } = texts;
  const first = firstShown(shown, props);
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
