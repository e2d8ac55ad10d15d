/**
 * Brings events to their functions: each once, those of one trigger one after the other, a few triggers at a time.
 * While the functions emulator takes no connections, events wait.
 */

import { formatPath } from "../tree/path";
import { eventBody, type TriggerEvent } from "./event-body";
import type { Answer, Post } from "./functions-client";
import type { Lane } from "./lane";
import { PendingEvents } from "./pending-events";
import type { Trigger } from "./registration";

/** The functions emulator runs a process for each function that is called, and slows down steeply with their number. */
const MAX_UNDER_WAY = 8;

/** The pause before an event that could not be sent is tried again. */
const RETRY_PAUSE_MS = 500;

/** firebase-tools registers a trigger a moment before its function can be called. */
const MAX_TIMES_UNKNOWN = 4;

export interface DeliveryOptions {
  readonly post: (post: Post) => Promise<Answer>;
  readonly createEventId: () => string;
  /** Called with a line that a developer should read. */
  readonly log: (line: string) => void;
  readonly retryPauseMs?: number | undefined;
}

export class Delivery {
  readonly pending = new PendingEvents();
  /** With events that wait and none under way. */
  private readonly ready: Lane[] = [];
  private underWay = 0;
  private pause: NodeJS.Timeout | undefined;
  private scheduled: NodeJS.Immediate | undefined;
  private isAway = false;
  private isClosed = false;

  constructor(private readonly options: DeliveryOptions) {}

  add(lane: Lane, event: TriggerEvent): void {
    if (this.isClosed) return;
    lane.queue.add(event);
    lane.countsIn(event.namespace).waiting += 1;
    this.pending.add(event.namespace);
    this.makeReady(lane);
  }

  /** Gives up what waits for `lane`, but for an event that is under way. @returns how many events that were */
  drop(lane: Lane): number {
    const [first, ...others] = lane.queue;
    const isUnderWay = first !== undefined && lane.countsIn(first.namespace).underWay > 0;
    const dropped = first === undefined || isUnderWay ? others : [first, ...others];
    lane.queue.clear();
    for (const { namespace } of dropped) {
      lane.countsIn(namespace).waiting -= 1;
      this.pending.finish(namespace);
    }
    return dropped.length;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.pause);
    clearImmediate(this.scheduled);
    const { total } = this.pending;
    if (total > 0) this.options.log(`Stopped with ${total} events that no function has handled.`);
    this.pending.close();
  }

  private makeReady(lane: Lane): void {
    if (lane.isActive) return;
    lane.isActive = true;
    this.ready.push(lane);
    this.schedule();
  }

  /** A write does not wait until its events are turned into text. */
  private schedule(): void {
    this.scheduled ??= setImmediate(() => {
      this.scheduled = undefined;
      this.pump();
    });
  }

  private pump(): void {
    while (this.underWay < MAX_UNDER_WAY && this.pause === undefined && !this.isClosed) {
      const lane = this.ready.shift();
      if (lane === undefined) return;
      const event = lane.queue.first;
      if (event === undefined) lane.isActive = false;
      else void this.deliver(lane, event);
    }
  }

  private async deliver(lane: Lane, event: TriggerEvent): Promise<void> {
    const { trigger } = lane;
    const counts = lane.countsIn(event.namespace);
    this.underWay += 1;
    counts.waiting -= 1;
    counts.underWay += 1;
    const answer = await this.post(trigger, event);
    this.underWay -= 1;
    counts.underWay -= 1;
    if (this.isClosed) return;
    if (answer.status === "unsent" || this.isTooEarly(lane, answer)) {
      this.waitToRetry(lane, event, answer);
      return;
    }
    if (this.isAway) this.options.log("The functions emulator can be reached again.");
    this.isAway = false;
    const failure = failureOf(answer);
    if (failure === undefined) {
      counts.delivered += 1;
    } else {
      counts.failed += 1;
      this.options.log(
        `${trigger.functionId} failed with the event at ${formatPath(event.path)}: ${failure}`,
      );
    }
    if (lane.queue.first === event) lane.queue.dropFirst();
    this.pending.finish(event.namespace);
    lane.isActive = false;
    if (lane.queue.size > 0) this.makeReady(lane);
    this.schedule();
  }

  private async post(trigger: Trigger, event: TriggerEvent): Promise<Answer> {
    const { contentType, json } = eventBody(trigger, event, this.options.createEventId());
    const path = `/functions/projects/${encodeURIComponent(trigger.project)}/triggers/${encodeURIComponent(trigger.key)}`;
    let body: string;
    try {
      body = JSON.stringify(json);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { status: "broken", reason: "it is longer than a text can be" };
    }
    return this.options.post({ path, contentType, body });
  }

  private isTooEarly(lane: Lane, answer: Answer): boolean {
    const isUnknown = answer.status === "answered" && answer.code === 404;
    if (!isUnknown) lane.timesUnknown = 0;
    else lane.timesUnknown += 1;
    return isUnknown && lane.timesUnknown <= MAX_TIMES_UNKNOWN;
  }

  private waitToRetry(lane: Lane, event: TriggerEvent, answer: Answer): void {
    if (answer.status === "unsent" && !this.isAway) {
      this.isAway = true;
      this.options.log(
        `The functions emulator cannot be reached (${answer.reason}). Events wait until it can.`,
      );
    }
    if (lane.queue.first === event) lane.countsIn(event.namespace).waiting += 1;
    else this.pending.finish(event.namespace);
    this.ready.unshift(lane);
    this.pause ??= setTimeout(() => {
      this.pause = undefined;
      this.schedule();
    }, this.options.retryPauseMs ?? RETRY_PAUSE_MS);
  }
}

/** What kept a function from handling an event; undefined if nothing did. */
function failureOf(answer: Answer): string | undefined {
  if (answer.status !== "answered") return `${answer.reason}. It is not sent again.`;
  if (answer.code >= 200 && answer.code < 300) return undefined;
  const [line = ""] = answer.text.trim().split("\n");
  return `it answered ${answer.code}${line === "" ? "" : `: ${line}`}`;
}
