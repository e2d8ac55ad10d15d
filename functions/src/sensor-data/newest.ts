/**
 * Keeps an older reading from replacing the newest values of its sensor, as far as one process can know. Writes run
 * concurrently, and the database may store writes in another order than it confirms them. So when all concurrent writes
 * to a greenhouse have ended, `end` returns the readings whose values an older reading may have replaced.
 */

import { BoundedMap } from "../bounded-map";
import type { AcceptedReading } from "./decide";
import type { Variant } from "./sensor-request";
import { planNewest, type PlannedReading } from "./plan";

/** Maximum number of sensors with a known newest reading, and of values with an unconfirmed write. */
const MAX_REMEMBERED = 20_000;

/** `unknown`: not confirmed. The write may be stored already, or may be stored later. */
type Outcome = "stored" | "denied" | "unknown";

/** The reading of each newest value that a write sets, by path. */
type Write = ReadonlyMap<string, PlannedReading>;

/** Concurrent writes to one greenhouse, whose sensors share values. */
interface ConcurrentWrites {
  underWay: number;
  /** By path, for writes that have ended: the oldest reading that may be stored, and the newest confirmed reading. */
  readonly oldest: Map<string, PlannedReading>;
  readonly newest: Map<string, PlannedReading>;
}

export class NewestReadings {
  /** The newest confirmed reading, by greenhouse and uid: a sensor may move. */
  readonly #stored = new BoundedMap<PlannedReading>(MAX_REMEMBERED);
  /** By path: the oldest reading whose write is not confirmed. The database may still store it after newer readings. */
  readonly #unconfirmed = new BoundedMap<PlannedReading>(MAX_REMEMBERED);
  /** By greenhouse. */
  readonly #groups = new Map<string, ConcurrentWrites>();

  constructor(readonly variant: Variant) {}

  /** Number of greenhouses with writes under way. */
  get greenhousesUnderWay(): number {
    return this.#groups.size;
  }

  /** Returns false if the greenhouse is known to have a newer reading of the sensor. */
  isNewest(reading: AcceptedReading): boolean {
    return !isNewer(this.#stored.get(placeOf(reading)), reading);
  }

  /** Notes the start of a write. The caller must call `end`, also after a failure. */
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
   * @returns readings to write again, because older readings may have replaced their values. Empty while other writes to
   * the greenhouse are under way
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
    const place = placeOf(reading);
    this.#stored.set(place, newerOf(this.#stored.get(place), reading));
    if (!isNewer(unconfirmed, reading)) this.#unconfirmed.delete(path);
  }
}

/** Neither id contains a slash. */
function placeOf({ greenhouse, uid }: AcceptedReading): string {
  return `${greenhouse}/${uid}`;
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

/** Returns a reading's time, at most its time of arrival, because a board's clock may be ahead. */
function timeOf({ updatedAt, arrivedMs }: AcceptedReading): number {
  return Math.min(updatedAt, arrivedMs);
}
