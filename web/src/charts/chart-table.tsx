/** The chart as a table, for screen readers: equal parts of the range, each with its lowest and highest values. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { ChartLine } from "../model/chart-line";
import type { Charted } from "../model/measurement";
import { indexOfTime } from "../model/series";
import type { Series } from "../model/series";
import type { Window } from "../model/time-range";
import { usePage } from "../shared/page";

const PARTS = 24;

export interface ChartTableProps {
  readonly measurement: Charted;
  readonly lines: readonly ChartLine[];
  readonly shown: Window;
}

export function ChartTable({ measurement, lines, shown }: ChartTableProps): VNode {
  const { texts } = usePage();
  const [isOpen, setOpen] = useState(false);
  const title = texts.charts.table(texts.measurements[measurement]);
  return (
    <details class="chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && (
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
              </tr>
            </thead>
            <tbody>
              <Parts measurement={measurement} lines={lines} shown={shown} />
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

/** The newest part first; parts without a value are left out. */
function Parts({ measurement, lines, shown }: ChartTableProps): VNode {
  const { texts, format } = usePage();
  const { charts } = texts;
  const length = (shown.to - shown.from) / PARTS;
  const rows = Array.from({ length: PARTS }, (_, index) => shown.to - (index + 1) * length);
  return (
    <>
      {rows.map((from) => {
        const cells = lines.map(({ series }) => extremesOf(series, from, from + length));
        if (cells.every((cell) => cell === undefined)) return null;
        return (
          <tr key={from}>
            <th scope="row">{format.full(from)}</th>
            {cells.map((cell, index) => (
              <td key={index} class="number">
                {cell === undefined
                  ? "–"
                  : cell.low === cell.high
                    ? format.value(cell.low, measurement)
                    : charts.tableCell(
                        format.number(cell.low, measurement),
                        format.value(cell.high, measurement),
                      )}
              </td>
            ))}
          </tr>
        );
      })}
    </>
  );
}

function extremesOf(
  { times, values }: Series,
  from: number,
  to: number,
): { readonly low: number; readonly high: number } | undefined {
  const within = values.slice(indexOfTime(times, from), indexOfTime(times, to));
  return within.length === 0 ? undefined : { low: Math.min(...within), high: Math.max(...within) };
}
