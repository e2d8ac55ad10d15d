/**
 * Keeps an older reading from replacing the newest values of its sensor, as far as one process can know: it remembers the
 * newest reading that it has stored of each sensor. Writes do not wait for one another. One that ends after that of a
 * newer reading may have replaced its values, so the newer one is to be written again.
 */

import { BoundedMap } from "../bounded-map";
import type { AcceptedReading } from "./decide";
import { isRecent, type PlannedReading } from "./plan";

/** Sensors whose newest reading is remembered. */
const MAX_SENSORS = 10_000;

export class NewestReadings {
  /** By uid. */
  readonly #stored = new BoundedMap<PlannedReading>(MAX_SENSORS);

  /** Whether no newer reading of the sensor is known to be stored. */
  isNewest(reading: AcceptedReading): boolean {
    const newest = this.#stored.get(reading.uid);
    return newest === undefined || timeOf(reading) >= timeOf(newest);
  }

  /** Notes that readings are stored. @returns newer ones, whose values these may have replaced */
  noteStored(readings: readonly PlannedReading[]): readonly PlannedReading[] {
    const recent = readings.filter(isRecent);
    for (const each of recent) if (this.isNewest(each)) this.#stored.set(each.uid, each);
    const written = new Set(recent.flatMap((each) => (each.replacesNewest ? [each.uid] : [])));
    const newest = [...written].flatMap((uid) => this.#stored.get(uid) ?? []);
    return newest.filter((each) => !readings.includes(each));
  }
}

/** A board's clock may be ahead: its reading is no newer than the moment at which it arrived. */
function timeOf({ updatedAt, arrivedMs }: AcceptedReading): number {
  return Math.min(updatedAt, arrivedMs);
}
