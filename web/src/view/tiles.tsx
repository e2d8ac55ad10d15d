/** The newest value of each measurement, large enough to read at arm's length. */

import type { VNode } from "preact";
import type { Greenhouse, Sensor } from "../model/farm";
import { newestValue } from "../model/latest";
import type { SensorState } from "../model/latest";
import { CHARTED } from "../model/measurement";
import type { Charted } from "../model/measurement";
import { useBoundsText } from "./bounds-text";
import { useNow } from "./hooks";
import { usePage } from "./page";
import { Value } from "./value";
import { useAgeText } from "./age";

export interface TilesProps {
  readonly greenhouse: Greenhouse;
  readonly sensors: readonly Sensor[];
  readonly states: ReadonlyMap<string, SensorState>;
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
}: TilesProps & { readonly measurement: Charted }): VNode {
  const { speech, format } = usePage();
  const { texts } = speech;
  const now = useNow();
  const ageOf = useAgeText();
  const all = [...states.values()];
  const latest = newestValue(all, measurement);
  const name = sensors.find(({ uid }) => uid === latest?.state.uid)?.name;
  const fresh = all.flatMap((state) => {
    const value = state.values[measurement]?.value;
    return value === undefined || state.freshness !== "fresh" ? [] : [value];
  });
  const bounds = useBoundsText()(measurement, greenhouse.thresholds[measurement]);
  return (
    <section class="card tile" aria-label={texts.measurements[measurement]}>
      <h2 class="label">{texts.measurements[measurement]}</h2>
      <Value measurement={measurement} latest={latest} />
      <p class="tile-age">
        {latest && (
          <>
            <span>{name}</span> <span>{ageOf(latest.state, now)}</span>
          </>
        )}
      </p>
      <p class="quiet">
        {fresh.length > 1 &&
          texts.greenhouse.range(
            format.number(Math.min(...fresh), measurement),
            format.value(Math.max(...fresh), measurement),
            fresh.length,
          )}
      </p>
      <p class="quiet">{bounds && texts.greenhouse.threshold(bounds)}</p>
    </section>
  );
}
