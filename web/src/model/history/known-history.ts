/** The history of a greenhouse as far as it is known at one time. It never changes: views get a new one. */

import type { Coverage } from "@greenhouse/domain/rollups/rollups";
import type { Problem } from "../../data/connection/problem";
import type { Window } from "../plot/time-range";
import type { Reading } from "../values/reading";
import { isReading, stepIn } from "./ranges";
import type { Ranges } from "./ranges";

/** Which hours are folded to roll-ups. */
export interface Folds {
  /** Whether the coverage is known, even if it is that there are no roll-ups. */
  readonly isKnown: boolean;
  /** Undefined if roll-ups are not deployed. */
  readonly coverage: Coverage | undefined;
  /** The starts of the hours that are to be folded again. */
  readonly due: Pick<ReadonlySet<number>, "has">;
}

interface Contents {
  /** In chronological order, by uid. A sensor's array is a new one after every change of it. */
  readonly readings: ReadonlyMap<string, readonly Reading[]>;
  readonly ranges: Ranges;
  /** No reading of this time or later is missing, in Unix milliseconds; undefined while that is unknown. */
  readonly liveSince: number | undefined;
  /** Another number whenever a part that was read may be missing, so that it is to be followed again. */
  readonly gaps: number;
  readonly folds: Folds;
  /** Why the history cannot be read; undefined while it can. */
  readonly problem: Problem | undefined;
}

const NOTHING: readonly Reading[] = [];

export class KnownHistory {
  readonly #contents: Contents;

  constructor(contents: Contents) {
    this.#contents = contents;
  }

  get problem(): Problem | undefined {
    return this.#contents.problem;
  }

  get gaps(): number {
    return this.#contents.gaps;
  }

  get folds(): Folds {
    return this.#contents.folds;
  }

  get isReading(): boolean {
    return isReading(this.#contents.ranges);
  }

  /** The known readings of a sensor in chronological order. */
  readingsOf(uid: string): readonly Reading[] {
    return this.#contents.readings.get(uid) ?? NOTHING;
  }

  /** The time of a sensor's first reading in a range, in Unix milliseconds. */
  firstIn(uid: string, { from, to }: Window): number | undefined {
    const at = this.readingsOf(uid).find((reading) => reading.at >= from)?.at;
    return at !== undefined && at <= to ? at : undefined;
  }

  /** The uids with known readings. */
  uids(): readonly string[] {
    return [...this.#contents.readings.keys()];
  }

  /** The name of a sensor that may have left the farm. */
  nameOf(uid: string): string | undefined {
    return this.readingsOf(uid).at(-1)?.name;
  }

  /** Undefined if part of the range was not read, else the time between two samples; 0 if everything was read. */
  coverage(from: number, to: number): number | undefined {
    const end = Math.min(to, this.#contents.liveSince ?? Infinity);
    return from < end ? stepIn(this.#contents.ranges, { from, to: end }) : 0;
  }
}
