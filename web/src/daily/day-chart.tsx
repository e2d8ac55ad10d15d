/** A small chart with a column for each day: bars, or marks that are joined. The table below it has its values too. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";

interface DaySeries {
  readonly name: string;
  /** A custom property. */
  readonly colour: string;
  /** One for each day; undefined where nothing was measured. */
  readonly values: readonly (number | undefined)[];
}

export interface DayChartProps {
  readonly title: string;
  readonly kind: "bars" | "lines";
  /** The days in words. */
  readonly days: readonly string[];
  /** Whether the last one is not over. */
  readonly endsToday: boolean;
  readonly series: readonly DaySeries[];
  readonly text: (value: number) => string;
}

export function DayChart({
  title,
  kind,
  days,
  endsToday,
  series,
  text,
}: DayChartProps): VNode | null {
  const [chosen, setChosen] = useState<number>();
  const known = series.flatMap(({ values }) => values.filter((value) => value !== undefined));
  if (known.length === 0) return null;
  const high = Math.max(...known, ...(kind === "bars" ? [0] : []));
  const low = Math.min(...known, ...(kind === "bars" ? [0] : []));
  // If the extremes have the same text, all values get the same height.
  const span = text(high) === text(low) ? 1 : high - low;
  const heightOf = (value: number): number => (100 * (value - low)) / span;
  const day = Math.min(chosen ?? days.length - 1, days.length - 1);
  const texts = series.map(({ name, colour, values }) => {
    const value = values[day];
    return { name, colour, text: value === undefined ? "–" : text(value) };
  });
  return (
    <figure class="day-chart">
      <figcaption class="row between">
        <b>{title}</b>
        <span class="pieces quiet">
          <span>{days[day]}</span>
          {texts.map((one) => (
            <span key={one.name}>
              <i class="day-key" style={{ background: `var(${one.colour})` }} /> {one.name}{" "}
              <b>{one.text}</b>
            </span>
          ))}
        </span>
      </figcaption>
      <div class="day-plot" aria-hidden="true">
        <div class="day-scale quiet">
          <span>{text(high)}</span>
          <span>{text(low)}</span>
        </div>
        <div class="day-columns" onPointerLeave={() => setChosen(undefined)}>
          {kind === "lines" && <Lines series={series} heightOf={heightOf} />}
          {days.map((name, index) => (
            <div
              key={name}
              class={[
                "day-column",
                index === chosen && "is-chosen",
                endsToday && index === days.length - 1 && "is-today",
              ]
                .filter(Boolean)
                .join(" ")}
              onPointerEnter={() => setChosen(index)}
              onPointerDown={() => setChosen(index)}
            >
              {kind === "bars" && <Bar series={series} index={index} heightOf={heightOf} />}
            </div>
          ))}
        </div>
      </div>
    </figure>
  );
}

interface PartProps {
  readonly series: readonly DaySeries[];
  readonly heightOf: (value: number) => number;
}

function Bar({ series, index, heightOf }: PartProps & { readonly index: number }): VNode {
  return (
    <>
      {series.map(({ name, colour, values }) => {
        const value = values[index];
        const style = { height: `${value === undefined ? 0 : heightOf(value)}%` };
        return <i key={name} style={{ ...style, background: `var(${colour})` }} />;
      })}
    </>
  );
}

/** A day without a value is a gap; a single day between gaps is a mark. */
function Lines({ series, heightOf }: PartProps): VNode {
  const count = series[0]?.values.length ?? 0;
  return (
    <svg viewBox={`0 0 ${count} 100`} preserveAspectRatio="none">
      {series.map(({ name, colour, values }) => {
        let joined = "";
        let alone = "";
        values.forEach((value, index) => {
          if (value === undefined) return;
          const point = `${index + 0.5} ${100 - heightOf(value)}`;
          if (values[index - 1] !== undefined) joined += `L${point}`;
          else if (values[index + 1] !== undefined) joined += `M${point}`;
          // A stroke of length zero is drawn as a round mark.
          else alone += `M${point}h0`;
        });
        const style = { stroke: `var(${colour})` };
        return (
          <g key={name} style={style}>
            <path d={joined} />
            <path class="alone" d={alone} />
          </g>
        );
      })}
    </svg>
  );
}
