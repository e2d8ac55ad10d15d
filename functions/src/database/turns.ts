/**
 * Runs one task at a time. Senders take turns, however many waiting tasks each of them has. A task waits no longer than
 * its timeout.
 */

import { Unavailable } from "./database";

interface Waiter {
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

export class Turns {
  #isBusy = false;
  /** By sender, in the order of their turns: a Map keeps the order of insertion. */
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
        timer: setTimeout(() => {
          queue.splice(queue.indexOf(waiter), 1);
          if (queue.length === 0) this.#waiting.delete(sender);
          reject(new Unavailable("timeout", "Earlier large batches took too long."));
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
    // Its other tasks go to the end of the queue.
    this.#waiting.delete(sender);
    if (queue.length > 0) this.#waiting.set(sender, queue);
    if (waiter === undefined) return;
    clearTimeout(waiter.timer);
    this.#isBusy = true;
    waiter.begin();
  }
}
