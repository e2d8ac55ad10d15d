/**
 * Keeps an older reading from replacing the newest values of its sensor, as far as one process can know: it remembers the
 * newest reading that it has stored of each sensor. Writes do not wait for one another. One that ends after that of a
 * newer reading may have replaced its values, so the newer one is to be written again.
 */

import { BoundedMap } from "../bounded-map";
import type { AcceptedReading } from "./decide";
import { isRecent, type PlannedReading } from "./plan";

/** Sensors and greenhouses whose newest reading is remembered. */
const MAX_REMEMBERED = 20_000;

export class NewestReadings {
  /** By uid, and by the id of the greenhouse after a slash, which no uid has. */
  readonly #stored = new BoundedMap<PlannedReading>(MAX_REMEMBERED);

  /** Whether no newer reading of the sensor is known to be stored. */
  isNewest(reading: AcceptedReading): boolean {
    return !isNewer(this.#stored.get(reading.uid), reading);
  }

  /**
   * Notes that readings are stored.
   * @returns newer ones of the same sensors, whose values these may have replaced, and the newest of their greenhouses:
   * `current` is shared
   */
  noteStored(readings: readonly PlannedReading[]): readonly PlannedReading[] {
    const recent = readings.filter((each) => isRecent(each) && !each.isSignOfLife);
    for (const each of recent) {
      for (const key of [each.uid, `/${each.greenhouse}`]) {
        if (!isNewer(this.#stored.get(key), each)) this.#stored.set(key, each);
      }
    }
    const written = new Set(recent.flatMap((each) => (each.replacesNewest ? [each.uid] : [])));
    const newest = [...written].flatMap((uid) => this.#stored.get(uid) ?? []);
    return this.withShared(newest.filter((each) => !readings.includes(each)));
  }

  /** Readings, and the newest of their greenhouses. */
  withShared(readings: readonly PlannedReading[]): readonly PlannedReading[] {
    const shared = readings.flatMap(({ greenhouse }) => this.#stored.get(`/${greenhouse}`) ?? []);
    return [...new Set([...readings, ...shared])];
  }
}

function isNewer(one: AcceptedReading | undefined, other: AcceptedReading): boolean {
  return one !== undefined && timeOf(one) > timeOf(other);
}

/** A board's clock may be ahead: its reading is no newer than the moment at which it arrived. */
function timeOf({ updatedAt, arrivedMs }: AcceptedReading): number {
  return Math.min(updatedAt, arrivedMs);
}
