/**
 * The last 24 hours of a greenhouse, with listeners that run while a card reads `version`. The data are folded hours
 * and, if there are only a few sensors, the readings since the last folded hour. If no hours were folded recently, they
 * are the day's readings instead.
 */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { signal } from "@preact/signals-core";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import {
  greenhouseRollUpPath,
  readCoverage,
  readGreenhouseRollUp,
  readSeries,
} from "@greenhouse/domain/rollups/rollups";
import type { Coverage } from "@greenhouse/domain/rollups/rollups";
import { hoursOf, withLate } from "../../model/days/day";
import type { Hours } from "../../model/days/day";
import type { Reading } from "../../model/values/reading";
import type { ConnectionWatch } from "../connection/connection";
import type { GreenhouseWatch } from "../watches/greenhouse-watch";
import { sourcesSince } from "./history-source";
import { HistoryTail } from "./history-tail";
import { publish } from "../connection/publish";
import { LateHours } from "./late-hours";
import { knownAt, valueOf, watch } from "../watches/watch";
import type { Watched } from "../watches/watch";

/** The number of hours that overlap the last 24 hours. */
const HOURS = 25;
/** If the last folded hour is older, the folded hours cover too little of the day. */
const MOST_BEHIND = 3 * HOUR_MS;
/**
 * The most readings to read since the last folded hour: of all greenhouses of a farm together, and at least for each of
 * them.
 */
const TAILS = 600;
const TAIL = 40;
/** Fewer readings per sensor would not cover most of an hour, so none are read then. */
const PER_SENSOR = 6;
/** Without folded hours: approximately the most readings of a day, and the least number for each sensor. */
const DAY_AMOUNT = { readings: 1000, perSensor: 36 };
/** The most readings to read of an hour that waits to be folded again: two sensors a minute. */
const LATE = 120;
const NO_HOURS: Hours = new Map();

export class DayWatch {
  /** The first reader starts the listeners, the last one stops them. */
  readonly version = signal(0, { watched: () => this.#start(), unwatched: () => this.#stop() });
  readonly #connection: ConnectionWatch;
  readonly #greenhouse: GreenhouseWatch;
  readonly #id: string;
  /** What is read. */
  readonly quantities: readonly Quantity[];
  /** The most readings to read since the last folded hour. */
  readonly #tailed: number;
  /** The end of the last folded hour; undefined if it is too long ago. */
  #foldedUntil: number | undefined;
  /** The folded hours: those of the last visit until this visit's arrive. */
  readonly #folded = new Map<Quantity, Hours>();
  readonly #arrived = new Set<Quantity>();
  /** Since the last folded hour; undefined if there are too many sensors. It is shown until it starts again. */
  #tail: HistoryTail | undefined;
  #newest: Reading[] = [];
  /** The readings of folded hours that wait to be folded again. */
  #late: LateHours | undefined;
  #isTailRead = false;
  #stops: (() => void)[] = [];
  #isListening = false;
  #isTailed = false;
  #isReading = false;
  /** `gaps` of the history when it was last followed. */
  #followedAt = -1;

  /**
   * @param quantities what is read: those with a median
   * @param greenhouses how many the farm has
   */
  constructor(
    connection: ConnectionWatch,
    greenhouse: GreenhouseWatch,
    id: string,
    quantities: readonly Quantity[],
    greenhouses: number,
  ) {
    this.quantities = quantities;
    this.#connection = connection;
    this.#greenhouse = greenhouse;
    this.#id = id;
    this.#tailed = Math.max(TAIL, Math.floor(TAILS / greenhouses));
  }

  /** Whether the day arrived, or cannot be read. */
  get isRead(): boolean {
    if (this.#foldedUntil === undefined) return this.#sampleStep !== undefined;
    return this.#isTailRead && this.#arrived.size === this.quantities.length;
  }

  /**
   * The time up to which nothing is missing, in Unix milliseconds: the day may have too many readings to read all of
   * them.
   */
  wholeUntil(now: number): number | undefined {
    if (this.#foldedUntil === undefined) return this.#sampleStep === 0 ? now : undefined;
    return this.#tail?.isWhole === true ? now : this.#foldedUntil;
  }

  /** Whether readings that arrived late may be missing. */
  get awaitsLate(): boolean {
    return this.#foldedUntil !== undefined && this.#late?.isWhole === false;
  }

  /** @param uids the sensors that count */
  hoursOf(quantity: Quantity, uids: readonly string[]): Hours {
    const until = this.#foldedUntil;
    if (until === undefined) {
      const history = this.#greenhouse.history.peek();
      return hoursOf(
        uids.map((uid) => history.readingsOf(uid)),
        quantity,
      );
    }
    const rows = new Map<string, Reading[]>(uids.map((uid) => [uid, []]));
    for (const reading of this.#newest) {
      if (reading.at >= until) rows.get(reading.uid)?.push(reading);
    }
    const folded = this.#folded.get(quantity) ?? NO_HOURS;
    return new Map([
      ...withLate(folded, this.#lateOf(quantity, uids, until)),
      ...hoursOf([...rows.values()], quantity),
    ]);
  }

  #lateOf(quantity: Quantity, uids: readonly string[], until: number): Hours {
    const late = this.#late?.readings.filter(({ at }) => at < until) ?? [];
    return hoursOf(
      uids.map((uid) => late.filter((reading) => reading.uid === uid)),
      quantity,
    );
  }

  get #sampleStep(): number | undefined {
    const now = this.#connection.now();
    const history = this.#greenhouse.history.peek();
    return history.problem === undefined ? history.coverage(now - DAY_MS + HOUR_MS, now) : Infinity;
  }

  #start(): void {
    const path = `rollupCoverage/${this.#id}`;
    const known = this.#recentOf(knownAt(path, undefined, readCoverage));
    if (known !== undefined) {
      this.#foldedUntil = known;
      this.#listenToFolded();
    }
    this.#stops.push(
      watch(path, undefined, readCoverage, (watched) => {
        const until = this.#recentOf(watched);
        if (until === undefined) this.#readReadings();
        else this.#readFolded(until);
      }),
    );
  }

  /** Undefined if the last hours are not folded. */
  #recentOf(watched: Watched<Coverage | undefined>): number | undefined {
    const until = valueOf(watched)?.until ?? 0;
    return this.#connection.now() - until > MOST_BEHIND ? undefined : until;
  }

  #stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#tail?.stop();
    this.#tail = undefined;
    this.#late?.stop();
    this.#late = undefined;
    this.#isTailRead = false;
    this.#foldedUntil = undefined;
    this.#isListening = false;
    this.#isTailed = false;
    this.#isReading = false;
    this.#followedAt = -1;
    this.#folded.clear();
    this.#arrived.clear();
  }

  #readFolded(until: number): void {
    this.#foldedUntil = until;
    this.#listenToFolded();
    this.#late ??= new LateHours({
      connection: this.#connection,
      greenhouseId: this.#id,
      most: LATE,
      containers: () => this.#greenhouse.containers,
      onChange: () => this.#publish(),
    });
    if (this.#isTailed) {
      this.#tail?.stop();
      if (this.#connection.isConnected) this.#startTail();
      return;
    }
    this.#isTailed = true;
    this.#stops.push(
      this.#connection.state.subscribe(({ isConnected }) => {
        // After a reconnection the SDK would hash its data; on a phone that takes longer than reading the data again.
        if (isConnected) this.#startTail();
        else this.#tail?.stop();
      }),
    );
  }

  #listenToFolded(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    const part = { newest: HOURS };
    const read = (stored: unknown): Hours => readSeries(stored, readGreenhouseRollUp);
    for (const quantity of this.quantities) {
      const path = greenhouseRollUpPath(this.#id, "hour", quantity);
      this.#folded.set(quantity, valueOf(knownAt(path, part, read)) ?? NO_HOURS);
      this.#stops.push(
        watch(path, part, read, (watched) => {
          this.#folded.set(quantity, valueOf(watched) ?? NO_HOURS);
          this.#arrived.add(quantity);
          this.#publish();
        }),
      );
    }
  }

  #startTail(): void {
    if (this.#greenhouse.uids.length * PER_SENSOR > this.#tailed) {
      this.#setTailRead();
      return;
    }
    const { containers } = this.#greenhouse;
    const sources = sourcesSince(this.#id, containers, this.#foldedUntil ?? 0);
    this.#newest = [];
    this.#isTailRead = false;
    this.#tail = new HistoryTail({
      sources,
      most: Math.ceil(this.#tailed / sources.length),
      onReadings: (readings) => {
        this.#newest.push(...readings);
        this.#publish();
      },
      onRead: () => this.#setTailRead(),
      onError: () => this.#setTailRead(),
    });
    this.#tail.start();
  }

  #setTailRead(): void {
    this.#isTailRead = true;
    this.#publish();
  }

  #readReadings(): void {
    this.#foldedUntil = undefined;
    if (this.#isReading) return;
    this.#isReading = true;
    this.#stops.push(
      this.#greenhouse.history.subscribe(() => {
        this.#follow();
        this.#publish();
      }),
    );
  }

  #follow(): void {
    const { feed, history } = this.#greenhouse;
    const { gaps } = history.peek();
    if (gaps === this.#followedAt) return;
    this.#followedAt = gaps;
    const sensors = Math.max(1, this.#greenhouse.sensors);
    const readings = Math.max(DAY_AMOUNT.readings, DAY_AMOUNT.perSensor * sensors);
    const now = this.#connection.now();
    void feed.follow(now - DAY_MS, now, { readings, sensors });
  }

  #publish(): void {
    publish(this.version, () => this.version.peek() + 1);
  }
}

const known = new WeakMap<GreenhouseWatch, DayWatch>();

/** The same object for the same greenhouse and quantities, as long as its farm is shown. */
export function dayOf(
  connection: ConnectionWatch,
  greenhouse: GreenhouseWatch,
  id: string,
  quantities: readonly Quantity[],
  greenhouses: number,
): DayWatch {
  const day = known.get(greenhouse);
  if (day?.quantities.join() === quantities.join()) return day;
  const made = new DayWatch(connection, greenhouse, id, quantities, greenhouses);
  known.set(greenhouse, made);
  return made;
}
