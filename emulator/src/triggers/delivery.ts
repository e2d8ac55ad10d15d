/**
 * Delivers events to their functions, each event once unless `repeatedShare` is set. A trigger gets one event at a time;
 * a few triggers get events at the same time. While the functions emulator does not accept connections, events wait.
 */

import { availableParallelism } from "node:os";
import { stringifyJson } from "../tree/json-text";
import { formatPath } from "../tree/path";
import { isRepeated, Shuffle } from "./disorder";
import { eventBody, type TriggerEvent } from "./event-body";
import { type Address, type Answer, functionPath, FunctionsClient } from "./functions-client";
import type { Lane } from "./lane";
import { PendingEvents } from "./pending-events";
import type { Trigger } from "./registration";

const MAX_UNDER_WAY = 4;

/** After this time firebase-tools stops waiting for a function's process, and does not answer. */
const START_MS = 30_000;

/**
 * The pause before an unsent event is tried again, and after a function failed. The functions emulator kills the
 * process of a failed function, but for a moment still passes the next event to that process, and the event is lost.
 */
const PAUSE_MS = 500;

/** firebase-tools registers a trigger a moment before its function can be called. */
const MAX_TIMES_UNKNOWN = 4;

/** A function may run for 540 s, and its process needs time to start. */
const FUNCTION_TIMEOUT_MS = 600_000;

export interface DeliveryOptions {
  readonly functionsEmulator: Address;
  /** Called with a line for the developer: a function failed, or the functions emulator cannot be reached. */
  readonly log: (line: string) => void;
  /** Time limit of a function. */
  readonly functionTimeoutMs?: number;
  readonly pauseMs?: number;
  /**
   * Maximum number of processes that start at the same time, by default the number of cores. The first call of a
   * function starts a process, and processes that start together slow each other down.
   */
  readonly maxStarting?: number;
  /** Shuffles the events of each function. Undefined keeps the order of the writes. */
  readonly shuffleSeed?: number | undefined;
  /** The share of the events that are sent twice, from 0 (default) to 1. */
  readonly repeatedShare?: number | undefined;
  /** Omits the writer from events of the 2nd generation. */
  readonly isAuthTypeUnknown?: boolean | undefined;
}

export class Delivery {
  readonly pending = new PendingEvents();
  private readonly client: FunctionsClient;
  private readonly maxStarting: number;
  private readonly shuffle: Shuffle | undefined;
  /** Lanes with waiting events and without an event under way. */
  private readonly ready: Lane[] = [];
  private underWay = 0;
  /** Number of first calls under way, for which a function's process may still be starting. */
  private starting = 0;
  private isPaused = false;
  private isUnreachable = false;
  private isClosed = false;

  constructor(private readonly options: DeliveryOptions) {
    const { functionsEmulator, functionTimeoutMs = FUNCTION_TIMEOUT_MS, shuffleSeed } = options;
    this.maxStarting = options.maxStarting ?? availableParallelism();
    this.client = new FunctionsClient(functionsEmulator, functionTimeoutMs);
    const release = (lane: Lane, event: TriggerEvent): void => this.enqueue(lane, event);
    this.shuffle = shuffleSeed === undefined ? undefined : new Shuffle(shuffleSeed, release);
  }

  add(lane: Lane, event: TriggerEvent): void {
    if (this.isClosed) return;
    const { repeatedShare = 0, shuffleSeed = 0 } = this.options;
    const isTwice = isRepeated(repeatedShare, shuffleSeed, lane, event.namespace);
    this.addOnce(lane, event);
    if (isTwice) this.addOnce(lane, event);
  }

  /** Drops the waiting events of `lane`, because its function has another trigger now. Keeps an event under way. */
  drop(lane: Lane): void {
    lane.isDropped = true;
    const dropped = [...lane.queue.splice(0), ...(this.shuffle?.drop(lane) ?? [])];
    for (const { namespace } of dropped) this.pending.finish(namespace);
    if (dropped.length === 0) return;
    const { functionId } = lane.trigger;
    this.options.log(
      `${functionId} has another trigger now: dropped ${dropped.length} waiting events.`,
    );
  }

  /** Aborts the events under way and drops the waiting events. */
  close(): void {
    this.isClosed = true;
    const { total } = this.pending;
    if (total > 0) this.options.log(`Stopped with ${total} unhandled events.`);
    this.pending.close();
    this.client.close();
  }

  private addOnce(lane: Lane, event: TriggerEvent): void {
    if (this.shuffle === undefined) this.enqueue(lane, event);
    else this.shuffle.add(lane, event);
    lane.countsIn(event.namespace).waiting += 1;
    this.pending.add(event.namespace);
  }

  private enqueue(lane: Lane, event: TriggerEvent): void {
    lane.queue.push(event);
    if (!lane.isActive) this.makeReady(lane);
  }

  private makeReady(lane: Lane): void {
    lane.isActive = true;
    this.ready.push(lane);
    // A write does not wait for the JSON of its events.
    setImmediate(() => this.pump());
  }

  private afterPause(act: () => void): void {
    setTimeout(act, this.options.pauseMs ?? PAUSE_MS).unref();
  }

  private pump(): void {
    while (this.underWay < MAX_UNDER_WAY && !this.isPaused && !this.isClosed) {
      const lane = this.takeReady();
      if (lane === undefined) return;
      const event = lane.queue.shift();
      if (event === undefined) lane.isActive = false;
      else void this.deliver(lane, event);
    }
  }

  /** Takes the next lane. A lane whose function has no process yet waits while the maximum number of them start. */
  private takeReady(): Lane | undefined {
    const canStart = this.starting < this.maxStarting;
    const index = this.ready.findIndex((lane) => lane.isStarted || canStart);
    return index < 0 ? undefined : this.ready.splice(index, 1)[0];
  }

  /** Counts a starting function until START_MS are over. @returns a function that ends the start earlier */
  private start(): () => void {
    this.starting += 1;
    let isOver = false;
    const end = (): void => {
      if (!isOver) this.starting -= 1;
      isOver = true;
      clearTimeout(timer);
    };
    const timer = setTimeout(() => {
      end();
      this.pump();
    }, START_MS).unref();
    return end;
  }

  private async deliver(lane: Lane, event: TriggerEvent): Promise<void> {
    const counts = lane.countsIn(event.namespace);
    const endStart = lane.isStarted ? undefined : this.start();
    const { trigger } = lane;
    this.underWay += 1;
    counts.waiting -= 1;
    counts.underWay += 1;
    const answer = await this.post(trigger, event);
    this.underWay -= 1;
    counts.underWay -= 1;
    if (this.isClosed) return;
    // The functions emulator kills the process of a function that failed.
    const isDone = answer.status === "answered" && answer.code < 300;
    lane.startedKey = isDone ? trigger.key : undefined;
    endStart?.();
    const isUnknown = answer.status === "answered" && answer.code === 404;
    lane.timesUnknown = isUnknown ? lane.timesUnknown + 1 : 0;
    if (answer.status === "unsent" || (isUnknown && lane.timesUnknown <= MAX_TIMES_UNKNOWN)) {
      this.waitToRetry(lane, event, answer);
    } else {
      this.finish(lane, event, failureOf(answer));
    }
    this.pump();
  }

  private finish(lane: Lane, event: TriggerEvent, failure: string | undefined): void {
    const counts = lane.countsIn(event.namespace);
    if (this.isUnreachable) this.options.log("The functions emulator can be reached again.");
    this.isUnreachable = false;
    if (failure === undefined) {
      counts.delivered += 1;
      this.makeReady(lane);
    } else {
      counts.failed += 1;
      const path = formatPath(event.path);
      this.options.log(`${lane.trigger.functionId} failed with the event at ${path}: ${failure}`);
      this.afterPause(() => this.makeReady(lane));
    }
    this.pending.finish(event.namespace);
  }

  private async post(trigger: Trigger, event: TriggerEvent): Promise<Answer> {
    const path = functionPath(trigger.project, trigger.key);
    try {
      const hasWriter = this.options.isAuthTypeUnknown !== true;
      const { contentType, json } = eventBody(trigger, event, hasWriter);
      return await this.client.post({ path, contentType, body: stringifyJson(json) });
    } catch (error) {
      // The JSON would be longer than V8's longest string, or the time is outside the range of dates.
      if (!(error instanceof RangeError)) throw error;
      return { status: "broken", reason: `cannot write the event: ${error.message}` };
    }
  }

  private waitToRetry(lane: Lane, event: TriggerEvent, answer: Answer): void {
    if (answer.status === "unsent" && !this.isUnreachable) {
      this.isUnreachable = true;
      this.options.log(
        `The functions emulator cannot be reached (${answer.reason}). Events wait until it can.`,
      );
    }
    if (lane.isDropped) {
      this.pending.finish(event.namespace);
    } else {
      lane.queue.unshift(event);
      lane.countsIn(event.namespace).waiting += 1;
    }
    this.ready.unshift(lane);
    if (this.isPaused) return;
    this.isPaused = true;
    this.afterPause(() => {
      this.isPaused = false;
      this.pump();
    });
  }
}

/** Returns why a function did not handle an event, or undefined if it did. */
function failureOf(answer: Answer): string | undefined {
  if (answer.status !== "answered") return `${answer.reason}. The event is not sent again.`;
  if (answer.code >= 200 && answer.code < 300) return undefined;
  const [line = ""] = answer.text.trim().split("\n");
  return `it answered ${answer.code}${line === "" ? "" : `: ${line}`}`;
}
