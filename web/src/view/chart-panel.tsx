/** One measurement over time: the plot, the legend with the values under the cursor, and a table of the same. */

import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { UNITS } from "../../../domain/src/measurements";
import type { Bounds } from "../../../domain/src/measurements";
import type { HistoryFeed } from "../data/history-feed";
import { gapLimit, usualInterval } from "../model/gaps";
import type { Charted } from "../model/measurement";
import { placeOf, seriesOf } from "../model/series";
import type { Series } from "../model/series";
import { align, thin } from "../model/thinning";
import { windowOf } from "../model/time-range";
import type { TimeRange } from "../model/time-range";
import { ChartCursor } from "./chart-cursor";
import { ChartLegend } from "./chart-legend";
import { ChartTable } from "./chart-table";
import type { CursorTime } from "./cursor-time";
import { useMedia } from "./hooks";
import type { Line } from "./line-styles";
import { usePage } from "./page";
import { Plot } from "./plot";
import { useRangeText } from "./range-picker";

export interface ChartPanelProps {
  readonly measurement: Charted;
  readonly bounds: Bounds | undefined;
  readonly lines: readonly Line[];
  /** Sensors whose readings are on their way: their names stand in the legend already. */
  readonly awaited: ReadonlySet<string>;
  readonly feed: HistoryFeed;
  readonly range: TimeRange;
  readonly now: number;
  /** The time between two samples; 0 where everything was read. */
  readonly sampleStep: number;
  readonly isReading: boolean;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (uid: string) => void;
  readonly cursor: CursorTime;
  readonly onZoom: (from: number, to: number) => void;
}

export interface ChartLine extends Line {
  readonly series: Series;
  readonly gapLimit: number;
  readonly isHidden: boolean;
  readonly isInRange: boolean;
}

const HEIGHT = 200;

export function ChartPanel(props: ChartPanelProps): VNode {
  const { measurement, bounds, range, now, cursor, onZoom, isReading } = props;
  const { speech, format } = usePage();
  const { texts } = speech;
  const shown = windowOf(range, now);
  const lines = useLines(props).map((line) => ({
    ...line,
    isInRange: !isOutside(line.series, shown),
  }));
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(null);
  const width = useWidth(place);
  const rangeText = useRangeText()(range);
  const zoom = useRef(onZoom);
  zoom.current = onZoom;
  const look = lines.map(({ uid, isHidden }) => `${uid}${isHidden ? "-" : ""}`).join("/");
  // A canvas does not follow the reader's choice by itself.
  const isDark = useMedia("(prefers-color-scheme: dark)");
  const isEmpty = lines.every(({ isInRange }) => !isInRange);

  useEffect(() => {
    if (place.current === null || width === 0) return undefined;
    const made = new Plot(place.current, {
      ...{ measurement, lines, width, height: HEIGHT, format, cursor },
      ...{ bounds, onZoom: (from: number, to: number) => zoom.current(from, to) },
    });
    plot.current = made;
    return () => {
      made.destroy();
      plot.current = null;
    };
  }, [look, isDark, width > 0, measurement, bounds?.min, bounds?.max, format]);

  useEffect(() => {
    if (plot.current === null || width === 0) return;
    plot.current.resize(width, HEIGHT);
    const settings = { ...shown, columns: Math.max(1, width - PLOT_MARGIN) };
    plot.current.show(
      shown,
      align(lines.map((line) => thin(line.series, { ...settings, gapLimit: line.gapLimit }))),
    );
  });

  const title = texts.measurements[measurement];
  return (
    <figure class="card chart" aria-label={texts.charts.chart(title, rangeText)}>
      <figcaption>
        <h3>
          {title} <span class="unit-note">{UNITS[measurement]}</span>
        </h3>
        <ChartLegend {...{ measurement, lines, cursor, shown }} onToggle={props.onToggle} />
      </figcaption>
      <div class="plot" ref={place} style={{ minHeight: `${HEIGHT}px` }}>
        <ChartCursor {...{ measurement, lines, cursor, shown }} />
        {isEmpty && !isReading && <p class="quiet plot-empty">{texts.charts.nothing}</p>}
      </div>
      <ChartTable measurement={measurement} lines={lines} shown={shown} />
    </figure>
  );
}

/** What the axis takes of the width, in pixels. */
const PLOT_MARGIN = 56;

/** The lines with what is to be drawn; a sensor that never measured this has none. */
function useLines({
  lines,
  awaited,
  feed,
  measurement,
  hidden,
  sampleStep,
}: ChartPanelProps): readonly Omit<ChartLine, "isInRange">[] {
  const counts = lines.map(({ uid }) => `${uid}:${feed.readingsOf(uid).length}`).join("/");
  const isHidden = [...hidden].sort().join("/");
  const names = lines.map(({ name }) => name).join("/");
  return useMemo(
    () =>
      lines.flatMap((line) => {
        const series = seriesOf(feed.readingsOf(line.uid), measurement);
        if (series.times.length === 0 && !awaited.has(line.uid)) return [];
        const limit = gapLimit(usualInterval(series.times), sampleStep);
        return [{ ...line, series, gapLimit: limit, isHidden: hidden.has(line.uid) }];
      }),
    [counts, isHidden, measurement, sampleStep, feed, names, [...awaited].join("/")],
  );
}

function isOutside({ times }: Series, shown: { from: number; to: number }): boolean {
  const first = times[placeOf(times, shown.from)];
  return first === undefined || first > shown.to;
}

function useWidth(place: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return width;
}
