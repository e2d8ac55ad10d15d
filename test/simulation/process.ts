/** A process of the platform: it may stand still for a while, and it may end at any moment. */

import type { Clock } from "@greenhouse/domain/clock";
import type { World } from "./world";

export class Process {
  #state: "running" | "frozen" | "dead" = "running";
  /** Events that wait until the process goes on. */
  #held: (() => void)[] = [];
  #onKill = (): void => undefined;

  constructor(
    readonly world: World,
    readonly name: string,
    readonly skewMs = 0,
  ) {}

  get isDead(): boolean {
    return this.#state === "dead";
  }

  /** Lets something happen to the process: at once, when it goes on, or never. */
  deliver(action: () => void): void {
    if (this.#state === "running") action();
    else if (this.#state === "frozen") this.#held.push(action);
  }

  onKill(listener: () => void): void {
    this.#onKill = listener;
  }

  freeze(forMs: number): void {
    if (this.#state !== "running") return;
    this.#state = "frozen";
    this.world.note(this.name, `stands still for ${Math.round(forMs)} ms`);
    this.world.after(forMs, () => {
      if (this.#state !== "frozen") return;
      this.#state = "running";
      for (const action of this.#held.splice(0)) action();
    });
  }

  /** The process ends. Its promises never settle. */
  kill(): void {
    if (this.#state === "dead") return;
    this.#state = "dead";
    this.#held = [];
    this.world.note(this.name, "ends");
    this.#onKill();
  }

  get clock(): Clock {
    const { now, elapsed, after } = this.world.clock(this.skewMs);
    return {
      now,
      elapsed,
      after: (delayMs, callback) => after(delayMs, () => this.deliver(callback)),
    };
  }
}
