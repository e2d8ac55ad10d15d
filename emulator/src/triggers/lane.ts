/** A trigger with its waiting events. Its function receives them one after the other. */

import { getOrInsert } from "../tree/get-or-insert";
import type { TriggerEvent } from "./event-body";
import type { Trigger } from "./registration";

/** Numbers of events of one trigger in one namespace. */
interface EventCounts {
  waiting: number;
  underWay: number;
  /** The function returned. */
  delivered: number;
  /** The function threw or did not answer. */
  failed: number;
}

export class Lane {
  /** First in, first out. */
  readonly queue: TriggerEvent[] = [];
  /** Whether the lane waits for delivery or an event is being delivered. */
  isActive = false;
  /** Whether the function has another trigger now. */
  isDropped = false;
  /** How often the functions emulator did not know the function. */
  timesUnknown = 0;
  /** The trigger's key when the function last returned. */
  startedKey: string | undefined;
  private readonly counts = new Map<string, EventCounts>();

  constructor(public trigger: Trigger) {}

  /** Whether the function has a process. Functions that are loaded again have another key and other processes. */
  get isStarted(): boolean {
    return this.startedKey === this.trigger.key;
  }

  /** Returns the number of events so far. */
  eventsIn(namespace: string): number {
    const { waiting, underWay, delivered, failed } = this.countsIn(namespace);
    return waiting + underWay + delivered + failed;
  }

  countsIn(namespace: string): EventCounts {
    const create = (): EventCounts => ({ waiting: 0, underWay: 0, delivered: 0, failed: 0 });
    return getOrInsert(this.counts, namespace, create);
  }
}
