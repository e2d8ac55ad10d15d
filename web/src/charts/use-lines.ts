/** The data of the charts: the sensors of each quantity, and a line for each sensor. */

import { counts } from "@greenhouse/domain/alerts/findings";
import { QUANTITY } from "@greenhouse/domain/quantities/measurements";
import { firstIn, readingsOf } from "../model/history/known-history";
import { linesFor } from "../model/plot/chart-line";
import type { Line } from "../model/plot/chart-line";
import { isLong } from "../model/plot/time-range";
import type { Window } from "../model/plot/time-range";
import { useFarm } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import type { LinesRequest } from "./panel-lines";

export type MeasuredQuantity = Pick<LinesRequest, "measurement" | "measuring" | "banded">;

/** Returns the quantities that are measured in a greenhouse, with their sensors. */
export function measuredIn({ senders, sensors }: LiveGreenhouse): readonly MeasuredQuantity[] {
  return senders.measured.map((measurement) => {
    const measuring = new Set(senders.byMeasurement[measurement]);
    const hasMedian = QUANTITY[measurement].summary === "median";
    const banded = sensors
      .filter(({ uid, role }) => hasMedian && counts(measurement, role) && measuring.has(uid))
      .map(({ uid }) => uid);
    return { measurement, measuring, banded: new Set(banded) };
  });
}

/** Returns a line for each assigned sensor, and for each former sensor that may have readings in the range. */
export function useLines(
  { watch, senders, sensors }: LiveGreenhouse,
  shown: Window,
): { readonly lines: readonly Line[]; readonly names: ReadonlyMap<string, string> } {
  const farm = useFarm();
  const history = watch.history.value;
  const names = new Map(farm.sensors.map(({ uid, name }) => [uid, name]));
  const linked = new Set(sensors.map(({ uid }) => uid));
  const isKnownOf = (uid: string): boolean => firstIn(history, uid, shown) !== undefined;
  const sent = isLong(shown) ? senders.uids : [...history.readings.keys()].filter(isKnownOf);
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
