/** Reads the history of the range that the charts show. */

import { HOUR_MS } from "@greenhouse/domain/time";
import { useEffect } from "preact/hooks";
import type { LongHistory } from "../data/history/long-history";
import { stepOf } from "../model/history/known-history";
import { windowOf } from "../model/plot/time-range";
import type { TimeRange, Window } from "../model/plot/time-range";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { useKnownUntil } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useAction, useSame } from "../shared/hooks/stable";

/**
 * One reading for each sensor and pixel of width, within these bounds. If there are more readings, a sample is read.
 */
const BUDGET = { min: 4000, max: 12_000 };

/** Start times this close together count as equal, in milliseconds, because time passes during a rendering. */
const MOVING_MS = 1000;
/** Tolerance for missing newest readings while offline, in milliseconds. */
const MISSING_TOLERANCE_MS = 2 * HOUR_MS;

export interface HistoryState {
  readonly isReading: boolean;
  /** Whether a part of the range has not been read yet. */
  readonly isIncomplete: boolean;
  /** Whether a part other than the newest one has not been read yet. */
  readonly isMissing: boolean;
  /** The time between two samples: 0 if all readings were read, undefined if part of the range was not read. */
  readonly step: number | undefined;
}

/** Reads the missing parts of the range, except parts that are drawn from rollups. */
export function useHistory(
  { watch, senders }: LiveGreenhouse,
  range: TimeRange,
  long: LongHistory | undefined,
  isFromRollups: boolean,
): HistoryState {
  const { connection } = usePage();
  const { isConnected } = connection;
  const containers = senders.containers.length;
  const history = watch.history.value;
  const isKnown = !isFromRollups || (long !== undefined && history.folds.isKnown);
  const windowsNow = (): readonly Window[] => {
    const shown = windowOf(range, connection.now());
    const windows = isFromRollups && long !== undefined ? long.historyIn(shown) : [shown];
    return windows.map(({ from, to }) => ({ from, to: Math.min(to, connection.now()) }));
  };
  const windows = isKnown ? windowsNow() : [];
  // The start of a range that ends now moves with each rendering. The history need not be read again because of this.
  const begin = windowOf(range, connection.now()).from;
  const starts = useSame(windows.map(({ from }) => (from <= begin + MOVING_MS ? "" : from)));
  const readMissing = useAction(() => {
    const sensors = Math.max(1, senders.signedCount + containers);
    const readings = Math.min(BUDGET.max, Math.max(BUDGET.min, innerWidth * sensors));
    for (const { from, to } of windowsNow()) {
      void watch.feed.readMissing(from, to, { readings, sensors });
    }
  });
  useEffect(() => {
    if (isConnected && isKnown) readMissing();
  }, [watch, isConnected, range, containers, isKnown, starts, history.lossCount, readMissing]);
  const knownUntil = Math.min(useKnownUntil(), connection.now()) - MISSING_TOLERANCE_MS;
  const older = windows.map(({ from, to }) => ({ from, to: Math.min(to, knownUntil) }));
  const isMissing = older.some(
    ({ from, to }) => stepOf(history, { from, to: Math.max(to, from + 1) }) === undefined,
  );
  const steps = windows.map((part) => stepOf(history, part));
  const isPartial = steps.includes(undefined);
  return {
    isReading: history.isReading || long?.isReading === true,
    isIncomplete: history.isReading || !isKnown || isPartial,
    isMissing: !isKnown || isMissing,
    step: !isKnown || isPartial ? undefined : Math.max(0, ...steps.map((step) => step ?? 0)),
  };
}
