/** The newest reading of each sensor that this instance has stored: what is older becomes no newest value. */

import { BoundedMap } from "../bounded-map";

/** Sensors that are remembered. */
const MAX_SENSORS = 10_000;

interface Reading {
  readonly uid: string;
  /** The reading's time in Unix milliseconds. */
  readonly updatedAt: number;
}

export class NewestReadings {
  readonly #timesMs = new BoundedMap<number>(MAX_SENSORS);

  isNewest({ uid, updatedAt }: Reading): boolean {
    return updatedAt >= (this.#timesMs.get(uid) ?? -Infinity);
  }

  add({ uid, updatedAt }: Reading): void {
    this.#timesMs.set(uid, Math.max(updatedAt, this.#timesMs.get(uid) ?? -Infinity));
  }
}
