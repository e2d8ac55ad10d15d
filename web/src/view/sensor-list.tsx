/** The list of the sensors; its heads sort it. On a phone they stand in one line above the rows. */

import type { VNode } from "preact";
import type { Sensor } from "../model/farm";
import { COLUMNS } from "../model/sensor-list";
import type { Column, ListedSensor, SensorWish } from "../model/sensor-list";
import { useIsNarrow } from "./hooks";
import { usePage } from "./page";
import { SensorRow } from "./sensor-row";

export interface SensorListProps {
  readonly listed: readonly ListedSensor[];
  readonly wish: SensorWish;
  readonly onWish: (wish: SensorWish) => void;
  readonly onEdit: (sensor: Sensor) => void;
  readonly onSnippet: (sensor: Sensor) => void;
}

/** Uids are behind a tap on a phone: nobody sorts by what is not to be seen. */
const NARROW_COLUMNS = COLUMNS.filter((column) => column !== "uid");

export function SensorList({ listed, wish, onWish, onEdit, onSnippet }: SensorListProps): VNode {
  const { sensors } = usePage().speech.texts;
  const isNarrow = useIsNarrow();
  return (
    <div class="card table-card">
      <table class="sensor-list">
        <thead>
          <tr>
            {(isNarrow ? NARROW_COLUMNS : COLUMNS).map((column) => (
              <Head key={column} column={column} wish={wish} onWish={onWish} />
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
            <SensorRow
              key={one.sensor.uid}
              listed={one}
              isNarrow={isNarrow}
              onEdit={() => onEdit(one.sensor)}
              onSnippet={() => onSnippet(one.sensor)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps extends Pick<SensorListProps, "wish" | "onWish"> {
  readonly column: Column;
}

function Head({ column, wish, onWish }: HeadProps): VNode {
  const { sensors } = usePage().speech.texts;
  const names: Readonly<Record<Column, string>> = {
    name: sensors.name,
    uid: sensors.uid,
    greenhouse: sensors.greenhouse,
    reading: sensors.lastReading,
  };
  const isSorted = wish.column === column;
  const direction = wish.isDescending ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() => onWish({ ...wish, column, isDescending: isSorted && !wish.isDescending })}
      >
        {names[column]}
        <span class="sort-mark" aria-hidden="true">
          {isSorted ? (wish.isDescending ? "↓" : "↑") : ""}
        </span>
      </button>
    </th>
  );
}
