/**
 * The lines of one chart. Up to six sensors have a line each. More sensors share a band, and only chosen sensors have
 * lines.
 */

import type { LongHistory } from "../data/history/long-history";
import type { Wanted } from "../model/history/known-rollups";
import { readingsOf } from "../model/history/known-history";
import type { KnownHistory } from "../model/history/known-history";
import { BAND, COLOURS } from "../model/plot/chart-line";
import type { ChartLine, Line, NewestValue } from "../model/plot/chart-line";
import { gapLimit } from "../model/values/gaps";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { excludedIn, indexOfTime, seriesOf } from "../model/plot/series";
import type { Series } from "../model/plot/series";
import type { Window } from "../model/plot/time-range";

export interface LinesRequest {
  readonly measurement: Measurement;
  readonly lines: readonly Line[];
  readonly history: KnownHistory;
  /** Undefined at first, and if neither the range nor the number of sensors requires it. */
  readonly long: LongHistory | undefined;
  /** Whether the range is drawn from rollups instead of readings. */
  readonly isFromRollups: boolean;
  /** Sensors that are known to measure this quantity before their history is read. */
  readonly measuring: ReadonlySet<string>;
  /** Whether the sensor's readings are still being read. */
  readonly isAwaited: boolean;
  /** Sensors that share a band if there are many: those that count, for a quantity with a median. */
  readonly banded: ReadonlySet<string>;
  readonly shown: Window;
  /** The time between two samples; 0 if all readings were read. */
  readonly sampleStep: number;
  /** The newest values by uid, and of the band; undefined if the range ends before now. */
  readonly newest: ((uid: string) => NewestValue | undefined) | undefined;
  /** Lines that a person switched off, and lines of a band's sensors that a person switched on. */
  readonly hidden: ReadonlySet<string>;
  readonly chosen: ReadonlySet<string>;
  /** The only sensors whose lines are shown, without a band; undefined for all. */
  readonly only: ReadonlySet<string> | undefined;
  /** Whether readings that do not count are shown as hollow points. */
  readonly isHollow: boolean;
  /** Returns the band's name. @param count the number of its sensors */
  readonly bandName: (count: number) => string;
}

/** Whether there are too many sensors for a line each. */
export function hasBand({ banded, only }: Pick<LinesRequest, "banded" | "only">): boolean {
  return only === undefined && banded.size > COLOURS;
}

/** Returns the lines. Sensors that never measured the quantity have no line. */
export function panelLines(request: LinesRequest): readonly ChartLine[] {
  const { banded, long, shown, measurement, hidden } = request;
  const isBand = hasBand(request);
  const lines = request.lines.flatMap((line) => sensorLine(request, line, isBand) ?? []);
  if (!isBand) return lines;
  const uids = [...banded];
  const series = long?.bandOf(uids, measurement, shown) ?? NOTHING;
  const band: ChartLine = {
    uid: BAND,
    name: request.bandName(uids.length),
    isFormer: false,
    series,
    colour: "--ink",
    dash: [],
    gapLimit: 0,
    isHidden: hidden.has(BAND),
    isInRange: isInRange(series, shown),
    newest: request.newest?.(BAND),
  };
  return [band, ...lines];
}

const NOTHING: Series = { times: [], values: [], interval: undefined, faults: [] };

function sensorLine(request: LinesRequest, line: Line, isBand: boolean): ChartLine | undefined {
  const { measurement, history, long, isFromRollups, measuring, isAwaited, banded, shown } =
    request;
  const { uid, isFormer } = line;
  const isInBand = isBand && banded.has(uid);
  const isSwitchedOff = isInBand ? !request.chosen.has(uid) : request.hidden.has(uid);
  const isHidden = request.only === undefined ? isSwitchedOff : !request.only.has(uid);
  const readings = seriesOf(readingsOf(history, uid), measurement);
  const isSummed = isFromRollups && !(isInBand && isHidden);
  const series = isSummed ? (long?.seriesOf(uid, measurement, shown) ?? NOTHING) : readings;
  const isIn = isInRange(series, shown);
  const isKnown = measuring.has(uid) && (isAwaited || isFromRollups) && !isFormer;
  if (!isIn && !isKnown && (isFormer || readings.times.length === 0)) return undefined;
  const limit = gapLimit(readings.interval, request.sampleStep);
  const newest = request.newest?.(uid);
  const hollow = request.isHollow ? excludedIn(readingsOf(history, uid), measurement) : undefined;
  return {
    ...line,
    hollow,
    series,
    gapLimit: limit,
    isHidden,
    isInRange: isIn || isInBand,
    newest,
  };
}

/**
 * Returns the rollups that the lines need, including rollups of former sensors, which may have readings in the range.
 */
export function wantedBy(request: LinesRequest): readonly Wanted[] {
  const { banded, measuring, long, shown, measurement, chosen, only } = request;
  if (long === undefined) return [];
  const isBand = hasBand(request);
  const uids = request.lines
    .map(({ uid }) => uid)
    .filter((uid) => measuring.has(uid) && (!isBand || !banded.has(uid) || chosen.has(uid)))
    .filter((uid) => only === undefined || only.has(uid));
  return long.wanted(isBand ? [undefined, ...uids] : uids, measurement, shown);
}

function isInRange({ times, columns }: Series, { from, to }: Window): boolean {
  if (columns !== undefined) return columns.some(({ start, end }) => end > from && start <= to);
  const first = times[indexOfTime(times, from)];
  return first !== undefined && first <= to;
}
