/** The newest value of each measurement, large enough to read at arm's length. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { counts } from "@greenhouse/domain/alerts/findings";
import { DERIVED, hasMedian } from "@greenhouse/domain/quantities/measurements";
import type { Quantity, Thresholds } from "@greenhouse/domain/quantities/measurements";
import { hasNightBounds } from "../model/plot/band";
import { SENSOR_ROLES } from "@greenhouse/domain/identity/sensor-records";
import type { Sensor } from "../model/farm/farm";
import type { SensorState } from "../model/values/latest";
import { cardOf, shownOf } from "../model/values/measurement";
import type { Charted } from "../model/values/measurement";
import { isolated } from "../model/farm/names";
import { alarmOf, countedFor, figureOf, headlineOf, newestReading } from "../model/values/summary";
import type { Alarm, Figure, Headline } from "../model/values/summary";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { Newest } from "../shared/values/newest";
import { usePage } from "../shared/hooks/page";
import { Value } from "../shared/values/value";
import {
  useAgeText,
  useBeyondText,
  useBoundsText,
  useFarText,
  useSpanText,
} from "../shared/values/words";

/** With more tiles than this, only the tiles of the card's quantities are large. */
const MAX_LARGE = 4;

export function Tiles(props: LiveGreenhouse): VNode {
  const { greenhouse } = usePage().texts;
  const [isOpen, setOpen] = useState(false);
  const { measured } = props.senders;
  const onCard = cardOf(props.greenhouse.card, shownOf(measured));
  const isLarge = (quantity: Charted): boolean =>
    measured.length <= MAX_LARGE || onCard.includes(quantity);
  const small = measured.filter((quantity) => !isLarge(quantity));
  const tilesOf = (quantities: readonly Charted[]): VNode[] =>
    quantities.map((measurement) => (
      <Tile key={measurement} measurement={measurement} {...props} />
    ));
  return (
    <>
      <div class={`tiles ${isOpen ? "is-open" : ""}`}>{tilesOf(measured.filter(isLarge))}</div>
      {small.length > 0 && (
        <div class={`tiles small-tiles ${isOpen ? "is-open" : ""}`}>{tilesOf(small)}</div>
      )}
      {/* If all tiles are large, the button is only needed on a phone. */}
      <button
        type="button"
        class={`button quiet tiles-more ${small.length > 0 ? "has-small" : ""}`}
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

/** Shows a quantity. Small tiles, and all tiles on a phone, hide `tile-more` until a person asks for it. */
function Tile({ measurement, ...live }: TileProps): VNode {
  const { greenhouse, sensors, states, findings, isNight } = live;
  const { texts, format } = usePage();
  const counted = countedFor(measurement, live);
  const figure = figureOf(counted, measurement);
  const newest = newestReading(counted, [measurement]);
  const isSummarized = hasMedian(measurement);
  const count = figure?.uids.length ?? 0;
  const spanText = useSpanText();
  const ageOf = useAgeText();
  const { thresholds } = greenhouse;
  const threshold = useThreshold({ quantity: measurement, thresholds, isNight });
  const alarm = alarmOf(measurement, figure, findings, thresholds, isNight);
  const headline = figure && headlineOf(figure, alarm);
  const far = useFarText()(figure, measurement, sensors);
  const statesOf = (listed: readonly Sensor[]): SensorState[] =>
    listed.flatMap(({ uid }) => states.get(uid) ?? []);
  const nameOf = (uid: string): string => sensors.find((sensor) => sensor.uid === uid)?.name ?? uid;
  // Sensors outside the figure are listed by their role. Without a median, the other sensors are listed by name.
  const apart = SENSOR_ROLES.filter((role) => !counts(measurement, role)).map((role) => ({
    name: texts.sensorRoles[role],
    states: statesOf(sensors.filter((sensor) => sensor.role === role)),
  }));
  const alone = counted.filter(({ uid }) => !isSummarized && uid !== figure?.uids[0]);
  const others = [
    ...apart,
    ...alone.map((state) => ({ name: nameOf(state.uid), states: [state] })),
  ];
  return (
    <section class="card tile" aria-label={texts.measurements[measurement]}>
      <h2 class="label">{texts.shortMeasurements[measurement]}</h2>
      <Value measurement={measurement} headline={headline} />
      <div class="tile-words">
        {newest && (
          <p class="quiet tile-age">
            {!isSummarized && `${isolated(nameOf(newest.state.uid))} · `}
            {ageOf({ ...newest.state, at: newest.at })}
          </p>
        )}
        {!newest && figure && <p class="quiet">{texts.freshness.untimed}</p>}
        <AlarmWords {...alarm} headline={headline} />
        {headline?.sensor && (
          <p class="quiet pieces">
            <span>{texts.greenhouse.median(count)}</span>
            <b>{figure && format.value(figure.value, measurement)}</b>
          </p>
        )}
        {far && !headline?.sensor && <p class="quiet tile-far">{far}</p>}
      </div>
      <div class="tile-more">
        {figure && count > 1 && !headline?.sensor && (
          <p class="quiet pieces">
            <span>{texts.greenhouse.median(count)}</span>
            <span>{spanText(figure, measurement, true)}</span>
          </p>
        )}
        {newest && <Newest newest={newest} sensors={sensors} />}
        {threshold && <p class="quiet">{threshold}</p>}
        {measurement === "humidity" &&
          DERIVED.map((quantity) => (
            <DerivedValue key={quantity} quantity={quantity} {...{ live, thresholds, isNight }} />
          ))}
        {others.map(({ name, states }) => {
          const figure = figureOf(states, measurement);
          return (
            figure?.isLive && <NamedValue key={name} quantity={measurement} {...{ name, figure }} />
          );
        })}
      </div>
    </section>
  );
}

interface QuantityProps {
  readonly quantity: Quantity;
  readonly thresholds: Thresholds;
  readonly isNight: boolean;
}

/** Describes the current limits; undefined without limits. */
function useThreshold({ quantity, thresholds, isNight }: QuantityProps): string | undefined {
  const { greenhouse } = usePage().texts;
  const bounds = thresholds[quantity] ?? {};
  const text = useBoundsText()(quantity, bounds, isNight);
  if (text === undefined) return undefined;
  const isOfNight = isNight && hasNightBounds(bounds);
  return isOfNight ? greenhouse.thresholdAtNight(text) : greenhouse.threshold(text);
}

interface AlarmWordsProps extends Alarm {
  readonly headline: Headline | undefined;
}

/** Says in words what the colour shows: how the figure is out of bounds, and which sensor has the worst value. */
function AlarmWords({ own, worst, headline }: AlarmWordsProps): VNode {
  const textOf = useBeyondText();
  const { format } = usePage();
  return (
    <>
      {own && <p class="out">{textOf(own)}</p>}
      {worst && (
        <p class="out">
          <bdi>{worst.sensor.name}</bdi>
          {headline?.sensor === undefined && (
            <>
              {" "}
              <b>{format.value(worst.value, worst.measurement, worst.bound)}</b>
            </>
          )}
          {own?.kind !== worst.kind && `, ${textOf(worst)}`}
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
  /** The bound, if the value is beyond it. */
  readonly bound?: number | undefined;
}

function NamedValue({ name, quantity, figure, threshold, bound }: NamedValueProps): VNode | null {
  const { format } = usePage();
  if (figure === undefined) return null;
  return (
    <p class="quiet pieces">
      <span>
        <bdi>{name}</bdi> <b>{format.value(figure.value, quantity, bound)}</b>
      </span>
      {threshold && <span>{threshold}</span>}
    </p>
  );
}

interface DerivedValueProps extends QuantityProps {
  readonly live: LiveGreenhouse;
}

/** Shown in small type below the humidity from which it is computed. */
function DerivedValue({ live, ...props }: DerivedValueProps): VNode {
  const { texts } = usePage();
  const { quantity, thresholds, isNight } = props;
  const figure = figureOf(countedFor(quantity, live), quantity);
  const threshold = useThreshold(props);
  const alarm = alarmOf(quantity, figure, live.findings, thresholds, isNight);
  const bound = alarm.own?.bound;
  return (
    <>
      <NamedValue name={texts.measurements[quantity]} {...{ quantity, figure, threshold, bound }} />
      <AlarmWords {...alarm} headline={undefined} />
    </>
  );
}
