/**
 * A small chart with a value for each day, as bars or lines. A day that is not whole has a pale bar, or a hollow point
 * that no line joins. The table below the chart also has the values.
 */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { DayValue } from "../model/days/day-rows";
import {
  axisLook,
  coloursOf,
  LINE_WIDTH,
  pointsLook,
  textIfFits,
  TIME_AXIS,
  uPlot,
} from "../shared/values/plot-look";
import type { Colours } from "../shared/values/plot-look";
import { useMedia, useWidth } from "../shared/hooks/hooks";
import { useAction, useSame } from "../shared/hooks/stable";

interface DaySeries {
  readonly name: string;
  /** The name of a custom property. */
  readonly colour: string;
  /** A value for each day; undefined without readings. */
  readonly values: readonly (DayValue | undefined)[];
}

export interface DayChartProps {
  readonly title: string;
  readonly kind: "bars" | "lines";
  /** The days in words, for the axis and for the value of a day. */
  readonly dates: readonly string[];
  readonly days: readonly string[];
  /** Describes the number of hours with data. */
  readonly hoursText: (hours: number) => string;
  readonly series: readonly DaySeries[];
  readonly text: (value: number) => string;
}

export function DayChart(props: DayChartProps): VNode | null {
  const { title, days, dates, series, text, hoursText } = props;
  const [chosen, setChosen] = useState<number | null>();
  if (extremesOf(props) === undefined) return null;
  const day = Math.min(chosen ?? days.length - 1, days.length - 1);
  const lacking = series.map(({ values }) => values[day]).find((value) => value?.isWhole === false);
  // The name of today says how much of it is over.
  const isNamed = days[day] !== dates[day];
  return (
    <figure class="day-chart">
      <figcaption class="row between">
        <b>{title}</b>
        <span class="pieces quiet">
          <span>
            {days[day]}
            {lacking && !isNamed && `, ${hoursText(lacking.hours)}`}
          </span>
          {series.map(({ name, colour, values: { [day]: value } }) => (
            <span key={name}>
              <i class="day-key" style={{ background: `var(${colour})` }} /> {name}{" "}
              <b>{value === undefined ? "–" : text(value.value)}</b>
            </span>
          ))}
        </span>
      </figcaption>
      <Canvas {...props} onChosen={setChosen} />
    </figure>
  );
}

/** Returns undefined without readings. */
function extremesOf({
  kind,
  series,
}: DayChartProps): readonly [low: number, high: number] | undefined {
  const measured = series.flatMap(({ values }) => values.flatMap((value) => value?.value ?? []));
  if (measured.length === 0) return undefined;
  const all = kind === "bars" ? [0, ...measured] : measured;
  return [Math.min(...all), Math.max(...all)];
}

const HEIGHT = 140;
const AXIS_WIDTH = 76;
/** The width of a bar, as a share of its day. */
const BAR = 0.7;
/** The opacity of the bar of a day that is not whole. */
const PARTIAL_ALPHA = 0.55;
/** The diameter of the point of such a day, in pixels. */
const PARTIAL_POINT = 7;

interface CanvasProps extends DayChartProps {
  /** @param day null when the pointer leaves */
  readonly onChosen: (day: number | null | undefined) => void;
}

function Canvas(props: CanvasProps): VNode {
  const parent = useRef<HTMLDivElement>(null);
  const width = useWidth(parent);
  const isDark = useMedia("(prefers-color-scheme: dark)");
  const { kind, dates, series, text, onChosen } = props;
  const extremes = extremesOf(props) ?? [0, 0];
  const drawn = useSame<Drawn>({
    kind,
    dates,
    series,
    extremes,
    texts: extremes.map(text),
  });
  const textOf = useAction(text);
  useEffect(() => {
    if (parent.current === null || width === 0) return undefined;
    const data = [drawn.dates.map((_, day) => day), ...rowsOf(drawn)] as uPlot.AlignedData;
    const options = optionsOf({ ...drawn, text: textOf, onChosen }, parent.current, width);
    const plot = new uPlot(options, data, parent.current);
    return () => plot.destroy();
  }, [width, isDark, drawn, textOf, onChosen]);
  return <div ref={parent} class="day-plot" aria-hidden="true" />;
}

type Callbacks = Pick<CanvasProps, "text" | "onChosen">;

/** The content of the chart. A change of the content draws the chart again. */
interface Drawn extends Pick<DayChartProps, "kind" | "dates" | "series"> {
  readonly extremes: readonly [low: number, high: number];
  /** The extremes in the person's unit. */
  readonly texts: readonly string[];
}

/** Returns two rows of data for each series: the whole days, and all other days. */
function rowsOf({ series }: Drawn): (number | null)[][] {
  return series.flatMap(({ values }) =>
    [true, false].map((isWhole) =>
      values.map((value) => (value?.isWhole === isWhole ? value.value : null)),
    ),
  );
}

function optionsOf(drawn: Drawn & Callbacks, parent: HTMLElement, width: number): uPlot.Options {
  const { kind, dates, series, extremes, text, onChosen } = drawn;
  const [low, high] = extremes;
  // If the extremes have the same text, all values get the same height.
  const top = text(high) === text(low) ? low + 1 : high;
  const colour = coloursOf(parent);
  const look = axisLook(colour);
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    // The extremes touch the edges.
    padding: [8, 8, 0, 0],
    scales: { x: { time: false, range: [-0.5, dates.length - 0.5] }, y: { range: [low, top] } },
    axes: [
      {
        ...look,
        ...TIME_AXIS,
        grid: { show: false },
        space: 96,
        incrs: [1, 7, 14, 28, 56, 91, 182],
        values: (plot, splits) =>
          splits.map((day) =>
            textIfFits(dates[day] ?? "", plot.valToPos(day, "x"), plot.width - AXIS_WIDTH),
          ),
      },
      {
        ...look,
        size: AXIS_WIDTH,
        splits: top === high ? [low, high] : [low],
        values: (_, splits) => splits.map(text),
      },
    ],
    series: [
      {},
      ...series.flatMap((line): uPlot.Series[] => {
        const stroke = colour(line.colour);
        if (kind === "lines") {
          return [
            { stroke, width: LINE_WIDTH, points: pointsLook(stroke) },
            hollowPoints(colour, stroke),
          ];
        }
        const bars = { fill: stroke, points: { show: false }, paths: barsOf() };
        return [bars, { ...bars, alpha: PARTIAL_ALPHA }];
      }),
    ],
    cursor: { drag: { x: false, y: false }, y: false, points: { show: kind === "lines" } },
    hooks: { setCursor: [({ cursor }) => onChosen(cursor.idx)] },
  };
}

/** Returns the look of days that no line joins. */
function hollowPoints(colour: Colours, stroke: string): uPlot.Series {
  const fill = colour("--card");
  return { stroke, paths: () => null, points: { show: true, size: PARTIAL_POINT, fill, stroke } };
}

function barsOf(): uPlot.Series.PathBuilder {
  const build = uPlot.paths.bars;
  if (build === undefined) throw new Error("This build of uPlot draws no bars.");
  return build({ size: [BAR, Infinity] });
}
