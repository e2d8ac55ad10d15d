/**
 * Keeps an older reading from replacing the newest values of its sensor, as far as one process can know. Writes do not
 * wait for one another, and the database may store them in another order than it confirms them. Where the writes of an
 * older and of a newer reading were under way together, the newer one is written again after both have ended.
 */

import { BoundedMap } from "../bounded-map";
import type { AcceptedReading } from "./decide";
import { isRecent, type PlannedReading } from "./plan";

/** Sensors and greenhouses whose newest reading is remembered. */
const MAX_REMEMBERED = 20_000;

/** `unknown`: not confirmed, so it may be stored, or be stored later. */
type Outcome = "stored" | "denied" | "unknown";

/** A write under way. Its keys are uids, and ids of greenhouses after a slash, which no uid has. */
interface Write {
  /** The newest reading of each key. */
  readonly readings: ReadonlyMap<string, PlannedReading>;
  /** What was known to be stored when it began. */
  readonly before: ReadonlyMap<string, PlannedReading | undefined>;
  /** Keys whose values an older write may have replaced. */
  readonly overtaken: Set<string>;
}

export class NewestReadings {
  /** The newest that is confirmed. */
  readonly #stored = new BoundedMap<PlannedReading>(MAX_REMEMBERED);
  /** The oldest that was not confirmed, and may be stored after the next one. */
  readonly #unknown = new BoundedMap<PlannedReading>(MAX_REMEMBERED);
  /** As many as requests are under way. */
  readonly #underWay = new Map<string, Set<Write>>();

  /** Keys whose writes are under way. */
  get keysUnderWay(): number {
    return this.#underWay.size;
  }

  /** Whether no newer reading of the sensor is known to be stored. */
  isNewest(reading: AcceptedReading): boolean {
    return !isNewer(this.#stored.get(reading.uid), reading);
  }

  /** Notes a write that begins. It must be ended, however it ends. */
  begin(planned: readonly PlannedReading[]): Write {
    const readings = new Map<string, PlannedReading>();
    for (const each of planned) {
      if (!isRecent(each) || each.isSignOfLife || !each.replacesNewest) continue;
      for (const key of [each.uid, keyOfShared(each)]) {
        if (!isNewer(readings.get(key), each)) readings.set(key, each);
      }
    }
    const isOvertaken = ([key, reading]: readonly [string, PlannedReading]): boolean => {
      const unknown = this.#unknown.get(key);
      return unknown !== undefined && isNewer(reading, unknown);
    };
    const before = new Map([...readings.keys()].map((key) => [key, this.#stored.get(key)]));
    const overtaken = new Set([...readings].filter(isOvertaken).map(([key]) => key));
    const write = { readings, before, overtaken };
    for (const key of readings.keys()) {
      this.#underWay.set(key, (this.#underWay.get(key) ?? new Set()).add(write));
    }
    return write;
  }

  /**
   * Notes how a write ended.
   * @returns readings to write again, because older ones may have replaced their values, with the newest of their
   * greenhouses: `current` is shared
   */
  end(write: Write, outcome: Outcome): readonly PlannedReading[] {
    const again = new Set<PlannedReading>();
    for (const [key, reading] of write.readings) {
      const others = this.#underWay.get(key);
      others?.delete(write);
      if (others?.size === 0) this.#underWay.delete(key);
      if (outcome === "denied") continue;
      for (const other of others ?? []) {
        if (isNewer(other.readings.get(key), reading)) other.overtaken.add(key);
      }
      this.#note(key, reading, outcome);
      const newest = this.#stored.get(key);
      const isReplaced = newest !== write.before.get(key) && isNewer(newest, reading);
      const isOvertaken = newest === reading && write.overtaken.has(key);
      if (newest !== undefined && (isReplaced || isOvertaken)) again.add(newest);
    }
    const shared = Array.from(again, (each) => this.#stored.get(keyOfShared(each)) ?? each);
    return Array.from(new Set([...again, ...shared]));
  }

  #note(key: string, reading: PlannedReading, outcome: "stored" | "unknown"): void {
    const unknown = this.#unknown.get(key);
    if (outcome === "unknown") {
      if (!isNewer(reading, unknown)) this.#unknown.set(key, reading);
      return;
    }
    if (!isNewer(this.#stored.get(key), reading)) this.#stored.set(key, reading);
    if (!isNewer(unknown, reading)) this.#unknown.delete(key);
  }
}

function keyOfShared({ greenhouse }: AcceptedReading): string {
  return `/${greenhouse}`;
}

function isNewer(one: AcceptedReading | undefined, other: AcceptedReading | undefined): boolean {
  return one !== undefined && other !== undefined && timeOf(one) > timeOf(other);
}

/** A board's clock may be ahead: its reading is no newer than the moment at which it arrived. */
function timeOf({ updatedAt, arrivedMs }: AcceptedReading): number {
  return Math.min(updatedAt, arrivedMs);
}
