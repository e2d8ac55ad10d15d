/** The known history of a greenhouse at one time. The object never changes: views get new objects. */

import type { Coverage } from "@greenhouse/domain/rollups/rollups";
import type { Problem } from "../../data/connection/problem";
import type { Window } from "../plot/time-range";
import type { Reading } from "../values/reading";
import { stepIn } from "./ranges";
import type { Ranges } from "./ranges";

/** The hours that are folded to rollups. */
export interface Folds {
  /** Whether the coverage is known. Also true if there are no rollups. */
  readonly isKnown: boolean;
  /** Undefined if rollups are not deployed. */
  readonly coverage: Coverage | undefined;
  /** The starts of the hours that wait to be folded again. */
  readonly due: Pick<ReadonlySet<number>, "has">;
}

export interface KnownHistory {
  /** Readings in chronological order, by uid. Each change of a sensor's readings creates a new array. */
  readonly readings: ReadonlyMap<string, readonly Reading[]>;
  readonly ranges: Ranges;
  readonly isReading: boolean;
  /** All readings from this time on are known, in Unix milliseconds; undefined until the page knows. */
  readonly liveSince: number | undefined;
  /** Counts how often a part of the history was lost. Views then read their part of the history again. */
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

/** Returns the time between two samples: 0 if all readings were read, undefined if part of the range was not read. */
export function stepOf(
  { ranges, liveSince = Infinity }: KnownHistory,
  { from, to }: Window,
): number | undefined {
  const end = Math.min(to, liveSince);
  return from < end ? stepIn(ranges, { from, to: end }) : 0;
}
