/** One measurement over time: the plot, the legend with the values under the cursor, and a table of the same. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Bounds } from "../../../domain/src/measurements";
import type { Note } from "../../../domain/src/notes";
import type { Place } from "../../../domain/src/sun";
import type { HistoryFeed } from "../data/history-feed";
import { bandsIn, edgesOf } from "../model/band";
import type { ChartLine, Line } from "../model/chart-line";
import { gapLimit } from "../model/gaps";
import type { Charted } from "../model/measurement";
import { indexOfTime, seriesOf } from "../model/series";
import type { Series } from "../model/series";
import { thin } from "../model/thinning";
import type { ThinningSettings } from "../model/thinning";
import type { Window } from "../model/time-range";
import { DAY, HOUR } from "../model/time-range";
import { useMedia } from "../shared/hooks";
import { usePage } from "../shared/page";
import { ChartCursor } from "./chart-cursor";
import { ChartLegend } from "./chart-legend";
import { ChartTable } from "./chart-table";
import { Plot } from "./plot";
import type { PlotLine } from "./plot";
import type { CursorTime } from "./plot-cursor";
import type { ChartTools } from "./tools/load";

export interface ChartPanelProps {
  readonly measurement: Charted;
  readonly bounds: Bounds | undefined;
  readonly place: Place | undefined;
  readonly notes: readonly Note[];
  /** Undefined until they are loaded. */
  readonly Layers: ChartTools["Layers"] | undefined;
  /** Whether the axis leaves out thresholds that no value comes near. */
  readonly isFit: boolean;
  readonly lines: readonly Line[];
  /** Sensors whose readings are still loading: the legend has their names already. */
  readonly awaited: ReadonlySet<string>;
  readonly feed: HistoryFeed;
  readonly shown: Window;
  readonly rangeText: string;
  /** The time between two samples; 0 if everything was read. */
  readonly sampleStep: number;
  readonly isReading: boolean;
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (uid: string) => void;
  readonly cursor: CursorTime;
  readonly onZoom: (from: number, to: number) => void;
}

export function ChartPanel(props: ChartPanelProps): VNode {
  const { measurement, bounds, place, shown, rangeText, cursor, isReading, notes, Layers, isFit } =
    props;
  const { texts, format } = usePage();
  const lines = chartLines(props);
  // A canvas does not change its colours by itself.
  const isDark = useMedia("(prefers-color-scheme: dark)");
  const look = lines.map(({ uid, isHidden }) => `${uid}${isHidden ? "-" : ""}`).join("/");
  // In a longer range a night is but a few pixels wide.
  const nightsAt = shown.to - shown.from <= LONGEST_WITH_NIGHTS ? place : undefined;
  const isEmpty = lines.every(({ isInRange }) => !isInRange);
  const title = texts.measurements[measurement];
  const unit = format.unit(measurement);
  return (
    <figure class="card chart" aria-label={texts.charts.chart(title, rangeText)}>
      <figcaption>
        <h3>
          {title} <span class="unit-note">{unit}</span>
        </h3>
        <ChartLegend
          {...{ measurement, lines, cursor, shown }}
          hasNights={Layers !== undefined && nightsAt !== undefined}
          onToggle={props.onToggle}
        />
      </figcaption>
      <div class="plot" style={{ minHeight: `${HEIGHT}px` }}>
        <ChartCursor {...{ measurement, lines, cursor, shown, notes }} />
        {Layers && <Layers {...{ shown, notes, cursor }} place={nightsAt} />}
        <Canvas
          key={JSON.stringify([isDark, bounds, place, look, isFit, unit, format.timeZone])}
          {...{ measurement, bounds, place, lines, shown, cursor, isFit }}
          onZoom={props.onZoom}
        />
        {isEmpty && !isReading && <p class="quiet plot-empty">{texts.charts.nothing}</p>}
      </div>
      <FaultNote {...props} />
      <ChartTable {...{ measurement, lines, shown, notes }} />
    </figure>
  );
}

/** Names the sensors whose faults in the range are left out, each with the lowest and the highest of them. */
function FaultNote({ lines, feed, measurement, shown }: ChartPanelProps): VNode | null {
  const { texts, format } = usePage();
  const names = lines.flatMap(({ uid, name }) => {
    const { faults } = seriesOf(feed.readingsOf(uid), measurement);
    const values = faults
      .filter(({ at }) => at >= shown.from && at <= shown.to)
      .map(({ value }) => value);
    if (values.length === 0) return [];
    const extremes = new Set([Math.min(...values), Math.max(...values)]);
    return `${name} (${[...extremes].map((value) => format.exact(value, measurement)).join(", ")})`;
  });
  return names.length === 0 ? null : <p class="hint">{texts.charts.faults(names.join(", "))}</p>;
}

/** Sensors that never measured this have no line. */
function chartLines(props: ChartPanelProps): readonly ChartLine[] {
  return props.lines.flatMap((line) => {
    const series = seriesOf(props.feed.readingsOf(line.uid), props.measurement);
    if (series.times.length === 0 && !props.awaited.has(line.uid)) return [];
    return {
      ...line,
      series,
      gapLimit: gapLimit(series.interval, props.sampleStep),
      isHidden: props.hidden.has(line.uid),
      isInRange: isInRange(series, props.shown),
    };
  });
}

function isInRange({ times }: Series, { from, to }: Window): boolean {
  const first = times[indexOfTime(times, from)];
  return first !== undefined && first <= to;
}

interface CanvasProps {
  readonly isFit: boolean;
  readonly measurement: Charted;
  readonly bounds: Bounds | undefined;
  readonly place: Place | undefined;
  readonly lines: readonly ChartLine[];
  readonly shown: Window;
  readonly cursor: CursorTime;
  readonly onZoom: (from: number, to: number) => void;
}

/** And an hour, where the clocks were changed meanwhile. */
const LONGEST_WITH_NIGHTS = 30 * DAY + HOUR;

/** In pixels. */
const HEIGHT = 200;
/** The width of the axis, in pixels. */
const PLOT_MARGIN = 56;

/** Shows new readings as they come; other lines, bounds or colours need another canvas. */
function Canvas(props: CanvasProps): VNode {
  const { measurement, bounds, place, isFit, lines, shown, cursor, onZoom } = props;
  const { format } = usePage();
  const parent = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(null);
  const width = useWidth(parent);
  const zoom = useRef(onZoom);
  zoom.current = onZoom;

  useEffect(() => {
    if (parent.current === null || width === 0) return undefined;
    const made = new Plot(parent.current, {
      axes: [
        {
          ...{ key: AXIS, quantity: measurement, edges: isFit ? NO_EDGES : edgesOf(bounds, place) },
          bandsIn: (range) => bandsIn(range, bounds, place),
        },
      ],
      lines: lines.map((line) => ({ ...line, axis: AXIS })),
      ...{ width, height: HEIGHT, format, cursor },
      onZoom: (from, to) => zoom.current(from, to),
    });
    plot.current = made;
    return () => {
      made.destroy();
      plot.current = null;
    };
  }, [width > 0]);

  useEffect(() => {
    if (plot.current === null || width === 0) return;
    plot.current.resize(width, HEIGHT);
    const columns = Math.max(1, width - PLOT_MARGIN);
    plot.current.show(
      shown,
      lines.map((line) => plotLine(line, { ...shown, columns, gapLimit: line.gapLimit })),
    );
  });

  return <div ref={parent} />;
}

const NO_EDGES = { mins: [], maxs: [] };

/** The name of the only axis. */
const AXIS = "y";

function plotLine(line: ChartLine, settings: ThinningSettings): PlotLine {
  const { series } = line;
  return { ...line, axis: AXIS, drawn: thin(series, settings), faults: series.faults };
}

function useWidth(ref: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return width;
}
