/** The newest value of each measurement, large enough to read at arm's length. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { DERIVED } from "../../../domain/src/measurements";
import type { Quantity, Thresholds } from "../../../domain/src/measurements";
import { hasNightBounds } from "../model/band";
import type { Sensor } from "../model/farm";
import type { SensorState } from "../model/latest";
import type { Charted } from "../model/measurement";
import { alarmOf, figureOf, newestReading } from "../model/summary";
import type { Alarm, Figure } from "../model/summary";
import type { LiveGreenhouse } from "../shared/farm";
import { Newest } from "../shared/newest";
import { usePage } from "../shared/page";
import { Value } from "../shared/value";
import { useAgeText, useBeyondText, useBoundsText, useSpanText } from "../shared/words";

export function Tiles(props: LiveGreenhouse): VNode {
  const { greenhouse } = usePage().texts;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div class={`tiles ${isOpen ? "is-open" : ""}`}>
        {props.watch.measured.map((measurement) => (
          <Tile key={measurement} measurement={measurement} {...props} />
        ))}
      </div>
      {/* On a phone alone. */}
      <button
        type="button"
        class="button quiet tiles-more"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? greenhouse.lessValues : greenhouse.moreValues}
      </button>
    </>
  );
}

interface TileProps extends LiveGreenhouse {
  readonly measurement: Charted;
}

/** On a phone without `tile-more`, until that is asked for. */
function Tile({ measurement, ...live }: TileProps): VNode {
  const { greenhouse, sensors, states, air, attention, isNight } = live;
  const { texts } = usePage();
  const figure = figureOf(air, measurement);
  const newest = newestReading(air, [measurement]);
  const count = figure?.uids.length ?? 0;
  const spanText = useSpanText();
  const ageOf = useAgeText();
  const { thresholds } = greenhouse;
  const threshold = useThreshold({ quantity: measurement, thresholds, isNight });
  const alarm = alarmOf(measurement, figure, attention, thresholds, isNight);
  return (
    <section class="card tile" aria-label={texts.measurements[measurement]}>
      <h2 class="label">{texts.measurements[measurement]}</h2>
      <Value measurement={measurement} figure={figure} isOut={alarm.own !== undefined} />
      <div class="tile-words">
        {newest && <p class="quiet tile-age">{ageOf({ ...newest.state, at: newest.at })}</p>}
        {!newest && figure && <p class="quiet">{texts.freshness.untimed}</p>}
        <AlarmWords {...alarm} />
        {figure && <FarWords {...{ measurement, figure, sensors }} />}
      </div>
      <div class="tile-more">
        {figure && count > 1 && (
          <p class="quiet pieces">
            <span>{texts.greenhouse.median(count)}</span>
            <span>{spanText(figure, measurement, true)}</span>
          </p>
        )}
        {newest && <Newest newest={newest} sensors={sensors} />}
        {threshold && <p class="quiet">{threshold}</p>}
        {measurement === "humidity" &&
          DERIVED.map((quantity) => (
            <DerivedValue
              key={quantity}
              quantity={quantity}
              {...{ air, attention, thresholds, isNight }}
            />
          ))}
        {(["soil", "outdoor"] as const).map((role) => {
          const own = sensors.flatMap((one) => (one.role === role && states.get(one.uid)) || []);
          const figure = figureOf(own, measurement);
          const name = texts.sensorRoles[role];
          return (
            figure?.isLive && <NamedValue key={role} quantity={measurement} {...{ name, figure }} />
          );
        })}
      </div>
    </section>
  );
}

interface FarWordsProps {
  readonly measurement: Charted;
  readonly figure: Figure;
  readonly sensors: readonly Sensor[];
}

/** Which sensors the median leaves out. */
function FarWords({ measurement, figure, sensors }: FarWordsProps): VNode | null {
  const { texts, format } = usePage();
  const [first] = figure.far;
  if (first === undefined) return null;
  const name = sensors.find(({ uid }) => uid === first.uid)?.name ?? first.uid;
  const value = format.value(first.value, measurement);
  return (
    <p class="quiet tile-far">
      {texts.greenhouse.without(name, value)}
      {figure.far.length > 1 && `, ${texts.farm.more(figure.far.length - 1)}`}
    </p>
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

/** In addition to the colour: how the figure is out of bounds, or the sensor with the worst value. */
function AlarmWords({ own, worst }: Alarm): VNode {
  const textOf = useBeyondText();
  const { format } = usePage();
  return (
    <>
      {own && <p class="out">{textOf(own)}</p>}
      {!own && worst && (
        <p class="out">
          <bdi>{worst.sensor.name}</bdi> <b>{format.value(worst.value, worst.measurement)}</b>,{" "}
          {textOf(worst)}
        </p>
      )}
    </>
  );
}

interface NamedValueProps {
  readonly name: string;
  readonly quantity: Quantity;
  readonly figure: Figure | undefined;
  readonly threshold?: string | undefined;
}

function NamedValue({ name, quantity, figure, threshold }: NamedValueProps): VNode | null {
  const { format } = usePage();
  if (figure === undefined) return null;
  return (
    <p class="quiet pieces">
      <span>
        {name} <b>{format.value(figure.value, quantity)}</b>
      </span>
      {threshold && <span>{threshold}</span>}
    </p>
  );
}

interface DerivedValueProps extends QuantityProps {
  readonly air: readonly SensorState[];
  readonly attention: LiveGreenhouse["attention"];
}

/** Shown in small type below the humidity from which it is computed. */
function DerivedValue({ air, attention, ...props }: DerivedValueProps): VNode {
  const { texts } = usePage();
  const { quantity, thresholds, isNight } = props;
  const figure = figureOf(air, quantity);
  const threshold = useThreshold(props);
  return (
    <>
      <NamedValue name={texts.measurements[quantity]} {...{ quantity, figure, threshold }} />
      <AlarmWords {...alarmOf(quantity, figure, attention, thresholds, isNight)} />
    </>
  );
}
