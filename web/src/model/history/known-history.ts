/** The history of a greenhouse as far as it is known at one time. It never changes: views get a new one. */

import type { Coverage } from "@greenhouse/domain/rollups/rollups";
import type { Problem } from "../../data/connection/problem";
import type { Window } from "../plot/time-range";
import type { Reading } from "../values/reading";
import { stepIn } from "./ranges";
import type { Ranges } from "./ranges";

/** Which hours are folded to rollups. */
export interface Folds {
  /** Whether the coverage is known, even if it is that there are no rollups. */
  readonly isKnown: boolean;
  /** Undefined if rollups are not deployed. */
  readonly coverage: Coverage | undefined;
  /** The starts of the hours that are to be folded again. */
  readonly due: Pick<ReadonlySet<number>, "has">;
}

export interface KnownHistory {
  /** In chronological order, by uid. A sensor's array is a new one after every change of it. */
  readonly readings: ReadonlyMap<string, readonly Reading[]>;
  readonly ranges: Ranges;
  readonly isReading: boolean;
  /** No reading of this time or later is missing, in Unix milliseconds; undefined while that is unknown. */
  readonly liveSince: number | undefined;
  /** How often a part of the history turned out to be missing: views then read what they show of it again. */
  readonly lossCount: number;
  readonly folds: Folds;
  /** Why the history cannot be read; undefined while it can. */
  readonly problem: Problem | undefined;
}

const NOTHING: readonly Reading[] = [];

/** Returns the known readings of a sensor in chronological order. */
export function readingsOf({ readings }: KnownHistory, uid: string): readonly Reading[] {
  return readings.get(uid) ?? NOTHING;
}

/** Returns the time of a sensor's first reading in a range, in Unix milliseconds. */
export function firstIn(
  history: KnownHistory,
  uid: string,
  { from, to }: Window,
): number | undefined {
  const at = readingsOf(history, uid).find((reading) => reading.at >= from)?.at;
  return at !== undefined && at <= to ? at : undefined;
}

/** Returns the time between two samples; 0 if everything was read, undefined if part of the range was not. */
export function stepOf(
  { ranges, liveSince = Infinity }: KnownHistory,
  { from, to }: Window,
): number | undefined {
  const end = Math.min(to, liveSince);
  return from < end ? stepIn(ranges, { from, to: end }) : 0;
}
