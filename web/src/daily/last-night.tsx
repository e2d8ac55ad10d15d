/** The lowest temperature of the last night, with its time and its sensor. It is what a grower asks first. */

import type { VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { beyondOf } from "@greenhouse/domain/alerts/findings";
import { greenhouseRollupPath, parseGreenhouseSeries } from "@greenhouse/domain/rollups/rollups";
import type { Place } from "@greenhouse/domain/sun";
import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Hours } from "../model/days/day";
import { lastNight, nightLow, nightParts } from "../model/days/last-night";
import type { Night, NightLow } from "../model/days/last-night";
import { withCorrected } from "../model/history/corrected-folds";
import { stepOf } from "../model/history/known-history";
import { bandsIn } from "../model/plot/band";
import { NO_AMENDMENTS } from "../model/values/amendments";
import { countedFor } from "../model/values/summary";
import { valueOf } from "../data/watches/watch";
import { useFarm } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { useNow, useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useSame } from "../shared/hooks/stable";
import { useBeyondText } from "../shared/values/words";

export interface LastNightProps extends LiveGreenhouse {
  readonly place: Place;
}

/** The hours from the beginning of the longest night that is shown. */
const HOURS = { newest: 40 };
const NO_HOURS: Hours = new Map();
/** The maximum number of readings of the hours that are read. */
const MAX_READINGS = 2000;

export function LastNight({ place, ...live }: LastNightProps): VNode | null {
  const minute = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS;
  const night = useMemo(() => lastNight(minute, place), [minute, place]);
  return night === undefined ? null : <NightCard {...live} {...{ place, night, minute }} />;
}

interface NightCardProps extends LastNightProps {
  readonly night: Night;
  /** The present time to the minute, in Unix milliseconds. */
  readonly minute: number;
}

function NightCard({ night, minute, ...props }: NightCardProps): VNode {
  const { texts, format } = usePage();
  const words = texts.greenhouse.night;
  const { low, isKnown } = useLow({ night, minute, ...props });
  const title = night.isOver ? words.last : words.soFar;
  const down = format.moment(night.from, night.from);
  const up = night.isOver && format.moment(night.to, night.to);
  return (
    <section class="card last-night" aria-label={title}>
      <h2 class="label">{title}</h2>
      {low === undefined ? (
        <p class="quiet">{isKnown ? words.none(down, up) : texts.loading}</p>
      ) : (
        <Low {...{ night, low, ...props }} />
      )}
      {(low !== undefined || !isKnown) && <p class="quiet">{words.sun(down, up)}</p>}
    </section>
  );
}

/** Reads what the low needs, and returns the low as far as it is known. */
function useLow({ night, minute, ...live }: NightCardProps): {
  readonly low: NightLow | undefined;
  readonly isKnown: boolean;
} {
  const { isConnected } = usePage().connection;
  const { greenhouse, watch, senders } = live;
  const path = greenhouseRollupPath(greenhouse.id, "hour", "temperature");
  const watched = useWatch(path, parseGreenhouseSeries, HOURS);
  const folded = valueOf(watched) ?? NO_HOURS;
  const history = watch.history.value;
  const { corrections } = watch.amendments.value ?? NO_AMENDMENTS;
  const uids = useSame(countedFor("temperature", live).map(({ uid }) => uid));
  const known = useMemo(() => {
    const passed = { from: night.from, to: Math.min(night.to, minute) };
    const folds = withCorrected(history.folds, corrections, passed);
    return { night: passed, folded, history: { ...history, folds }, uids };
  }, [night, minute, folded, history, corrections, uids]);
  const parts = useSame(history.folds.isKnown ? nightParts(known) : []);
  useEffect(() => {
    if (!isConnected) return;
    const sensors = Math.max(1, senders.signedCount + senders.containers.length);
    for (const { from, to } of parts) {
      void watch.feed.readMissing(from, to, { readings: MAX_READINGS, sensors });
    }
  }, [watch, parts, isConnected, history.lossCount, senders]);
  const low = useMemo(() => nightLow(known), [known]);
  const { folds, isReading, problem } = history;
  const areHoursKnown = watched.status !== "loading" && folds.isKnown;
  const isRead =
    problem !== undefined || parts.every((part) => stepOf(history, part) !== undefined);
  return { low, isKnown: areHoursKnown && !isReading && isRead };
}

interface LowProps extends LastNightProps {
  readonly night: Night;
  readonly low: NightLow;
}

/** Returns for example "10.1 °C at 04:36, bay 2 · below 12 °C". */
function Low({ night, low, greenhouse, place }: LowProps): VNode {
  const { texts, format } = usePage();
  const { sensors } = useFarm();
  const beyondText = useBeyondText();
  const words = texts.greenhouse.night;
  const { value, at, uid } = low;
  const bands = bandsIn(night, greenhouse.thresholds.temperature, place);
  const beyond = beyondOf(value, bands.find(({ to }) => to > at) ?? {});
  const alarms = [
    ...(value < 0 ? [words.frost] : []),
    ...(beyond ? [beyondText({ ...beyond, measurement: "temperature", value })] : []),
  ];
  const name = sensors.find((sensor) => sensor.uid === uid)?.name;
  const time = format.moment(at, at);
  return (
    <p>
      <b class={alarms.length > 0 ? "out" : ""}>
        {format.value(value, "temperature", beyond?.bound)}
      </b>{" "}
      {words.at(uid === undefined ? `~${time}` : time)}
      {name !== undefined && ", "}
      {name !== undefined && <bdi>{name}</bdi>}
      {alarms.length > 0 && <span class="out"> · {alarms.join(", ")}</span>}
    </p>
  );
}
