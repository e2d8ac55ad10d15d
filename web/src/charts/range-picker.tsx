/** Chooses the range of the charts: buttons for the usual ones, a form for any other. */

import type { FunctionComponent, VNode } from "preact";
import { useState } from "preact/hooks";
import { PRESETS } from "../model/time-range";
import type { TimeRange, Window } from "../model/time-range";
import { Lazy } from "../shared/lazy";
import { usePage } from "../shared/page";
import type { OwnRangeProps } from "./own-range";

const OWN_RANGE = (): Promise<FunctionComponent<OwnRangeProps>> =>
  import("./own-range").then((module) => module.OwnRange);

export interface RangePickerProps {
  readonly range: TimeRange;
  readonly shown: Window;
  readonly onRange: (range: TimeRange) => void;
}

export function RangePicker({ range, shown, onRange }: RangePickerProps): VNode {
  const { charts } = usePage().texts;
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="range">
      <div class="segments" role="group" aria-label={charts.range}>
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={range.kind === "recent" && range.preset === preset}
            onClick={() => onRange({ kind: "recent", preset })}
          >
            {charts.presets[preset]}
            <span class="visually-hidden">: {charts.presetNames[preset]}</span>
          </button>
        ))}
        <button type="button" aria-pressed={range.kind === "fixed"} onClick={() => setOpen(true)}>
          {charts.own}
        </button>
      </div>
      {isOpen && (
        <Lazy
          load={OWN_RANGE}
          props={{
            shown,
            onClose: () => setOpen(false),
            onRange: (next) => {
              setOpen(false);
              onRange(next);
            },
          }}
        >
          {null}
        </Lazy>
      )}
    </div>
  );
}

/** The format of the fields: the local time to the minute. */
export function localText(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, 16);
}

/** A range in words. */
export function useRangeText(): (range: TimeRange) => string {
  const { texts, format } = usePage();
  const { charts } = texts;
  return (range) =>
    range.kind === "recent" ? charts.presetNames[range.preset] : format.range(range.from, range.to);
}
