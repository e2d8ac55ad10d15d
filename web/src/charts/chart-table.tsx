/**
 * The chart as a table for screen readers. The table divides the range into hours, days or other parts, each with
 * its lowest and highest values and faults.
 */

import type { FunctionComponent, VNode } from "preact";
import { useState } from "preact/hooks";
import { Lazy } from "../shared/hooks/lazy";
import { usePage } from "../shared/hooks/page";
import type { ChartTableProps } from "./chart-table-body";

const BODY = (): Promise<FunctionComponent<ChartTableProps>> =>
  import("./chart-table-body").then((module) => module.ChartTableBody);

export function ChartTable(props: ChartTableProps): VNode {
  const { texts } = usePage();
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.charts.table(texts.measurements[props.measurement])}</summary>
      {isOpen && (
        <Lazy load={BODY} props={props}>
          <p class="quiet">{texts.loading}</p>
        </Lazy>
      )}
    </details>
  );
}
