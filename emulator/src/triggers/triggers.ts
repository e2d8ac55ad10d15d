/** The triggers of an emulator. firebase-tools registers them; writes that change their paths call them. */

import type { AppliedWrite } from "../database/write";
import { getOrInsert } from "../tree/get-or-insert";
import { findChangedPaths } from "./changed-paths";
import { Delivery, type DeliveryOptions } from "./delivery";
import { Lane } from "./lane";
import { matches } from "./ref-pattern";
import type { Trigger } from "./registration";
import { findStartProblem } from "./start-problem";

export interface TriggersOptions extends DeliveryOptions {
  readonly createEventId: () => string;
}

export class Triggers {
  private readonly lanes = new Map<string, Lane>();
  /** The lanes that listen in a namespace, computed at its first write. */
  private readonly lanesByNamespace = new Map<string, readonly Lane[]>();
  private readonly delivery: Delivery;

  constructor(private readonly options: TriggersOptions) {
    this.delivery = new Delivery(options);
  }

  /** Adds a trigger. It replaces an earlier trigger of the same function. */
  register(trigger: Trigger): void {
    const id = `${trigger.project}/${trigger.functionId}`;
    const earlier = this.lanes.get(id);
    if (earlier !== undefined && listensAlike(earlier.trigger, trigger)) {
      earlier.trigger = trigger;
      earlier.timesUnknown = 0;
    } else {
      if (earlier !== undefined) this.delivery.drop(earlier);
      this.lanes.set(id, new Lane(trigger));
    }
    this.lanesByNamespace.clear();
  }

  /** Queues the events of a write. Creates no JSON and calls no function before it returns. */
  onApplied(namespace: string, { before, after, changes, actor, now: time }: AppliedWrite): void {
    if (this.lanes.size === 0) return;
    const lanes = this.lanesIn(namespace);
    if (lanes.length === 0) return;
    const paths = changes.map(({ path }) => path).filter((path) => path.at(-1) !== ".priority");
    const trees = { before, after, paths };
    for (const lane of lanes) {
      const { segments, kind } = lane.trigger;
      findChangedPaths(segments, kind, trees, (changed) =>
        this.delivery.add(lane, {
          id: this.options.createEventId(),
          ...changed,
          namespace,
          actor,
          time,
        }),
      );
    }
  }

  get registered(): readonly Trigger[] {
    return Array.from(this.lanes.values(), ({ trigger }) => trigger);
  }

  /** Returns the triggers that listen in a namespace, with the numbers of their events. */
  statusIn(namespace: string): readonly Readonly<Record<string, string | number>>[] {
    return this.lanesIn(namespace).map((lane) => {
      const { functionId, project, eventType, ref, instanceText } = lane.trigger;
      const identity = { function: functionId, project, event: eventType, ref };
      return { ...identity, instance: instanceText, ...lane.countsIn(namespace) };
    });
  }

  /** Waits until all events of a namespace are finished. @returns whether they were within `timeoutMs` */
  whenIdle(namespace: string, timeoutMs: number): Promise<boolean> {
    return this.delivery.pending.whenIdle(namespace, timeoutMs);
  }

  /** Returns why no function can start, as a line for the developer; undefined if nothing is known to be wrong. */
  async findStartProblem(): Promise<string | undefined> {
    const isAnyStarted = [...this.lanes.values()].some((lane) => lane.isStarted);
    return isAnyStarted ? undefined : findStartProblem(this.options.functionsEmulator);
  }

  close(): void {
    this.delivery.close();
  }

  private lanesIn(namespace: string): readonly Lane[] {
    return getOrInsert(this.lanesByNamespace, namespace, () =>
      [...this.lanes.values()].filter(({ trigger }) => matches(trigger.instance, namespace)),
    );
  }
}

/** Returns whether both triggers get the same events. */
function listensAlike(a: Trigger, b: Trigger): boolean {
  return a.eventType === b.eventType && a.ref === b.ref && a.instanceText === b.instanceText;
}
