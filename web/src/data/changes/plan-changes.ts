/** The owners' changes of plans. They behave like the changes in `changes.ts`. */

import type { OutputId } from "@greenhouse/domain/outputs/model";
import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import {
  planPause,
  planRemoval,
  planSwitch,
  planUpdate,
} from "@greenhouse/domain/outputs/plans/updates";
import type { Writes } from "./writes";

export class PlanChanges {
  readonly #writes: Writes;

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /**
   * Adds or changes a plan. Runs that were due before are not made. The rules refuse a pause that is over.
   * @param nowMs Unix milliseconds
   */
  save(id: OutputId, plan: Plan, nowMs: number): Promise<void> {
    const { pausedUntil = 0 } = plan;
    const isPaused = pausedUntil > nowMs;
    return this.#writes.store(
      planUpdate(id, isPaused ? plan : { ...plan, pausedUntil: undefined }),
    );
  }

  /** Switches a plan on or off. Runs that were due before are not made. */
  switch(id: OutputId, isOn: boolean): Promise<void> {
    return this.#writes.store(planSwitch(id, isOn));
  }

  remove(id: OutputId): Promise<void> {
    return this.#writes.store(planRemoval(id));
  }

  /** Pauses a plan until a time in Unix milliseconds, or resumes it. */
  pause(id: OutputId, untilMs: number | undefined): Promise<void> {
    return this.#writes.store(planPause(id, untilMs));
  }
}
