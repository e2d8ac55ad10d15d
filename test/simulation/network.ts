/** A network between two parts of the world, with the faults of its record. */

import type { NetworkFaults } from "./faults/faults";
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
    /** Read again for each request: in the end the faults are switched off. */
    private readonly faults: () => NetworkFaults,
  ) {
    this.#random = world.random.fork(`network ${name}`);
    const pause = (): number => this.#random.between(0.5, 1.5) * this.faults().partitionEveryMs;
    world.every(pause, () => this.#cut());
  }

  send<Answer>({ serve, onAnswer, onBroken }: Delivery<Answer>): void {
    const random = this.#random;
    const { lostRequest, lostAnswer, duplicate, refused } = this.faults();
    const isLost = random.chance(lostRequest);
    const isAnswerLost = random.chance(lostAnswer);
    const isRefused = random.chance(refused);
    const copies = random.chance(duplicate) ? 2 : 1;
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
    const [usual, longest] = this.faults().delayMs;
    return this.#random.chance(LONG_DELAYS)
      ? this.#random.between(usual, longest)
      : this.#random.between(usual / 2, usual);
  }

  get #isPartitioned(): boolean {
    return this.faults().partitionEveryMs < Infinity && this.world.now() < this.#partitionUntilMs;
  }

  #cut(): void {
    const { partitionEveryMs, longestPartitionMs } = this.faults();
    if (partitionEveryMs === Infinity) return;
    const forMs = this.#random.between(0, longestPartitionMs);
    this.#partitionUntilMs = this.world.now() + forMs;
    this.world.note(this.name, `is cut for ${Math.round(forMs / 1000)} s`);
  }
}
