/** Pseudo-random numbers from a seed: the same seed gives the same numbers on every machine (mulberry32). */

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to below 1. */
  readonly next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  /** Returns numbers of their own for a part of the world, so that a new part does not change the others. */
  fork(name: string): Random {
    let seed = this.#state;
    for (const character of name) seed = (Math.imul(seed, 31) + character.charCodeAt(0)) >>> 0;
    return new Random(seed);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  /** Returns a whole number from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error("There is nothing to pick from.");
    return choice;
  }

  /** Returns lower-case hexadecimal characters. */
  hex(length: number): string {
    return Array.from({ length }, () => this.below(16).toString(16)).join("");
  }
}
