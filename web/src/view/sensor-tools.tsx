/** Looks for sensors among many: by what is typed, or those that need attention or are not linked. */

import type { VNode } from "preact";
import { isAmong, SHOWN } from "../model/sensor-list";
import type { ListedSensor, SensorWish } from "../model/sensor-list";
import { Field } from "./controls";
import { usePage } from "./page";

export interface SensorToolsProps {
  readonly all: readonly ListedSensor[];
  /** How many are listed. */
  readonly found: number;
  readonly wish: SensorWish;
  readonly onWish: (wish: SensorWish) => void;
}

export function SensorTools({ all, found, wish, onWish }: SensorToolsProps): VNode {
  const { speech, format } = usePage();
  const { sensors } = speech.texts;
  return (
    <div class="sensor-tools">
      <Field
        label={sensors.search}
        isLabelHidden
        type="search"
        placeholder={sensors.searchShort}
        value={wish.text}
        onValue={(text) => onWish({ ...wish, text })}
      />
      <div class="segments" role="group" aria-label={sensors.filter}>
        {SHOWN.map((shown) => (
          <button
            key={shown}
            type="button"
            aria-pressed={shown === wish.shown}
            onClick={() => onWish({ ...wish, shown })}
          >
            {sensors.shown[shown]}{" "}
            <span class="amount">
              {format.count(all.filter((one) => isAmong(shown, one)).length)}
            </span>
          </button>
        ))}
      </div>
      <p class="visually-hidden" role="status">
        {sensors.found(format.count(found), format.count(all.length))}
      </p>
    </div>
  );
}
