/** The newest value of each measurement, large enough to read at arm's length. */

import type { VNode } from "preact";
import { DERIVED } from "../../../domain/src/measurements";
import type { Quantity, Thresholds } from "../../../domain/src/measurements";
import { hasNightBounds } from "../model/band";
import type { SensorState } from "../model/latest";
import type { Charted } from "../model/measurement";
import { figureOf, newestReading } from "../model/summary";
import type { LiveGreenhouse } from "../shared/farm";
import { Newest } from "../shared/newest";
import { usePage } from "../shared/page";
import { Value } from "../shared/value";
import { useBoundsText, useSpanText } from "../shared/words";

export function Tiles(props: LiveGreenhouse): VNode {
  return (
    <div class="tiles">
      {props.watch.measured.map((measurement) => (
        <Tile key={measurement} measurement={measurement} {...props} />
      ))}
    </div>
  );
}

interface TileProps extends LiveGreenhouse {
  readonly measurement: Charted;
}

function Tile({ measurement, greenhouse, sensors, air, isNight }: TileProps): VNode {
  const { texts } = usePage();
  const figure = figureOf(air, measurement);
  const newest = newestReading(air, [measurement]);
  const count = figure?.uids.length ?? 0;
  const spanText = useSpanText();
  const { thresholds } = greenhouse;
  const threshold = useThreshold({ quantity: measurement, thresholds, isNight });
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
        {!newest && figure && <p class="quiet">{texts.freshness.olderThan}</p>}
        {threshold && <p class="quiet">{threshold}</p>}
      </div>
      {measurement === "humidity" && (
        <div class="derived">
          {DERIVED.map((quantity) => (
            <DerivedValue key={quantity} quantity={quantity} {...{ air, thresholds, isNight }} />
          ))}
        </div>
      )}
    </section>
  );
}

interface QuantityProps {
  readonly quantity: Quantity;
  readonly thresholds: Thresholds;
  readonly isNight: boolean;
}

/** What the value should be now; undefined without a threshold. */
function useThreshold({ quantity, thresholds, isNight }: QuantityProps): string | undefined {
  const { greenhouse } = usePage().texts;
  const bounds = thresholds[quantity] ?? {};
  const text = useBoundsText()(quantity, bounds, isNight);
  if (text === undefined) return undefined;
  const isOfNight = isNight && hasNightBounds(bounds);
  return isOfNight ? greenhouse.thresholdAtNight(text) : greenhouse.threshold(text);
}

interface DerivedValueProps extends QuantityProps {
  readonly air: readonly SensorState[];
}

/** Small, below the humidity that it is computed from. */
function DerivedValue({ air, ...props }: DerivedValueProps): VNode | null {
  const { texts, format } = usePage();
  const { quantity } = props;
  const figure = figureOf(air, quantity);
  const threshold = useThreshold(props);
  if (figure === undefined) return null;
  return (
    <p class="quiet pieces">
      <span>
        {texts.measurements[quantity]} <b>{format.value(figure.value, quantity)}</b>
      </span>
      {threshold && <span>{threshold}</span>}
    </p>
  );
}
