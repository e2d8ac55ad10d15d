/** The list of the sensors, which column headers sort. On a phone, the headers are a single line above the rows. */

import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Sensor } from "../model/farm/farm";
import { COLUMNS, searchOf } from "../model/farm/sensor-list";
import type { Column, ListedSensor, SensorFilter } from "../model/farm/sensor-list";
import { Button } from "../shared/controls/controls";
import { useIsNarrow, useNear } from "../shared/hooks/hooks";
import { useAction, useSame } from "../shared/hooks/stable";
import { SensorRow } from "./sensor-row";
import { useSensorTexts } from "../text/sensors";

export interface SensorListProps {
  readonly listed: readonly ListedSensor[];
  readonly filter: SensorFilter;
  readonly onFilter: (filter: SensorFilter) => void;
  readonly onEdit: (sensor: Sensor) => void;
  readonly onSnippet: (sensor: Sensor) => void;
}

/** On a phone, the other columns are hidden until a row is tapped, so sorting by them is not offered. */
const NARROW_COLUMNS = COLUMNS.filter((column) => column !== "uid" && column !== "battery");

export function SensorList({
  listed,
  filter,
  onFilter,
  onEdit,
  onSnippet,
}: SensorListProps): VNode {
  const sensors = useSensorTexts();
  const isNarrow = useIsNarrow();
  // A new order or search starts with a few rows again.
  const order = searchOf(filter);
  const [grown, setGrown] = useState({ order, rows: ROWS });
  const rows = grown.order === order ? grown.rows : ROWS;
  const more = (): void => setGrown({ order, rows: rows + ROWS });
  return (
    <div class="card table-card">
      <table class="sensor-list">
        <thead>
          <tr>
            {(isNarrow ? NARROW_COLUMNS : COLUMNS).map((column) => (
              <Head key={column} column={column} filter={filter} onFilter={onFilter} />
            ))}
            {!isNarrow && (
              <th scope="col">
                <span class="visually-hidden">{sensors.actionsTitle}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {listed.slice(0, rows).map((row) => (
            <KeptRow key={row.sensor.uid} {...{ listed: row, isNarrow, onEdit, onSnippet }} />
          ))}
        </tbody>
      </table>
      {listed.length > rows && (
        <More key={`${order} ${rows}`} hidden={listed.length - rows} onMore={more} />
      )}
    </div>
  );
}

/**
 * The number of rows that are added while the end of the list is close to the screen. On a phone, twenty rows take 0.2
 * s.
 */
const ROWS = 6;
/** Closer than this counts as close to the screen. */
const NEAR = "300px";

/** About the height of a row on a phone, in pixels. */
const ROW_HEIGHT = 61;

interface MoreProps {
  /** The number of rows that are not rendered yet. */
  readonly hidden: number;
  readonly onMore: () => void;
}

/** Sorting renders only a few rows at first. Without the height of the others, a scrolled page would jump. */
function More({ hidden, onMore }: MoreProps): VNode {
  const { showMore } = useSensorTexts();
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place, NEAR);
  const showMoreRows = useAction(onMore);
  useEffect(() => {
    if (isNear) showMoreRows();
  }, [isNear, showMoreRows]);
  return (
    <div
      ref={place}
      class="more-rows"
      style={{ minHeight: `min(100vh, ${hidden * ROW_HEIGHT}px)` }}
    >
      <Button kind="quiet" onClick={onMore}>
        {showMore}
      </Button>
    </div>
  );
}

interface KeptRowProps extends Pick<SensorListProps, "onEdit" | "onSnippet"> {
  readonly listed: ListedSensor;
  readonly isNarrow: boolean;
}

/** Rendered again only if its content changed. Otherwise the page would render hundreds of rows every few seconds. */
function KeptRow({ listed, isNarrow, onEdit, onSnippet }: KeptRowProps): VNode {
  const content = useSame({ listed, isNarrow });
  const edit = useAction(() => onEdit(listed.sensor));
  const showSnippet = useAction(() => onSnippet(listed.sensor));
  return useMemo(
    () => <SensorRow {...content} onEdit={edit} onSnippet={showSnippet} />,
    [content, edit, showSnippet],
  );
}

interface HeadProps extends Pick<SensorListProps, "filter" | "onFilter"> {
  readonly column: Column;
}

function Head({ column, filter, onFilter }: HeadProps): VNode {
  const sensors = useSensorTexts();
  const names: Readonly<Record<Column, string>> = {
    name: sensors.name,
    uid: sensors.uid,
    greenhouse: sensors.greenhouse,
    battery: sensors.battery,
    reading: sensors.lastReading,
  };
  const isSorted = filter.column === column;
  const direction = filter.isDescending ? "descending" : "ascending";
  const sort = (): void =>
    onFilter({ ...filter, column, isDescending: isSorted && !filter.isDescending });
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      {/* Sorts in a separate task, so that the button reacts at once. */}
      <button type="button" class="sort" onClick={() => setTimeout(sort)}>
        {names[column]}
        <span class="sort-mark" aria-hidden="true">
          {isSorted ? (filter.isDescending ? "↓" : "↑") : ""}
        </span>
      </button>
    </th>
  );
}
