/**
 * Lets one task run at a time. Whoever waits is served in turn with all others that wait, however many tasks each of them
 * has, and no longer than its deadline.
 */

import { Unavailable } from "./database";

interface Waiter {
  readonly begin: () => void;
  readonly giveUp: NodeJS.Timeout;
}

export class Turns {
  #isBusy = false;
  /** By sender, whoever waits longest first: a Map keeps the order of insertion. */
  readonly #waiting = new Map<string, Waiter[]>();

  /**
   * @param sender whose task it is
   * @param timeoutMs how long it may wait
   * @throws Unavailable when it has waited for so long
   */
  async run<T>(sender: string, timeoutMs: number, task: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await this.#wait(sender, timeoutMs);
    this.#isBusy = true;
    try {
      return await task();
    } finally {
      this.#isBusy = false;
      this.#beginNext();
    }
  }

  #wait(sender: string, timeoutMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(sender) ?? [];
      const waiter: Waiter = {
        begin: resolve,
        giveUp: setTimeout(() => {
          queue.splice(queue.indexOf(waiter), 1);
          if (queue.length === 0) this.#waiting.delete(sender);
          reject(new Unavailable("timeout", "The database did not answer in time."));
        }, timeoutMs),
      };
      queue.push(waiter);
      this.#waiting.set(sender, queue);
    });
  }

  #beginNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    const [sender, queue] = next;
    const waiter = queue.shift();
    // Behind all others, with what it has left.
    this.#waiting.delete(sender);
    if (queue.length > 0) this.#waiting.set(sender, queue);
    if (waiter === undefined) return;
    clearTimeout(waiter.giveUp);
    this.#isBusy = true;
    waiter.begin();
  }
}
