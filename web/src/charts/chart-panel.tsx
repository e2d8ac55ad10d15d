/** One quantity over time: a plot, a legend with the values under the cursor, and a table. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Bounds } from "@greenhouse/domain/quantities/measurements";
import type { Note } from "@greenhouse/domain/identity/notes";
import type { Place } from "@greenhouse/domain/sun";
import { BAND } from "../model/plot/chart-line";
import type { ChartLine } from "../model/plot/chart-line";
import { useNear, useOffline } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useSame } from "../shared/hooks/stable";
import { ChartCursor } from "./chart-cursor";
import { ChartLegend } from "./chart-legend";
import { ChartTable } from "./chart-table";
import { hasBand, panelLines, wantedBy } from "./panel-lines";
import type { LinesRequest } from "./panel-lines";
import { PlotCanvas } from "./plot-canvas";
import type { PlotCanvasProps } from "./plot-canvas";
import type { CursorTime } from "./plot-cursor";
import type { ChartTools } from "./tools/chart-tools";

export interface ChartPanelProps extends Omit<LinesRequest, "bandName"> {
  readonly bounds: Bounds | undefined;
  readonly place: Place | undefined;
  readonly notes: readonly Note[];
  /** Undefined until the tools are loaded. */
  readonly Layers: ChartTools["Layers"] | undefined;
  readonly rangeText: string;
  /** Changes whenever rollups are folded. */
  readonly foldVersion: number | undefined;
  readonly isReading: boolean;
  /** Whether readings other than the newest ones are missing. */
  readonly isMissing: boolean;
  /** @param isOfBand whether the line belongs to a band. Lines of a band are hidden unless a person chooses them. */
  readonly onToggle: (uid: string, isOfBand: boolean) => void;
  readonly cursor: CursorTime;
  readonly onZoom: (from: number, to: number) => void;
}

export function ChartPanel(props: ChartPanelProps): VNode {
  const { measurement, bounds, place, shown, rangeText, cursor, banded, notes, Layers } = props;
  const { texts, format } = usePage();
  const figure = useRef<HTMLElement>(null);
  const { lines, isRead, isNear } = usePanelLines(figure, props);
  const isReading = props.isReading || !isRead;
  const isCutOff = useOffline() !== undefined && (props.isMissing || !isRead);
  const toggle = (uid: string): void => props.onToggle(uid, banded.has(uid) && hasBand(props));
  // In a longer range a night is only a few pixels wide.
  const nightsAt = shown.to - shown.from <= MAX_WITH_NIGHTS_MS ? place : undefined;
  const isEmpty = lines.every(({ isInRange }) => !isInRange);
  const title = texts.measurements[measurement];
  const unit = format.unit(measurement);
  return (
    <figure
      ref={figure}
      class="card chart"
      aria-label={texts.charts.chart(title, rangeText)}
      aria-busy={isReading}
    >
      <figcaption>
        <h3>
          {title} {unit && <span class="unit-note">{unit}</span>}
        </h3>
        <ChartLegend
          {...{ measurement, lines, cursor, shown }}
          hasNights={Layers !== undefined && nightsAt !== undefined}
          onToggle={toggle}
        />
      </figcaption>
      <div class="plot" style={{ minHeight: `${HEIGHT}px` }}>
        <ChartCursor {...{ measurement, lines, cursor, shown, notes }} />
        {Layers && <Layers {...{ shown, notes, cursor }} place={nightsAt} />}
        {isNear && (
          <PlotCanvas
            {...{ measurement, bounds, place, lines, shown, cursor, height: HEIGHT }}
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

/** The longest range with nights. The extra hour allows for a change of the clocks. */
const MAX_WITH_NIGHTS_MS = 30 * DAY_MS + HOUR_MS;

/** In pixels. */
const HEIGHT = 200;

/** Charts are read and drawn when they are this close to the screen. */
const NEAR = "400px";
/** All charts are drawn after this time, in milliseconds, because the person may scroll or print. */
const NEAR_AFTER_MS = 5000;

/** Explains why the chart has no lines. */
function EmptyNote({ isCutOff, isReading }: Record<"isCutOff" | "isReading", boolean>): VNode {
  const { offline, reading, noData } = usePage().texts.charts;
  if (isCutOff) return <p class="quiet plot-empty">{offline}</p>;
  if (isReading) return <p class="quiet plot-empty is-reading">{reading}</p>;
  return <p class="quiet plot-empty">{noData}</p>;
}

/**
 * Returns the lines, and whether their rollups have been read. Reads rollups, and draws lines, when the chart is close
 * to the screen.
 */
function usePanelLines(
  figure: { readonly current: HTMLElement | null },
  props: ChartPanelProps,
): { readonly lines: readonly ChartLine[] } & Readonly<Record<"isRead" | "isNear", boolean>> {
  const { connection, texts } = usePage();
  const { isConnected } = connection;
  const { long, foldVersion } = props;
  const request = { ...props, bandName: texts.charts.band };
  const isNear = useNear(figure, NEAR, NEAR_AFTER_MS);
  const wanted = useSame(wantedBy(request));
  const read = long?.read;
  useEffect(() => {
    if (isNear && isConnected) for (const part of wanted) read?.(part);
  }, [isNear, isConnected, foldVersion, wanted, read]);
  const isRead = wanted.every((part) => long?.isRead(part));
  return { lines: panelLines(request), isRead, isNear };
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
