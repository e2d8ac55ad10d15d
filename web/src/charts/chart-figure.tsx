/** The figure of one quantity: a plot, a legend with the values under the cursor, and a table. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import type { Ref, VNode } from "preact";
import type { Bounds } from "@greenhouse/domain/quantities/measurements";
import type { Note } from "@greenhouse/domain/identity/notes";
import type { Place } from "@greenhouse/domain/sun";
import type { ChartNote, PlanMarks } from "../model/farm/notes";
import { BAND } from "../model/plot/chart-line";
import type { ChartLine } from "../model/plot/chart-line";
import type { Window } from "../model/plot/time-range";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { useMedia } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import type { ChartAmendments } from "./chart-amendments";
import { ChartCursor } from "./chart-cursor";
import { ChartLegend } from "./chart-legend";
import type { LegendChoice } from "./chart-legend";
import { ChartTable } from "./chart-table";
import { PlotCanvas } from "./plot-canvas";
import type { PlotCanvasProps } from "./plot-canvas";
import type { CursorTime } from "./plot-cursor";
import type { ChartTools } from "./tools/chart-tools";

/** Values that all charts of a greenhouse share. */
export interface SharedFigure {
  readonly shown: Window;
  readonly rangeText: string;
  readonly place: Place | undefined;
  readonly notes: readonly Note[];
  readonly marks: PlanMarks;
  readonly amended: ChartAmendments;
  /** Undefined until the tools are loaded. */
  readonly Layers: ChartTools["Layers"] | undefined;
  readonly cursor: CursorTime;
  readonly onZoom: (from: number, to: number) => void;
}

export interface ChartFigureProps extends SharedFigure {
  readonly figure?: Ref<HTMLElement>;
  readonly measurement: Measurement;
  readonly bounds: Bounds | undefined;
  readonly lines: readonly ChartLine[];
  /** Whether the chart is close enough to the screen to be drawn. */
  readonly isNear: boolean;
  readonly isReading: boolean;
  /** Whether a part is missing that cannot be read now. */
  readonly isCutOff: boolean;
  readonly onToggle: (uid: string) => void;
  /** Shows only the visible lines, or all lines again; undefined if the legend does not offer it. */
  readonly choice?: LegendChoice | undefined;
}

export function ChartFigure(props: ChartFigureProps): VNode {
  const { measurement, bounds, place, shown, rangeText, cursor, marks, amended } = props;
  const { Layers, lines } = props;
  const { isNear, isReading, isCutOff } = props;
  const { texts, format } = usePage();
  const height = useMedia("(min-width: 960px)") ? HEIGHT.desk : HEIGHT.phone;
  // In a longer range a night is only a few pixels wide.
  const nightsAt = shown.to - shown.from <= MAX_WITH_NIGHTS_MS ? place : undefined;
  const isEmpty = lines.every(({ isInRange }) => !isInRange);
  const isMarked = MARKED.includes(measurement) && marks.runs.length > 0;
  const runs = isMarked ? marks.runs : [];
  const notes = inOrder([...props.notes, ...runs, ...amended.devices]);
  const title = texts.measurements[measurement];
  const unit = format.unit(measurement);
  return (
    <figure
      ref={props.figure ?? null}
      class="card chart"
      data-quantity={measurement}
      aria-label={texts.charts.chart(title, rangeText)}
      aria-busy={isReading}
    >
      <figcaption>
        <h3>
          {title} {unit && <span class="unit-note">{unit}</span>}
        </h3>
        <ChartLegend
          {...{ measurement, lines, cursor, shown }}
          marks={isMarked ? marks.label : ""}
          hasNights={Layers !== undefined && nightsAt !== undefined}
          onToggle={props.onToggle}
          choice={props.choice}
        />
      </figcaption>
      <div class="plot" style={{ minHeight: `${height}px` }}>
        <ChartCursor {...{ measurement, lines, cursor, shown, notes }} />
        {Layers && <Layers {...{ measurement, shown, notes, cursor, amended }} place={nightsAt} />}
        {isNear && (
          <PlotCanvas
            {...{ measurement, bounds, place, lines, shown, cursor, height }}
            onZoom={props.onZoom}
          />
        )}
        {isEmpty && <EmptyNote isCutOff={isCutOff} isReading={isReading} />}
      </div>
      {isCutOff && !isEmpty && <p class="hint">{texts.charts.offline}</p>}
      <FaultNote {...{ lines, measurement, shown }} />
      <ChartTable
        {...{ measurement, shown, notes }}
        lines={lines.filter((line) => !line.isHidden)}
      />
    </figure>
  );
}

/** The quantities whose charts show the runs of plans. */
const MARKED: readonly Measurement[] = ["soilMoisture", "temperature"];

function inOrder(notes: readonly ChartNote[]): readonly ChartNote[] {
  return notes.toSorted((a, b) => a.at - b.at);
}

/** The longest range with nights. The extra hour allows for a change of the clocks. */
const MAX_WITH_NIGHTS_MS = 30 * DAY_MS + HOUR_MS;

/** In pixels. A wide chart is higher, so that its lines are not flat. */
const HEIGHT = { desk: 280, phone: 200 };

/** Explains why the chart has no lines. */
function EmptyNote({ isCutOff, isReading }: Record<"isCutOff" | "isReading", boolean>): VNode {
  const { offline, reading, noData } = usePage().texts.charts;
  if (isCutOff) return <p class="quiet plot-empty">{offline}</p>;
  if (isReading) return <p class="quiet plot-empty is-reading">{reading}</p>;
  return <p class="quiet plot-empty">{noData}</p>;
}

/** Names the sensors with faults in the range, each with its lowest and highest faulty value. */
function FaultNote({
  lines,
  measurement,
  shown,
}: Pick<PlotCanvasProps, "lines" | "measurement" | "shown">): VNode | null {
  const { texts, format } = usePage();
  const names = lines.flatMap(({ uid, name, series }) => {
    const values = series.faults
      .filter(({ at }) => uid !== BAND && at >= shown.from && at <= shown.to)
      .map(({ value }) => value);
    if (values.length === 0) return [];
    const extremes = new Set([Math.min(...values), Math.max(...values)]);
    return `${name} (${[...extremes].map((value) => format.exact(value, measurement)).join(", ")})`;
  });
  return names.length === 0 ? null : <p class="hint">{texts.charts.faults(names.join(", "))}</p>;
}
