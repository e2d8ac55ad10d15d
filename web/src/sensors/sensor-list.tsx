/** The list of the sensors; its column heads sort it. On a phone they are one line above the rows. */

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { Sensor } from "../model/farm";
import { COLUMNS } from "../model/sensor-list";
import type { Column, ListedSensor, SensorFilter } from "../model/sensor-list";
import { useIsNarrow } from "../shared/hooks";
import { SensorRow } from "./sensor-row";
import { useSensorTexts } from "./sensor-texts";

export interface SensorListProps {
  readonly listed: readonly ListedSensor[];
  readonly filter: SensorFilter;
  readonly onFilter: (filter: SensorFilter) => void;
  readonly onEdit: (sensor: Sensor) => void;
  readonly onSnippet: (sensor: Sensor) => void;
}

/** On a phone, uids are hidden until a tap: nobody sorts by them. */
const NARROW_COLUMNS = COLUMNS.filter((column) => column !== "uid");

export function SensorList({
  listed,
  filter,
  onFilter,
  onEdit,
  onSnippet,
}: SensorListProps): VNode {
  const sensors = useSensorTexts();
  const isNarrow = useIsNarrow();
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
                <span class="visually-hidden">{sensors.actions("")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {listed.map((one) => (
            <KeptRow key={one.sensor.uid} {...{ listed: one, isNarrow, onEdit, onSnippet }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface KeptRowProps extends Pick<SensorListProps, "onEdit" | "onSnippet"> {
  readonly listed: ListedSensor;
  readonly isNarrow: boolean;
}

/** Drawn anew only when what it shows has changed: there may be hundreds, and the clock ticks. */
function KeptRow({ listed, isNarrow, onEdit, onSnippet }: KeptRowProps): VNode {
  const { sensor } = listed;
  return useMemo(
    () => (
      <SensorRow
        listed={listed}
        isNarrow={isNarrow}
        onEdit={() => onEdit(sensor)}
        onSnippet={() => onSnippet(sensor)}
      />
    ),
    [JSON.stringify(listed), isNarrow],
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
    reading: sensors.lastReading,
  };
  const isSorted = filter.column === column;
  const direction = filter.isDescending ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() =>
          onFilter({ ...filter, column, isDescending: isSorted && !filter.isDescending })
        }
      >
        {names[column]}
        <span class="sort-mark" aria-hidden="true">
          {isSorted ? (filter.isDescending ? "↓" : "↑") : ""}
        </span>
      </button>
    </th>
  );
}
