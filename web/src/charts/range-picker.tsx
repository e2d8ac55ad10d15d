/** Lets people choose the range of the charts: buttons for usual ranges, a form for a custom range. */

import type { FunctionComponent, VNode } from "preact";
import { useState } from "preact/hooks";
import { PRESETS } from "../model/plot/time-range";
import type { TimeRange, Window } from "../model/plot/time-range";
import { Lazy } from "../shared/hooks/lazy";
import { usePage } from "../shared/hooks/page";
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
        <button
          type="button"
          class="own-range"
          aria-label={charts.own}
          aria-pressed={range.kind === "fixed"}
          onClick={() => setOpen(true)}
        >
          <span class="wide-only">{charts.own}</span>
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 6h14v14H5zM5 10.5h14M9 3v4M15 3v4" />
          </svg>
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

/** Describes a range in words. */
export function useRangeText(): (range: TimeRange) => string {
  const { texts, format } = usePage();
  const { charts } = texts;
  return (range) =>
    range.kind === "recent" ? charts.presetNames[range.preset] : format.range(range.from, range.to);
}
