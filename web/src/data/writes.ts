/**
 * Changes on their way to the database. Without a connection they are kept here, in memory, and sent in their order when
 * it is back; whoever made them may drop them before. The SDK would show them as if they were stored. One that was sent
 * when the connection broke is sent again by the SDK: it may be stored already, and only a reload drops it.
 */

import { signal } from "@preact/signals-core";
import type { ReadonlySignal } from "@preact/signals-core";

/** By path; null deletes. */
export type Values = Readonly<Record<string, unknown>>;
export type Update = (values: Values) => Promise<void>;

export interface PendingWrite {
  readonly values: Values;
  /** Whether it was handed to the SDK. */
  readonly isSent: boolean;
}

/** The person dropped the change before it was sent. */
export class Discarded extends Error {
  readonly code = "discarded";
}

interface Kept extends PendingWrite {
  isSent: boolean;
  readonly send: () => void;
  readonly drop: () => void;
}

export class Writes {
  readonly #all = signal<readonly Kept[]>([]);
  /** What the database has not confirmed, in the order of its making. */
  readonly pending: ReadonlySignal<readonly PendingWrite[]> = this.#all;
  readonly #update: Update;
  readonly #connection: { readonly isConnected: boolean };

  /** @param update stores all or nothing; rejects when the database refuses it */
  constructor(
    update: Update,
    connection: {
      readonly isConnected: boolean;
      readonly state: Pick<ReadonlySignal<unknown>, "subscribe">;
    },
  ) {
    this.#update = update;
    this.#connection = connection;
    connection.state.subscribe(() => this.#sendAll());
  }

  /** Resolves once stored. */
  store(values: Values): Promise<void> {
    return this.run(values, (update) => update(values));
  }

  /**
   * A change that reads first.
   * @param values what is known of it, for views that show what is pending
   * @param change begins when there is a connection
   */
  run<T>(values: Values, change: (update: Update) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = async (): Promise<void> => {
        try {
          resolve(await change(this.#update));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        } finally {
          this.#remove(kept);
        }
      };
      const kept: Kept = {
        values,
        isSent: false,
        send: () => void settle(),
        drop: () => reject(new Discarded("dropped before it was sent")),
      };
      this.#all.value = [...this.#all.peek(), kept];
      this.#sendAll();
    });
  }

  /** Whether something at the path, or above it, is not stored yet. */
  isPending(path: string): boolean {
    return this.#all.value.some(({ values }) =>
      Object.keys(values).some((one) => `${path}/`.startsWith(`${one}/`)),
    );
  }

  /** Drops what was not sent. @returns whether something was: only a reload of the page drops that */
  discard(): boolean {
    const all = this.#all.peek();
    this.#all.value = [];
    for (const kept of all) if (!kept.isSent) kept.drop();
    return all.some(({ isSent }) => isSent);
  }

  #sendAll(): void {
    if (!this.#connection.isConnected) return;
    const kept = this.#all.peek().filter(({ isSent }) => !isSent);
    if (kept.length === 0) return;
    for (const one of kept) one.isSent = true;
    for (const one of kept) one.send();
    this.#all.value = [...this.#all.peek()];
  }

  #remove(kept: Kept): void {
    this.#all.value = this.#all.peek().filter((one) => one !== kept);
  }
}
