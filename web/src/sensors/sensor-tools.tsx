/** Filters the list of sensors: by text, by problems and states, or by missing assignment. */

import type { VNode } from "preact";
import { offeredFilters } from "../model/farm/sensor-list";
import type { ListedSensor, SensorFilter } from "../model/farm/sensor-list";
import { Field } from "../shared/controls/controls";
import { usePage } from "../shared/hooks/page";
import { useSensorTexts } from "../text/sensors";

export interface SensorToolsProps {
  readonly all: readonly ListedSensor[];
  /** The number of sensors that match. */
  readonly found: number;
  readonly filter: SensorFilter;
  readonly onFilter: (filter: SensorFilter) => void;
}

export function SensorTools({ all, found, filter, onFilter }: SensorToolsProps): VNode {
  const { format } = usePage();
  const sensors = useSensorTexts();
  return (
    <div class="sensor-tools">
      <Field
        label={sensors.search}
        isLabelHidden
        type="search"
        placeholder={sensors.searchShort}
        value={filter.text}
        onValue={(text) => onFilter({ ...filter, text })}
      />
      <div class="segments" role="group" aria-label={sensors.filter}>
        {offeredFilters(all, filter.shown).map(([shown, count]) => {
          const isChosen = shown === filter.shown;
          return (
            <button
              key={shown}
              type="button"
              aria-pressed={isChosen}
              // There is nothing to show.
              disabled={count === 0 && !isChosen}
              onClick={() => onFilter({ ...filter, shown })}
            >
              {sensors.shown[shown]} <span class="amount">{format.count(count)}</span>
            </button>
          );
        })}
      </div>
      <p class="visually-hidden" role="status">
        {sensors.found(format.count(found), format.count(all.length))}
      </p>
    </div>
  );
}
