/**
 * One process in which time passes by events: no real clock, timer, socket or disk. Events happen in the order of their
 * time; the seed decides between events of the same time. After each event every promise that can settle has settled.
 */

import { hash } from "node:crypto";
import type { Clock } from "@greenhouse/domain/clock";
import { Random } from "./random";

interface Event {
  readonly atMs: number;
  readonly tie: number;
  readonly action: () => void;
  isCancelled: boolean;
}

/** Lines that a violation is reported with. */
const KEPT_LINES = 4_000;
/** Characters of the trace that are hashed together. */
const HASHED_CHARACTERS = 65_536;

export class World {
  readonly random: Random;
  /** The newest lines of the trace. */
  readonly trace: string[] = [];
  readonly startMs: number;
  events = 0;
  #nowMs: number;
  readonly #ties: Random;
  readonly #starts: Random;
  /** Those that are to happen, the next one last. */
  readonly #events: Event[] = [];
  #unhashed = "";
  #digest = "";
  #afterEvent: () => void = () => undefined;

  /** @param onLine called with each line of the trace */
  constructor(
    readonly seed: number,
    startMs: number,
    private readonly onLine: (line: string) => void = () => undefined,
  ) {
    this.random = new Random(seed);
    this.#ties = this.random.fork("ties");
    this.#starts = this.random.fork("starts");
    this.startMs = startMs;
    this.#nowMs = startMs;
  }

  /** Unix milliseconds. */
  readonly now = (): number => this.#nowMs;

  /** Calls back after a delay. Returns a function that prevents the call. */
  after(delayMs: number, action: () => void): () => void {
    const atMs = this.#nowMs + Math.max(0, delayMs);
    const event = { atMs, tie: this.#ties.next(), action, isCancelled: false };
    insert(this.#events, event);
    return () => void (event.isCancelled = true);
  }

  /**
   * Acts again and again after random pauses, until a pause is Infinity.
   * @param spread the part by which a pause is shorter or longer
   */
  repeat(random: Random, everyMs: () => number, action: () => void, spread = 0.5): void {
    const begin = (part: number): void => {
      const pauseMs = everyMs() * random.between(1 - spread, 1 + spread);
      if (pauseMs === Infinity) return;
      this.after(part * pauseMs, () => {
        if (everyMs() === Infinity) return;
        begin(1);
        action();
      });
    };
    begin(this.#starts.between(0, 1));
  }

  /** Resolves after a delay. */
  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.after(delayMs, resolve));
  }

  /** The clock of a part of the world. @param skewMs how far its time of day is ahead */
  clock(skewMs = 0): Clock {
    return {
      now: () => Math.floor(this.#nowMs + skewMs),
      elapsed: () => this.#nowMs - this.startMs,
      after: (delayMs, callback) => this.after(delayMs, callback),
    };
  }

  /**
   * Adds a line to the trace: what happened, and to whom.
   * @param details count for the digest and are not shown
   */
  note(who: string, what: string, details = ""): void {
    const line = `${timeOf(this.#nowMs)} ${who}: ${what}`;
    this.trace.push(line);
    this.onLine(line);
    if (this.trace.length > 2 * KEPT_LINES) this.trace.splice(0, KEPT_LINES);
    this.#unhashed += line + details;
    if (this.#unhashed.length > HASHED_CHARACTERS) this.#hash();
  }

  /** The digest of the whole trace: two runs that differ anywhere have different ones. */
  get digest(): string {
    this.#hash();
    return this.#digest.slice(0, 16);
  }

  /** Calls a function after each event. */
  onEvent(check: () => void): void {
    this.#afterEvent = check;
  }

  /** Lets events happen until a time in Unix milliseconds. */
  async run(untilMs: number): Promise<void> {
    for (;;) {
      const event = this.#events.at(-1);
      if (event === undefined || event.atMs > untilMs) break;
      this.#events.pop();
      if (event.isCancelled) continue;
      this.#nowMs = event.atMs;
      this.events += 1;
      event.action();
      await settle();
      this.#afterEvent();
    }
    this.#nowMs = untilMs;
  }

  #hash(): void {
    this.#digest = hash("sha256", this.#digest + this.#unhashed);
    this.#unhashed = "";
  }
}

/** Resolves when no promise and no callback of `process.nextTick` is left: only then does an immediate run. */
export const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** `day 2 03:12:45.678`, counted from midnight before the start in UTC. */
function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(5, 23).replace("T", " ");
}

const isBefore = (one: Event, other: Event): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.tie < other.tie);

/** Adds an event to a list in which the next event is the last. */
function insert(events: Event[], event: Event): void {
  let [from, to] = [0, events.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBefore(event, events[middle] as Event)) from = middle + 1;
    else to = middle;
  }
  events.splice(from, 0, event);
}
