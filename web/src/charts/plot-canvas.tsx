/** The canvas of a chart. The same plot draws new readings. A new axis, unit or look needs a new plot. */

import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Bounds } from "@greenhouse/domain/quantities/measurements";
import type { Place } from "@greenhouse/domain/sun";
import { bandsIn, edgesOf, limitsIn } from "../model/plot/band";
import type { ChartLine } from "../model/plot/chart-line";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { mergeColumns } from "../model/plot/merging";
import { thin } from "../model/plot/thinning";
import type { ThinningSettings } from "../model/plot/thinning";
import type { Window } from "../model/plot/time-range";
import { useMedia, useWidth } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useAction, useSame } from "../shared/hooks/stable";
import { Plot } from "./plot";
import type { PlotLine, PlotStyle } from "./plot-content";
import type { CursorTime } from "./plot-cursor";
import { inTurn } from "./turns";

export interface PlotCanvasProps {
  readonly measurement: Measurement;
  readonly bounds: Bounds | undefined;
  readonly place: Place | undefined;
  readonly lines: readonly ChartLine[];
  readonly shown: Window;
  readonly cursor: CursorTime;
  /** In pixels. */
  readonly height: number;
  readonly onZoom: (from: number, to: number) => void;
}

/** The width of the axis, in pixels. */
const PLOT_MARGIN = 56;

export function PlotCanvas(props: PlotCanvasProps): VNode {
  const { measurement, bounds, place, lines, shown, cursor, height } = props;
  const { format } = usePage();
  const parent = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(null);
  const width = useWidth(parent);
  const isVisible = width > 0;
  // A canvas does not follow the style sheet, so a new theme needs a new drawing.
  const isDark = useMedia("(prefers-color-scheme: dark)");
  const axis = useSame({ measurement, bounds, place });
  const styles = useSame(lines.map(styleOf));
  const zoom = useAction(props.onZoom);

  /** The look of the lines of `plot`. */
  const drawnStyles = useRef<typeof styles>(null);

  const show = useAction((): void => {
    if (plot.current === null || width === 0 || drawnStyles.current !== styles) return;
    plot.current.resize(width, height);
    const columns = Math.max(1, width - PLOT_MARGIN);
    plot.current.show(
      shown,
      lines.map((line) => plotLine(line, { ...shown, columns, gapLimit: line.gapLimit })),
    );
  });

  useEffect(() => {
    const element = parent.current;
    if (element === null || !isVisible) return undefined;
    const draw = (): void => {
      plot.current = new Plot(element, {
        axis: {
          quantity: axis.measurement,
          edges: edgesOf(axis.bounds, axis.place),
          bandsIn: (range) => bandsIn(range, axis.bounds, axis.place),
          limitsIn: (range) => limitsIn(range, axis.bounds, axis.place),
        },
        lines: styles,
        width: element.clientWidth,
        height,
        format,
        cursor,
        onZoom: zoom,
      });
      drawnStyles.current = styles;
    };
    const drawAndShow = (): void => {
      draw();
      show();
    };
    // A plot that replaces another one is drawn at once, so that the chart does not flicker.
    const isFirst = drawnStyles.current === null;
    const cancel = isFirst ? inTurn(drawAndShow) : undefined;
    if (!isFirst) draw();
    return () => {
      cancel?.();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [isVisible, isDark, axis, styles, height, format, cursor, zoom, show]);

  useEffect(() => show());

  return <div ref={parent} />;
}

function styleOf({ uid, colour, dash, isHidden }: ChartLine): PlotStyle & Pick<ChartLine, "uid"> {
  return { uid, colour, dash, isHidden };
}

function plotLine(line: ChartLine, settings: ThinningSettings): PlotLine {
  const { columns, faults } = line.series;
  const drawn =
    columns === undefined ? thin(line.series, settings) : mergeColumns(columns, settings);
  return { ...line, drawn, faults };
}
