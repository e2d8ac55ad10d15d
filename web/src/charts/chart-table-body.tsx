/** The table of a chart. It is loaded when somebody opens it. */

import { HOUR_MS } from "@greenhouse/domain/time";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import type { VNode } from "preact";
import type { ChartLine } from "../model/plot/chart-line";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { notesWithin } from "../model/farm/notes";
import type { ChartNote } from "../model/farm/notes";
import { indexOfTime } from "../model/plot/series";
import type { Series } from "../model/plot/series";
import { partsOf } from "../model/plot/table-parts";
import type { Window } from "../model/plot/time-range";
import { usePage } from "../shared/hooks/page";
import { Sent } from "../shared/values/value";

export interface ChartTableProps {
  readonly measurement: Measurement;
  readonly lines: readonly ChartLine[];
  readonly shown: Window;
  readonly notes: readonly ChartNote[];
}

export function ChartTableBody(props: ChartTableProps): VNode {
  const { measurement, lines, shown, notes } = props;
  const { texts } = usePage();
  const title = texts.charts.table(texts.measurements[measurement]);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.charts.tableTime}</th>
            {lines.map((line) => (
              <th key={line.uid} scope="col" class="number">
                {line.name}
              </th>
            ))}
            {notesWithin(notes, shown.from, shown.to).length > 0 && (
              <th scope="col">{texts.charts.notes}</th>
            )}
          </tr>
        </thead>
        <tbody>
          <Parts {...props} />
        </tbody>
      </table>
    </div>
  );
}

/** Lists the newest part first. Leaves out parts without a value. */
function Parts({ measurement, lines, shown, notes }: ChartTableProps): VNode {
  const { format } = usePage();
  const isSummed = lines.some(({ series }) => series.columns !== undefined);
  const hasNotes = notesWithin(notes, shown.from, shown.to).length > 0;
  const parts = partsOf(shown, createZonedClock(format.timeZone), isSummed ? HOUR_MS : undefined);
  return (
    <>
      {parts.map(({ from, to }) => {
        const cells = lines.map(({ series }) => partOf(series, from, to));
        const noted = notesWithin(notes, from, to);
        if (cells.every(isEmpty) && noted.length === 0) return null;
        return (
          <tr key={from}>
            <th scope="row">{format.part(from, to, shown.to)}</th>
            {cells.map((cell, index) => (
              <td key={index} class="number">
                <Cell measurement={measurement} {...cell} />
              </td>
            ))}
            {hasNotes && <td>{noted.map(({ text }) => text).join(" · ")}</td>}
          </tr>
        );
      })}
    </>
  );
}

/** A line's values in a part of the range; undefined if the part has none. */
interface Part {
  readonly low: number | undefined;
  readonly high: number | undefined;
  /** An implausible value. */
  readonly fault: number | undefined;
}

function isEmpty({ low, fault }: Part): boolean {
  return low === undefined && fault === undefined;
}

function Cell({
  measurement,
  low,
  high,
  fault,
}: Part & { readonly measurement: Measurement }): VNode {
  const { texts, format } = usePage();
  const span =
    low === undefined || high === undefined
      ? "–"
      : low === high
        ? format.value(low, measurement)
        : texts.charts.tableCell(format.number(low, measurement), format.value(high, measurement));
  if (fault === undefined) return <>{span}</>;
  return (
    <>
      {low !== undefined && `${span}, `}
      <Sent measurement={measurement} value={fault} isExact />
    </>
  );
}

function partOf(series: Series, from: number, to: number): Part {
  const { times, values, faults, columns } = series;
  const fault = faults.find(({ at }) => at >= from && at < to)?.value;
  const within =
    columns === undefined
      ? values.slice(indexOfTime(times, from), indexOfTime(times, to))
      : columns
          // A day in UTC belongs to the local day of its middle.
          .filter(({ start, end }) => (start + end) / 2 >= from && (start + end) / 2 < to)
          .flatMap(({ low, high }) => [low, high]);
  if (within.length === 0) return { low: undefined, high: undefined, fault };
  return { low: Math.min(...within), high: Math.max(...within), fault };
}
