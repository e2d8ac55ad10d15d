/** The lines that a chart is compared with: one for each of up to three sensors, else their median. */

import type { GreenhouseWatch } from "../../data/greenhouse-watch";
import type { LongHistory } from "../../data/long-history";
import type { ChartView } from "../../model/chart-view";
import type { ChartLine, Line } from "../../model/chart-line";
import { beforeOf, distanceOf, earlier, plainLine } from "../../model/compared";
import type { Charted } from "../../model/measurement";
import type { Window } from "../../model/time-range";
import type { ChartToolTexts } from "../../text/chart-tools-en";

/** A greenhouse whose history can be drawn. */
export interface Source {
  readonly name: string;
  readonly watch: GreenhouseWatch;
  readonly long: LongHistory;
  /** The uids of its sensors of the air. */
  readonly air: ReadonlySet<string>;
}

export interface Comparison {
  readonly view: ChartView;
  readonly shown: Window;
  readonly own: Source;
  /** The other greenhouse; undefined until it is loaded, or if there is none. */
  readonly beside: Source | undefined;
}

/** The data of one comparison. */
export interface Part {
  readonly kind: "second" | "before" | "beside";
  readonly source: Source;
  readonly quantity: Charted;
  readonly uids: readonly string[];
  /** The window to read, which may differ from the one shown. */
  readonly window: Window;
  readonly later: number;
}

const MOST_LINES = 3;

/** The comparisons of one chart. */
export function partsOf(
  { view, shown, own, beside }: Comparison,
  measurement: Charted,
): readonly Part[] {
  const later = distanceOf(beforeOf(shown));
  const part = (
    kind: Part["kind"],
    source: Source,
    quantity: Charted,
    moved = 0,
  ): readonly Part[] => {
    const measuring = source.watch.measuring(quantity);
    const ofAir = measuring.filter((uid) => source.air.has(uid));
    const uids = ofAir.length > 0 ? ofAir : measuring;
    if (uids.length === 0) return [];
    return [{ kind, source, quantity, uids, window: earlier(shown, moved), later: moved }];
  };
  return [
    ...(view.second === undefined || view.second === measurement
      ? []
      : part("second", own, view.second)),
    ...(view.hasBefore ? part("before", own, measurement, later) : []),
    ...(beside === undefined ? [] : part("beside", beside, measurement)),
  ];
}

/** Whether the part is one line, the median of its sensors. */
export function isMedian({ kind, uids }: Part): boolean {
  return uids.length > (kind === "beside" ? 1 : MOST_LINES);
}

const LOOKS = {
  second: { colour: "--ink", dash: [2, 3], isBehind: false },
  before: { colour: "--quiet", dash: [6, 6], isBehind: true },
  beside: { colour: "--ink", dash: [10, 4], isBehind: false },
} as const;

export interface Names {
  readonly texts: ChartToolTexts;
  readonly measurements: Readonly<Record<Charted, string>>;
}

/** @param lines the chart's own; a comparison of the same sensors has the same colours */
export function comparedLines(
  comparison: Comparison,
  measurement: Charted,
  lines: readonly Line[],
  hidden: ReadonlySet<string>,
  { texts, measurements }: Names,
): readonly ChartLine[] {
  const { shown } = comparison;
  return partsOf(comparison, measurement).flatMap((part) => {
    const { kind, source, quantity, window, later, uids } = part;
    const title = {
      second: measurements[quantity],
      before: texts.before[beforeOf(shown)],
      beside: source.name,
    }[kind];
    const lineOf = (uid: string | undefined): ChartLine => {
      const series =
        uid === undefined
          ? source.long.bandOf(uids, quantity, window)
          : source.long.seriesOf(uid, quantity, window);
      const own = kind === "beside" ? undefined : lines.find((line) => line.uid === uid);
      const id = `${kind}/${uid ?? ""}`;
      const plain = plainLine(series, later);
      return {
        ...LOOKS[kind],
        ...(own && { colour: own.colour }),
        ...(kind === "second" && { second: quantity }),
        ...plain,
        uid: id,
        name: uid === undefined ? texts.typical(title) : own ? `${title}: ${own.name}` : title,
        isFormer: false,
        isHidden: hidden.has(id),
        isInRange: plain.series.times.some((time) => time >= shown.from && time <= shown.to),
      };
    };
    return isMedian(part) ? [lineOf(undefined)] : uids.map(lineOf);
  });
}
