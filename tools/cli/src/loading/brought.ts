/** What an import brings: the span of its readings, and their sensors. */

import type { LoadedReading } from "./found-reading";

/** The readings that are stored, or that may be stored because their batch has no answer yet. */
export interface Brought {
  /** Unix milliseconds. */
  readonly from: number;
  /** After the last reading. */
  readonly until: number;
  /** Uids. */
  readonly sensors: ReadonlySet<string>;
}

export class BroughtReadings {
  #from = Infinity;
  #until = -Infinity;
  readonly #sensors = new Set<string>();
  #underWay: readonly LoadedReading[] = [];

  /** Call it before a batch is sent: it may be stored even if no answer comes. */
  begin(readings: readonly LoadedReading[]): void {
    this.#underWay = readings;
  }

  /** @param stored the readings of the batch that are stored */
  end(stored: readonly LoadedReading[]): void {
    this.#underWay = [];
    for (const { uid, timestamp } of stored) {
      this.#from = Math.min(this.#from, timestamp);
      this.#until = Math.max(this.#until, timestamp + 1);
      this.#sensors.add(uid);
    }
  }

  /** Returns undefined if nothing was brought. */
  get(): Brought | undefined {
    this.end(this.#underWay);
    if (this.#sensors.size === 0) return undefined;
    return { from: this.#from, until: this.#until, sensors: new Set(this.#sensors) };
  }
}
