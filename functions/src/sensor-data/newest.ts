/**
 * Keeps an older reading from replacing the newest values of its sensor, as far as one process can know. Writes do not
 * wait for one another, and the database may store them in another order than it confirms them. Where writes to the same
 * values were under way together, the newest is written again, once, after the last of them has ended.
 */

import { BoundedMap } from "../bounded-map";
import type { AcceptedReading } from "./decide";
import type { Variant } from "./sensor-request";
import { planNewest, type PlannedReading } from "./plan";

/** Sensors whose newest reading is remembered, and values of which a reading may be stored later. */
const MAX_REMEMBERED = 20_000;

/** `unknown`: not confirmed, so it may be stored, or be stored later. */
type Outcome = "stored" | "denied" | "unknown";

/** The reading of each newest value that a write brings, by path. */
type Write = ReadonlyMap<string, PlannedReading>;

/** Writes to one greenhouse that are, or were, under way together. Sensors share values of their greenhouse. */
interface ConcurrentWrites {
  underWay: number;
  /** By path, of the writes that ended: the oldest reading that may be stored, and the newest that is confirmed. */
  readonly oldest: Map<string, PlannedReading>;
  readonly newest: Map<string, PlannedReading>;
}

export class NewestReadings {
  /** The newest that is confirmed, by uid. */
  readonly #stored = new BoundedMap<PlannedReading>(MAX_REMEMBERED);
  /** By path: the oldest that was not confirmed, and may be stored after the next one. */
  readonly #unconfirmed = new BoundedMap<PlannedReading>(MAX_REMEMBERED);
  /** By greenhouse. */
  readonly #groups = new Map<string, ConcurrentWrites>();

  constructor(readonly variant: Variant) {}

  /** Greenhouses with writes under way. */
  get underWay(): number {
    return this.#groups.size;
  }

  /** Whether no newer reading of the sensor is known to be stored. */
  isNewest(reading: AcceptedReading): boolean {
    return !isNewer(this.#stored.get(reading.uid), reading);
  }

  /** Notes a write that begins. It must be ended, however it ends. */
  begin(planned: readonly PlannedReading[]): Write {
    const write = new Map<string, PlannedReading>();
    for (const reading of planned) {
      for (const path in planNewest(this.variant, reading)) {
        if (!isNewer(write.get(path), reading)) write.set(path, reading);
      }
    }
    for (const greenhouse of greenhousesOf(write)) {
      const group = this.#groups.get(greenhouse);
      if (group) group.underWay += 1;
      else this.#groups.set(greenhouse, { underWay: 1, oldest: new Map(), newest: new Map() });
    }
    return write;
  }

  /**
   * Notes how a write ended.
   * @returns readings to write again, where it was the last of the writes that were under way together: older ones may
   * have replaced their values
   */
  end(write: Write, outcome: Outcome): readonly PlannedReading[] {
    if (outcome !== "denied") {
      for (const [path, reading] of write) this.#note(path, reading, outcome);
    }
    const toRewrite = new Set<PlannedReading>();
    for (const greenhouse of greenhousesOf(write)) {
      const group = this.#groups.get(greenhouse);
      if (group === undefined || (group.underWay -= 1) > 0) continue;
      this.#groups.delete(greenhouse);
      for (const [path, newest] of group.newest) {
        if (isNewer(newest, group.oldest.get(path))) toRewrite.add(newest);
      }
    }
    return [...toRewrite];
  }

  #note(path: string, reading: PlannedReading, outcome: "stored" | "unknown"): void {
    const group = this.#groups.get(reading.greenhouse);
    const unconfirmed = this.#unconfirmed.get(path);
    const oldest = olderOf(unconfirmed, reading);
    group?.oldest.set(path, olderOf(group.oldest.get(path), oldest));
    if (outcome === "unknown") {
      this.#unconfirmed.set(path, oldest);
      return;
    }
    group?.newest.set(path, newerOf(group.newest.get(path), reading));
    this.#stored.set(reading.uid, newerOf(this.#stored.get(reading.uid), reading));
    if (!isNewer(unconfirmed, reading)) this.#unconfirmed.delete(path);
  }
}

function greenhousesOf(write: Write): ReadonlySet<string> {
  return new Set(Array.from(write.values(), ({ greenhouse }) => greenhouse));
}

function olderOf(first: PlannedReading | undefined, second: PlannedReading): PlannedReading {
  return first !== undefined && isNewer(second, first) ? first : second;
}

function newerOf(first: PlannedReading | undefined, second: PlannedReading): PlannedReading {
  return first !== undefined && isNewer(first, second) ? first : second;
}

function isNewer(first: AcceptedReading | undefined, second: AcceptedReading | undefined): boolean {
  return first !== undefined && second !== undefined && timeOf(first) > timeOf(second);
}

/** A board's clock may be ahead: its reading is no newer than the moment at which it arrived. */
function timeOf({ updatedAt, arrivedMs }: AcceptedReading): number {
  return Math.min(updatedAt, arrivedMs);
}
