/** The newest value of each measurement, large enough to read at arm's length. */

import type { VNode } from "preact";
import type { Greenhouse, Sensor } from "../model/farm";
import type { SensorState } from "../model/latest";
import { CHARTED } from "../model/measurement";
import type { Charted } from "../model/measurement";
import { figureOf, newestReading } from "../model/summary";
import { useBoundsText } from "./bounds-text";
import { Newest } from "./newest";
import { usePage } from "./page";
import { Value } from "./value";

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
  const all = [...states.values()];
  const figure = figureOf(all, measurement);
  const newest = newestReading(all, [measurement]);
  const count = figure?.uids.length ?? 0;
  const bounds = useBoundsText()(measurement, greenhouse.thresholds[measurement]);
  return (
    <section class="card tile" aria-label={texts.measurements[measurement]}>
      <h2 class="label">{texts.measurements[measurement]}</h2>
      <Value measurement={measurement} figure={figure} />
      <div class="tile-words">
        {figure && count > 1 && (
          <p class="quiet pieces">
            <span>{texts.greenhouse.median(count)}</span>
            <span>
              {texts.greenhouse.span(
                format.number(figure.low, measurement),
                format.value(figure.high, measurement),
              )}
            </span>
          </p>
        )}
        {newest && <Newest newest={newest} sensors={sensors} />}
        {bounds && <p class="quiet">{texts.greenhouse.threshold(bounds)}</p>}
      </div>
    </section>
  );
}
