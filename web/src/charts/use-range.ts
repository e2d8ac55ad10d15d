/** The range of the charts. It is in the address, except while fingers change it. */

import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { parseRange, rangeSearch, windowOf } from "../model/plot/time-range";
import type { TimeRange, Window } from "../model/plot/time-range";
import { useNow } from "../shared/hooks/hooks";
import { navigate, useAddress } from "../shared/hooks/router";

export interface ChartRange {
  /** The range in the address. */
  readonly range: TimeRange;
  readonly setRange: (range: TimeRange) => void;
  /** The range while fingers are on a chart. */
  readonly pinch: Signal<Window | undefined>;
  readonly shown: Window;
  /** `range` without the future, or the range that fingers select. */
  readonly shownRange: TimeRange;
}

export function useRange(): ChartRange {
  const { path, search } = useAddress();
  const range = useMemo(() => parseRange(search), [search]);
  const setRange = (next: TimeRange): void => navigate(path + rangeSearch(next, search));
  const now = useNow();
  const pinch = useSignal<Window>();
  const shown = pinch.value ?? windowOf(range, now);
  const shownRange: TimeRange = range.kind === "fixed" ? { kind: "fixed", ...shown } : range;
  return { range, setRange, pinch, shown, shownRange };
}
