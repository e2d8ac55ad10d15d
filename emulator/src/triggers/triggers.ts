/** The triggers of an emulator: registered by firebase-tools, called with what each write changed where they listen. */

import type { AppliedWrite } from "../database/write";
import { getOrInsert } from "../tree/get-or-insert";
import { findChangedPaths } from "./changed-paths";
import { Delivery, type DeliveryOptions } from "./delivery";
import { Lane } from "./lane";
import { matches } from "./ref-pattern";
import type { Trigger } from "./registration";

export class Triggers {
  private readonly lanes = new Map<string, Lane>();
  /** Who listens in a namespace; worked out at its first write. */
  private readonly lanesByNamespace = new Map<string, readonly Lane[]>();
  private readonly delivery: Delivery;

  constructor(options: DeliveryOptions) {
    this.delivery = new Delivery(options);
  }

  /** Adds a trigger; it replaces an earlier one of the same function. */
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

  /** Queues the events of a write. Nothing is called or turned into text before it returns. */
  onApplied(namespace: string, { before, after, changes, actor, now: time }: AppliedWrite): void {
    if (this.lanes.size === 0) return;
    const lanes = this.lanesIn(namespace);
    if (lanes.length === 0) return;
    const paths = changes.map(({ path }) => path).filter((path) => path.at(-1) !== ".priority");
    const trees = { before, after, paths };
    for (const lane of lanes) {
      const { segments, kind } = lane.trigger;
      findChangedPaths(segments, kind, trees, (changed) =>
        this.delivery.add(lane, { ...changed, namespace, actor, time }),
      );
    }
  }

  get registered(): readonly Trigger[] {
    return Array.from(this.lanes.values(), ({ trigger }) => trigger);
  }

  /** The triggers that listen in a namespace, with what became of its events. */
  statusIn(namespace: string): readonly Readonly<Record<string, string | number>>[] {
    return this.lanesIn(namespace).map((lane) => {
      const { functionId, project, eventType, ref, instanceText } = lane.trigger;
      const identity = { function: functionId, project, event: eventType, ref };
      return { ...identity, instance: instanceText, ...lane.countsIn(namespace) };
    });
  }

  /** Resolves when all events of a namespace are done. @returns whether that was within `timeoutMs` */
  whenIdle(namespace: string, timeoutMs: number): Promise<boolean> {
    return this.delivery.pending.whenIdle(namespace, timeoutMs);
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

/** Whether events for one trigger are right for the other too. */
function listensAlike(a: Trigger, b: Trigger): boolean {
  return a.eventType === b.eventType && a.ref === b.ref && a.instanceText === b.instanceText;
}
