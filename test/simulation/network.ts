/** A network between two parts of the world, with the faults of its record. */

import { LONGEST_PARTITION_MS, USUAL_DELAY_MS, type Faults } from "./faults/faults";
import type { Random } from "./random";
import type { World } from "./world";

const MAX_DUPLICATE_DELAY_MS = 60_000;
/** The part of all delays that is long. */
const LONG_DELAYS = 0.05;

export type Refusal = 429 | 503;

export interface Delivery<Answer> {
  /** The request arrives. Called twice for a duplicate, and never for a lost request. */
  readonly serve: () => Promise<Answer>;
  readonly onAnswer: (answer: Answer | Refusal) => void;
  /** The sender learns that the connection broke. Often nobody tells the sender. */
  readonly onBroken: () => void;
}

export class Network {
  /** Requests that may still take effect or be answered. */
  underWay = 0;
  readonly #random: Random;
  #partitionUntilMs = 0;

  constructor(
    private readonly world: World,
    readonly name: string,
    private readonly kind: "devices" | "database",
    /** Read again for each request: in the end the faults are switched off. */
    private readonly faults: () => Faults,
  ) {
    this.#random = world.random.fork(`network ${name}`);
    world.repeat(
      this.#random,
      () => faults()[`${kind}.partitionEveryMs`],
      () => this.#cut(),
    );
  }

  send<Answer>({ serve, onAnswer, onBroken }: Delivery<Answer>): void {
    const random = this.#random;
    const { kind } = this;
    const faults = this.faults();
    const isLost = random.chance(faults[`${kind}.lostRequest`]);
    const isAnswerLost = random.chance(faults[`${kind}.lostAnswer`]);
    const isRefused = random.chance(faults[`${kind}.refused`]);
    const copies = random.chance(faults[`${kind}.duplicate`]) ? 2 : 1;
    const isNoticed = random.chance(0.5);
    if (isLost || this.#isPartitioned) {
      if (isNoticed) this.#later(onBroken);
      return;
    }
    if (isRefused) {
      this.#later(() => this.#later(() => onAnswer(random.chance(0.5) ? 429 : 503)));
      return;
    }
    for (let copy = 1; copy <= copies; copy += 1) {
      const delayMs = copy === 1 ? this.#delay() : random.between(0, MAX_DUPLICATE_DELAY_MS);
      this.#later(async () => {
        const answer = await serve();
        if (copy > 1) return;
        const isBroken = isAnswerLost || this.#isPartitioned;
        if (!isBroken) this.#later(() => onAnswer(answer));
        else if (isNoticed) this.#later(onBroken);
      }, delayMs);
    }
  }

  #later(action: () => void | Promise<void>, delayMs = this.#delay()): void {
    this.underWay += 1;
    this.world.after(delayMs, () => {
      const ended = action();
      if (ended === undefined) this.underWay -= 1;
      else void ended.finally(() => (this.underWay -= 1));
    });
  }

  /** Usual delays vary a little. Some are long, so that later requests overtake. */
  #delay(): number {
    const { kind } = this;
    const usualMs = USUAL_DELAY_MS[kind];
    return this.#random.chance(LONG_DELAYS)
      ? this.#random.between(usualMs, this.faults()[`${kind}.longestDelayMs`])
      : this.#random.between(usualMs / 2, usualMs);
  }

  get #isPartitioned(): boolean {
    const isOver = this.faults()[`${this.kind}.partitionEveryMs`] === Infinity;
    return !isOver && this.world.now() < this.#partitionUntilMs;
  }

  #cut(): void {
    const forMs = this.#random.between(0, LONGEST_PARTITION_MS);
    this.#partitionUntilMs = this.world.now() + forMs;
    this.world.note(this.name, `is cut for ${Math.round(forMs / 1000)} s`);
  }
}
