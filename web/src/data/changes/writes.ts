/**
 * Changes that the database has not confirmed yet. Without a connection they are kept here, in memory, and sent in
 * order after the reconnection; until then the person may discard them. (The SDK's own queue would show them as if they
 * were stored.) If the connection is lost after a change was sent, the SDK sends it again: it may be stored already,
 * and only a reload of the page discards it. Undoing a change is refused if somebody has changed the same values since.
 */

import { signal } from "@preact/signals-core";
import type { ReadonlySignal } from "@preact/signals-core";
import { fieldOf } from "@greenhouse/domain/stored";
import { sdkLoaded } from "../connection/sdk";

/** By path; null deletes the value. */
export type Values = Readonly<Record<string, unknown>>;
export type Update = (values: Values) => Promise<void>;

/** Stores all values or none. */
export async function updateAll(values: Values): Promise<void> {
  const { database, ref, update } = await sdkLoaded;
  await update(ref(database), values);
}

/** What is stored at a path; null if nothing is. */
export async function readValue(path: string): Promise<unknown> {
  const { database, get, ref } = await sdkLoaded;
  return (await get(ref(database, path))).val();
}

export interface PendingWrite {
  readonly values: Values;
  /** Whether the change was started: it was passed to the SDK, or is still reading what it needs. */
  readonly isSent: boolean;
}

/** The person discarded the change before it was sent. */
export class Discarded extends Error {
  readonly code = "discarded";
}

/** The stored values that the change replaces have changed. */
export class ChangedMeanwhile extends Error {
  readonly code = "changedMeanwhile";
}

interface Kept extends PendingWrite {
  isSent: boolean;
  readonly send: () => void;
  readonly drop: () => void;
}

export class Writes {
  readonly #all = signal<readonly Kept[]>([]);
  /** The changes that the database has not confirmed, oldest first. */
  readonly pending: ReadonlySignal<readonly PendingWrite[]> = this.#all;
  readonly #update: Update;
  readonly #read: typeof readValue;
  /** The values that this page stored last, by path. */
  readonly #stored = new Map<string, unknown>();
  #isUndoing = false;
  readonly #connection: { readonly isConnected: boolean };
  /** A change that was started but not passed to the SDK yet: later changes wait for it, to keep their order. */
  #begun: Kept | undefined;

  /** @param update stores all or nothing; rejects when the database refuses it */
  constructor(
    update: Update,
    read: typeof readValue,
    connection: {
      readonly isConnected: boolean;
      readonly state: Pick<ReadonlySignal<unknown>, "subscribe">;
    },
  ) {
    this.#update = async (values) => {
      await update(values);
      for (const [path, value] of Object.entries(values)) this.#stored.set(path, value);
    };
    this.#read = read;
    this.#connection = connection;
    connection.state.subscribe(() => this.#sendAll());
  }

  /** What is stored at a path; null if nothing is. */
  read(path: string): Promise<unknown> {
    return this.#read(path);
  }

  /** Resolves once stored. */
  store(values: Values): Promise<void> {
    return this.run(values, (update) => update(values));
  }

  /**
   * A change that reads first.
   * @param values the part of the change that is known already, for views that show pending changes
   * @param change is called once there is a connection
   */
  run<T>(values: Values, change: (update: Update) => Promise<T>): Promise<T> {
    const isUndo = this.#isUndoing;
    return new Promise((resolve, reject) => {
      const update: Update = async (handed) => {
        if (isUndo) await this.#requireOwn(handed);
        const stored = this.#update(handed);
        this.#goOn(kept);
        return stored;
      };
      const settle = async (): Promise<void> => {
        try {
          resolve(await change(update));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        } finally {
          this.#remove(kept);
          this.#goOn(kept);
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

  /**
   * Undoes what this page stored.
   * @param undo starts changes; those that it starts before it returns are refused with ChangedMeanwhile if somebody
   * else has changed the values that they would replace
   */
  unlessChanged(undo: () => void): void {
    this.#isUndoing = true;
    try {
      undo();
    } finally {
      this.#isUndoing = false;
    }
  }

  /** @throws ChangedMeanwhile */
  async #requireOwn(values: Values): Promise<void> {
    const own = Object.keys(values).filter((path) => this.#stored.has(path));
    // Values that the person may not read cannot be compared: only the rules protect them.
    const readable = async (path: string) => this.#read(path).catch(() => this.#stored.get(path));
    const found = await Promise.all(own.map(readable));
    if (!own.every((path, index) => isSame(this.#stored.get(path), found[index])))
      throw new ChangedMeanwhile();
  }

  /** Whether something at the path, or above it, is not stored yet. */
  isPending(path: string): boolean {
    return this.#all.value.some(({ values }) =>
      Object.keys(values).some((one) => `${path}/`.startsWith(`${one}/`)),
    );
  }

  /** Discards the changes that were not sent. @returns whether others were sent: only a reload discards those */
  discard(): boolean {
    const all = this.#all.peek();
    this.#all.value = [];
    for (const kept of all) if (!kept.isSent) kept.drop();
    return all.some(({ isSent }) => isSent);
  }

  #sendAll(): void {
    if (this.#begun !== undefined || !this.#connection.isConnected) return;
    const next = this.#all.peek().find(({ isSent }) => !isSent);
    if (next === undefined) return;
    next.isSent = true;
    this.#begun = next;
    next.send();
    this.#all.value = [...this.#all.peek()];
  }

  #goOn(kept: Kept): void {
    if (this.#begun !== kept) return;
    this.#begun = undefined;
    this.#sendAll();
  }

  #remove(kept: Kept): void {
    this.#all.value = this.#all.peek().filter((one) => one !== kept);
  }
}

/** Compares as the database does: the order of keys does not matter, and absent values equal null. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || !a || !b)
    return (a ?? null) === (b ?? null);
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
    isSame(fieldOf(a, key), fieldOf(b, key)),
  );
}
