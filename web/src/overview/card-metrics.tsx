/** The values on a card: the current value, and the last day with its low and high. */

import { DAY_MS } from "@greenhouse/domain/time";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { counts } from "@greenhouse/domain/alerts/findings";
import type { Measured } from "@greenhouse/domain/alerts/condition";
import { boundsAt, hasMedian } from "@greenhouse/domain/quantities/measurements";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { extremesOf } from "../model/days/day";
import type { Extreme } from "../model/days/day";
import { dayHours } from "../model/days/last-day";
import type { LastDay } from "../model/days/last-day";
import { bandsIn } from "../model/plot/band";
import type { Shown } from "../model/values/measurement";
import { isNow } from "../model/values/moments";
import { alarmOf, countedFor, headlineOf } from "../model/values/summary";
import type { Figure } from "../model/values/summary";
import { useFarm } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { useNow } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useSame } from "../shared/hooks/stable";
import { Value } from "../shared/values/value";
import { useBeyondText, useFarText, useSpanText } from "../shared/values/words";
import type { CardFigure } from "./card-figures";
import { useLastDay } from "./last-day";
import { Sparkline } from "./sparkline";

export interface MetricsProps extends LiveGreenhouse {
  readonly measured: readonly CardFigure[];
  /** The quantities with a day. */
  readonly quantities: readonly Quantity[];
}

export function Metrics({ measured, quantities, ...live }: MetricsProps): VNode {
  const day = useLastDay(live, quantities);
  return (
    <div class="metrics" aria-busy={!day.isRead}>
      {measured.map((metric) => (
        <div key={metric.measurement} class="metric">
          <MetricNow {...live} {...metric} />
          {hasMedian(metric.measurement) && <MetricDay {...live} {...metric} day={day} />}
        </div>
      ))}
    </div>
  );
}

interface MetricProps extends LiveGreenhouse {
  readonly measurement: Shown;
  readonly figure: Figure;
}

function MetricNow(props: MetricProps): VNode {
  const { measurement, figure, greenhouse, findings, isNight } = props;
  const beyondText = useBeyondText();
  const alarm = alarmOf(measurement, figure, findings, greenhouse.thresholds, isNight);
  const { own, worst } = alarm;
  const headline = headlineOf(figure, alarm);
  return (
    <div class="metric-now">
      <p class="label">{usePage().texts.shortMeasurements[measurement]}</p>
      <Value measurement={measurement} headline={headline} isSmall />
      {/* Other quantities say this next to their day. */}
      {own && !hasMedian(measurement) && <p class="metric-note out">{beyondText(own)}</p>}
      {headline.sensor && worst ? (
        <p class="metric-note out">
          <bdi>{headline.sensor.name}</bdi>
          {!hasMedian(measurement) && `, ${beyondText(worst)}`}
        </p>
      ) : (
        <MetricNote {...props} />
      )}
    </div>
  );
}

interface MetricDayProps extends MetricProps {
  readonly day: LastDay;
}

function MetricDay({ measurement, figure, day, ...live }: MetricDayProps): VNode {
  const { texts, format } = usePage();
  const { place } = useFarm();
  const now = useNow();
  const { greenhouse, isNight } = live;
  const counted = countedFor(measurement, live).map(({ uid }) => uid);
  const uids = useSame([...counted, ...useFormer(measurement, live)]);
  const hours = useMemo(() => dayHours(day, measurement, uids), [day, measurement, uids]);
  const thresholds = greenhouse.thresholds[measurement];
  const bounds = boundsAt(thresholds ?? {}, isNight);
  const bands = bandsIn({ from: now - DAY_MS, to: now }, thresholds, place);
  const current = figure.isLive ? figure : undefined;
  const until = day.isRead ? day.wholeUntil : undefined;
  const extremes = until === undefined ? undefined : extremesOf(hours, current, bands, now);
  const label = texts.farm.sparkline(texts.measurements[measurement]);
  // Readings since then may be missing, but not the current values.
  const moment = until === undefined || until >= now ? undefined : format.moment(until, now);
  return (
    <div class="metric-day">
      <Sparkline {...{ hours, bounds, bands, extremes, now, label }} value={current?.value} />
      <p class="extremes">
        {extremes && (
          <>
            <ExtremeText
              {...{ measurement, extreme: extremes.low }}
              mark="↓"
              name={texts.farm.low(moment, current !== undefined)}
            />
            <ExtremeText
              {...{ measurement, extreme: extremes.high }}
              mark="↑"
              name={texts.farm.high(moment, current !== undefined)}
            />
          </>
        )}
      </p>
      {day.awaitsLate && <p class="metric-note">{texts.farm.awaitsLate}</p>}
    </div>
  );
}

/** Returns the sensors that measured here before they were moved or removed. The day includes their values. */
function useFormer(quantity: Quantity, { senders, sensors }: LiveGreenhouse): readonly string[] {
  const { sensors: all } = useFarm();
  return senders.uids.filter(
    (uid) =>
      !sensors.some((sensor) => sensor.uid === uid) &&
      counts(quantity, all.find((sensor) => sensor.uid === uid)?.role ?? "air"),
  );
}

interface ExtremeTextProps {
  readonly measurement: Shown;
  readonly extreme: Extreme;
  readonly mark: string;
  readonly name: string;
}

/**
 * The low or high of the 24 hours with its time, and the bound that it was beyond. A current value has its own time. The
 * time of a past hour is its middle, which is at most half an hour off.
 */
function ExtremeText({ measurement, extreme, mark, name }: ExtremeTextProps): VNode {
  const { texts, format } = usePage();
  const { value, at, isExact, since, beyond } = extreme;
  const now = useNow();
  const beyondText = useBeyondText();
  const during =
    since === undefined
      ? `~${format.moment(at, at)}`
      : texts.farm.after(format.moment(since, since));
  const exact = isNow(at, now) ? texts.farm.now : format.moment(at, at);
  const time = isExact ? exact : during;
  return (
    <span title={name} class={beyond && "out"}>
      <span aria-hidden="true">{mark}</span>
      <span class="visually-hidden">{name} </span>
      <b>{format.number(value, measurement, beyond?.bound)}</b> {time}
      {beyond && `, ${beyondText({ ...beyond, measurement, value })}`}
    </span>
  );
}

/** Names the number of sensors of the value, or the only sensor, and the value's age if it is old. */
function MetricNote({ measurement, figure, sensors, states }: MetricProps): VNode {
  const { texts, format } = usePage();
  const spanText = useSpanText();
  const far = useFarText()(figure, measurement, sensors);
  const now = useNow();
  const count = figure.uids.length;
  if (count > 1) {
    return (
      <p class="metric-note" title={texts.greenhouse.median(count)}>
        {spanText(figure, measurement, false)}
        {far && `, ${far}`}
      </p>
    );
  }
  const only = sensors.find(({ uid }) => uid === figure.uids[0]);
  const values: Readonly<Partial<Record<Quantity, Measured>>> =
    states.get(only?.uid ?? "")?.values ?? {};
  const latest = values[measurement];
  const age = latest?.isStale && latest.at !== undefined ? format.age(latest.at, now) : "";
  return <p class="metric-note">{age || only?.name}</p>;
}
