/**
 * Reads a range of a greenhouse's history, of both layouts, within a budget of readings, and listens to it, because a
 * device whose network failed may send readings days late. The newest readings are read first. If the rest exceeds the
 * budget, an even sample of it is read.
 */

import type { QueryConstraint } from "firebase/database";
import { timeOfKey } from "../../../domain/src/push-key";
import type { Reading } from "../model/reading";
import { before, listenToEntries, since, startOf, within } from "./history-source";
import type { Entries, EntriesListener, Source } from "./history-source";
import { sdkOf } from "./sdk";

/** The budget of readings. */
export interface Amount {
  /** Approximately the most readings. */
  readonly readings: number;
  /** How many sensors share them. */
  readonly sensors: number;
}

/** How many of the newest entries are read first; the density of the rest is estimated from them. */
const FIRST_LOOK = { least: 100, most: 500, perSensor: 12 };
/** Entries in a slice of a sample: enough to contain each sensor, since sensors report in turn. */
const SLICE = { least: 8, perSensor: 1.5 };
const SLICES = { least: 24, most: 320 };
/** Samples begin at uneven offsets in their slices: even offsets could always hit the same time of day. */
const GOLDEN_RATIO = 0.618034;

/**
 * Reads a range and listens to it. Readings that are added later arrive as well: all of them where everything was read;
 * where a sample was read, only those that belong to the sample.
 */
export class RangeReader {
  /** Receives readings as they arrive, unsorted, some of them twice. */
  readonly #onReadings: (readings: readonly Reading[]) => void;
  /** Called with the error when a listener fails that was started after the first read. */
  readonly #onError: (error: unknown) => void;
  readonly #stops = new Set<() => void>();
  #isStopped = false;

  constructor(
    onReadings: (readings: readonly Reading[]) => void,
    onError: (error: unknown) => void,
  ) {
    this.#onReadings = onReadings;
    this.#onError = onError;
  }

  /** @returns the time between two samples in milliseconds; 0 if everything was read */
  async read(sources: readonly Source[], amount: Amount): Promise<number> {
    const share = Math.floor(amount.readings / Math.max(1, sources.length));
    const steps = await Promise.all(
      sources.map((source) => {
        const sensors = source.uid === undefined ? amount.sensors : 1;
        return this.#readSource(source, { readings: share, sensors });
      }),
    );
    return Math.max(0, ...steps);
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
    this.#stops.clear();
  }

  async #readSource(source: Source, { readings: budget, sensors }: Amount): Promise<number> {
    const { least, most, perSensor } = FIRST_LOOK;
    const look = Math.max(least, Math.min(most, Math.max(budget / 4, perSensor * sensors)));
    const firstLook = Math.floor(look);
    const newest = await this.#readNewest(source, firstLook);
    if (newest.count < firstLook || newest.firstKey === undefined) return 0;
    let rest = before(source, newest.firstKey);
    let left = Math.max(firstLook, budget - firstLook);
    if (estimate(newest, rest) <= 1.5 * left) {
      const more = await this.#readNewest(rest, left);
      if (more.count < left || more.firstKey === undefined) return 0;
      rest = before(source, more.firstKey);
      left = Math.floor(budget / 2);
    }
    return await this.#sample(rest, { readings: left, sensors });
  }

  /**
   * Reads the newest entries, and listens to all that are added among them. Under the limit, the first added entry
   * would displace the oldest one, and entries added before that one would be missed. Therefore, once an entry was
   * added, a listener without a limit replaces the first one.
   */
  #readNewest(source: Source, limit: number): Promise<Entries> {
    let first: Entries | undefined;
    let isWhole = false;
    const listener = this.#listen(source, [sdkOf().limitToLast(limit)], (entries) => {
      first ??= entries;
      if (isWhole || entries === first || entries.count < limit) return;
      isWhole = true;
      listener.stop();
      const { count, firstKey = "" } = first;
      const whole = this.#listen(count < limit ? source : since(source, firstKey), []);
      whole.first.catch(this.#onError);
    });
    return listener.first;
  }

  /** A few entries of each of many slices of equal length. */
  async #sample(source: Source, { readings: budget, sensors }: Amount): Promise<number> {
    const from = timeOfKey(startOf(source)) ?? 0;
    const to = timeOfKey(source.range.before ?? "") ?? from;
    const each = Math.max(SLICE.least, Math.ceil(SLICE.perSensor * sensors));
    const slices = Math.max(SLICES.least, Math.min(SLICES.most, Math.floor(budget / each)));
    const step = (to - from) / slices;
    const starts = Array.from(
      { length: slices },
      (_, index) => from + (index + ((index * GOLDEN_RATIO) % 1)) * step,
    );
    await Promise.all(
      starts
        .flatMap((start) => within(source, start, start + step) ?? [])
        .map((slice) => this.#listen(slice, [sdkOf().limitToFirst(each)]).first),
    );
    return step;
  }

  #listen(
    source: Source,
    limits: readonly QueryConstraint[],
    onEntries?: (entries: Entries) => void,
  ): EntriesListener {
    const { first, stop: end } = listenToEntries(source, limits, (entries) => {
      this.#onReadings(entries.readings);
      onEntries?.(entries);
    });
    const stop = (): void => {
      end();
      this.#stops.delete(stop);
    };
    if (this.#isStopped) end();
    else this.#stops.add(stop);
    return { first, stop };
  }
}

/** How many entries the rest has if it is as dense as the entries that were read. */
function estimate(read: Entries, rest: Source): number {
  const first = timeOfKey(read.firstKey ?? "") ?? 0;
  const last = timeOfKey(read.lastKey ?? "") ?? 0;
  const length = first - (timeOfKey(startOf(rest)) ?? 0);
  return (length / Math.max(1, last - first)) * read.count;
}
