/** The data of the charts: the sensors of each quantity, and a line for each sensor. */

import { counts } from "@greenhouse/domain/alerts/findings";
import { countedValue, hasMedian } from "@greenhouse/domain/quantities/measurements";
import { firstIn, readingsOf } from "../model/history/known-history";
import { BAND, linesFor } from "../model/plot/chart-line";
import type { Line, NewestValue } from "../model/plot/chart-line";
import { NO_AMENDMENTS } from "../model/values/amendments";
import type { Charted } from "../model/values/measurement";
import { countedFor, figureOf } from "../model/values/summary";
import type { Window } from "../model/plot/time-range";
import { useFarm } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import type { LinesRequest } from "./panel-lines";

export interface MeasuredQuantity extends Pick<
  LinesRequest,
  "measuring" | "banded" | "newest" | "only"
> {
  readonly measurement: Charted;
}

/**
 * Returns the quantities that are measured in a greenhouse, with their sensors.
 * @param endsNow whether the range of the charts ends now
 * @param only the sensors whose quantities are wanted; undefined for all
 */
export function measuredIn(
  live: LiveGreenhouse,
  endsNow: boolean,
  only?: ReadonlySet<string>,
): readonly MeasuredQuantity[] {
  const { senders, sensors } = live;
  return senders.measured.flatMap((measurement) => {
    const measuring = measuringIn(live, measurement);
    if (only !== undefined && ![...only].some((uid) => measuring.has(uid))) return [];
    const isSummarized = hasMedian(measurement);
    const banded = sensors
      .filter(({ uid, role }) => isSummarized && counts(measurement, role) && measuring.has(uid))
      .map(({ uid }) => uid);
    const newest = endsNow ? (uid: string) => newestFor(measurement, uid, live) : undefined;
    return [{ measurement, measuring, banded: new Set(banded), newest, only }];
  });
}

/** Returns the sensors that sent a quantity, and those that replaced one of them and sent nothing yet. */
function measuringIn(
  { senders, sensors, watch }: LiveGreenhouse,
  measurement: Charted,
): ReadonlySet<string> {
  const sent = new Set(senders.byMeasurement[measurement]);
  const { succession } = watch.amendments.value ?? NO_AMENDMENTS;
  const successors = sensors.filter(({ uid }) =>
    succession.predecessorsOf(uid).some((device) => sent.has(device.uid)),
  );
  return new Set([...sent, ...successors.map(({ uid }) => uid)]);
}

/** Returns the newest value of a sensor, or the figure of the tile for the band. */
export function newestFor(
  measurement: Charted,
  uid: string,
  live: LiveGreenhouse,
): NewestValue | undefined {
  if (uid === BAND) {
    const figure = figureOf(countedFor(measurement, live), measurement);
    return figure && { value: figure.value, isOld: !figure.isLive };
  }
  const latest = live.states.get(uid)?.values[measurement];
  const value = latest && countedValue(measurement, latest.value);
  return latest === undefined || value === undefined ? undefined : { value, isOld: latest.isStale };
}

/**
 * Returns a line for each assigned sensor, and for each former sensor that may have readings in the range.
 * @param isFromRollups whether the range is drawn from rollups, so that its readings are not known
 */
export function useLines(
  { watch, senders, sensors }: LiveGreenhouse,
  shown: Window,
  isFromRollups: boolean,
): { readonly lines: readonly Line[]; readonly names: ReadonlyMap<string, string> } {
  const farm = useFarm();
  const history = watch.history.value;
  const names = new Map(farm.sensors.map(({ uid, name }) => [uid, name]));
  const linked = new Set(sensors.map(({ uid }) => uid));
  const isKnownOf = (uid: string): boolean => firstIn(history, uid, shown) !== undefined;
  const sent = isFromRollups ? senders.uids : [...history.readings.keys()].filter(isKnownOf);
  const former = sent.filter((uid) => !linked.has(uid));
  const lines = linesFor(
    [...linked, ...former].map((uid) => ({
      uid,
      name: names.get(uid) ?? readingsOf(history, uid).at(-1)?.name ?? uid,
      isFormer: !linked.has(uid),
    })),
  );
  return { lines, names };
}
