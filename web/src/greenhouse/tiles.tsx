/** The newest value of each measurement, large enough to read at arm's length. */

import type { VNode } from "preact";
import { CHARTED } from "../model/measurement";
import type { Charted } from "../model/measurement";
import { figureOf, newestReading } from "../model/summary";
import type { LiveGreenhouse } from "../shared/farm";
import { Newest, NewestSkeleton } from "../shared/newest";
import { usePage } from "../shared/page";
import { Value } from "../shared/value";
import { useBoundsText, useSpanText } from "../shared/words";

export function Tiles(props: LiveGreenhouse): VNode {
  return (
    <div class="tiles">
      {CHARTED.map((measurement) => (
        <Tile key={measurement} measurement={measurement} {...props} />
      ))}
    </div>
  );
}

interface TileProps extends LiveGreenhouse {
  readonly measurement: Charted;
}

function Tile({ measurement, greenhouse, watch, sensors, states }: TileProps): VNode {
  const { texts } = usePage();
  const all = [...states.values()];
  const figure = figureOf(all, measurement);
  const newest = newestReading(all, [measurement]);
  const count = figure?.uids.length ?? 0;
  const spanText = useSpanText();
  const bounds = useBoundsText()(measurement, greenhouse.thresholds[measurement]);
  return (
    <section class="card tile" aria-label={texts.measurements[measurement]}>
      <h2 class="label">{texts.measurements[measurement]}</h2>
      <Value measurement={measurement} figure={figure} />
      <div class="tile-words">
        {figure && count > 1 && (
          <p class="quiet pieces">
            <span>{texts.greenhouse.median(count)}</span>
            <span>{spanText(figure, measurement, true)}</span>
          </p>
        )}
        {newest && <Newest newest={newest} sensors={sensors} />}
        {!newest && figure && !watch.isDayRead && <NewestSkeleton />}
        {bounds && <p class="quiet">{texts.greenhouse.threshold(bounds)}</p>}
      </div>
    </section>
  );
}
