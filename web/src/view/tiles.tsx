/** The newest value of each measurement, large enough to read at arm's length. */

import type { VNode } from "preact";
import type { Greenhouse, Sensor } from "../model/farm";
import type { SensorState } from "../model/latest";
import { CHARTED } from "../model/measurement";
import type { Charted } from "../model/measurement";
import { figureOf, newestReading } from "../model/summary";
import { useBoundsText } from "./bounds-text";
import { Newest, NewestToCome } from "./newest";
import { usePage } from "./page";
import { useSpanText } from "./span-text";
import { Value } from "./value";

export interface TilesProps {
  readonly greenhouse: Greenhouse;
  readonly sensors: readonly Sensor[];
  readonly states: ReadonlyMap<string, SensorState>;
  /** Whether the newest readings' times are known. */
  readonly isDayRead: boolean;
}

export function Tiles(props: TilesProps): VNode {
  return (
    <div class="tiles">
      {CHARTED.map((measurement) => (
        <Tile key={measurement} measurement={measurement} {...props} />
      ))}
    </div>
  );
}

function Tile({
  measurement,
  greenhouse,
  sensors,
  states,
  isDayRead,
}: TilesProps & { readonly measurement: Charted }): VNode {
  const { texts } = usePage().speech;
  const all = [...states.values()];
  const figure = figureOf(all, measurement);
  const newest = newestReading(all, [measurement]);
  const count = figure?.uids.length ?? 0;
  const spanText = useSpanText({ hasUnit: true });
  const bounds = useBoundsText()(measurement, greenhouse.thresholds[measurement]);
  return (
    <section class="card tile" aria-label={texts.measurements[measurement]}>
      <h2 class="label">{texts.measurements[measurement]}</h2>
      <Value measurement={measurement} figure={figure} />
      <div class="tile-words">
        {figure && count > 1 && (
          <p class="quiet pieces">
            <span>{texts.greenhouse.median(count)}</span>
            <span>{spanText(figure, measurement)}</span>
          </p>
        )}
        {newest && <Newest newest={newest} sensors={sensors} />}
        {!newest && figure && !isDayRead && <NewestToCome />}
        {bounds && <p class="quiet">{texts.greenhouse.threshold(bounds)}</p>}
      </div>
    </section>
  );
}
