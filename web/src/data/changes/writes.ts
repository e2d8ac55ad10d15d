/**
 * Changes that the database has not confirmed yet. Without a connection this module keeps them in memory, and sends
 * them in order after the reconnection. Until then the person may discard them. (The SDK's own queue would show them as
 * stored.)
 * If the connection breaks after a change was sent, the SDK sends the change again. It may already be stored, and only
 * a reload of the page discards it. Undoing a change is refused if somebody has changed the same values since.
 */

import { signal } from "@preact/signals-core";
import type { ReadonlySignal } from "@preact/signals-core";
import { logEntryIn, namesLogEntry } from "@greenhouse/domain/identity/sensor-log";
import { fieldOf } from "@greenhouse/domain/stored";
import { sdkLoaded } from "../connection/sdk";

/** Values by path; null deletes a value. */
export type Values = Readonly<Record<string, unknown>>;
export type Update = (values: Values) => Promise<void>;

/** Stores all values or none. */
export async function updateAll(values: Values): Promise<void> {
  const { database, ref, update } = await sdkLoaded;
  await update(ref(database), values);
}

/** Returns the stored value of a path; null if there is none. */
export async function readValue(path: string): Promise<unknown> {
  const { database, get, ref } = await sdkLoaded;
  return (await get(ref(database, path))).val();
}

export interface PendingWrite {
  readonly values: Values;
  /** Whether the change was started: the SDK has it, or it is still reading what it needs. */
  readonly isSent: boolean;
}

/** The person discarded the change before it was sent. */
export class Discarded extends Error {
  readonly code = "discarded";
}

/** The stored values that the change would replace have changed. */
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
  /** A change that was started but that the SDK does not have yet. Later changes wait for it, to keep their order. */
  #begun: Kept | undefined;

  /** @param update stores all values or none; rejects if the database refuses them */
  constructor(
    update: Update,
    read: typeof readValue,
    connection: {
      readonly isConnected: boolean;
      readonly state: Pick<ReadonlySignal<unknown>, "subscribe">;
    },
  ) {
    this.#update = async (values) => {
      await update(values).catch((error: unknown) => this.#requireLogged(values, error));
      for (const [path, value] of Object.entries(values)) this.#stored.set(path, value);
    };
    this.#read = read;
    this.#connection = connection;
    connection.state.subscribe(() => this.#sendAll());
  }

  /** Returns the stored value of a path; null if there is none. */
  read(path: string): Promise<unknown> {
    return this.#read(path);
  }

  /** Resolves once the values are stored. */
  store(values: Values): Promise<void> {
    return this.run(values, (update) => update(values));
  }

  /**
   * Runs a change that reads first.
   * @param values the known part of the change, for views that show pending changes
   * @param change called once there is a connection
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
   * Undoes changes of this page.
   * @param undo starts changes before it returns. They are refused with ChangedMeanwhile if somebody else has changed
   * the values that they would replace
   */
  unlessChanged(undo: () => void): void {
    this.#isUndoing = true;
    try {
      undo();
    } finally {
      this.#isUndoing = false;
    }
  }

  /**
   * The SDK sends a change again if it did not hear of its success. The rules then refuse it, because its entry is already
   * in the log of the sensor.
   * @throws the error, if the change is not stored
   */
  async #requireLogged(values: Values, error: unknown): Promise<void> {
    const entry = logEntryIn(values);
    if (entry === undefined || (await this.#read(entry)) === null) throw error;
  }

  /** @throws ChangedMeanwhile */
  async #requireOwn(values: Values): Promise<void> {
    // Another change of the same sensor adds another entry to its log. It may have changed another field.
    const own = Object.keys(values).filter(
      (path) => this.#stored.has(path) && !namesLogEntry(path),
    );
    // Values that the person may not read cannot be compared. Only the rules protect them.
    const readable = async (path: string) => this.#read(path).catch(() => this.#stored.get(path));
    const found = await Promise.all(own.map(readable));
    if (!own.every((path, index) => isSame(this.#stored.get(path), found[index])))
      throw new ChangedMeanwhile();
  }

  /** Whether a change at the path, or above it, is pending. */
  isPending(path: string): boolean {
    return this.#all.value.some(({ values }) =>
      Object.keys(values).some((changed) => `${path}/`.startsWith(`${changed}/`)),
    );
  }

  /** Discards the changes that were not sent. @returns whether other changes were sent: only a reload discards those */
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
    this.#all.value = this.#all.peek().filter((other) => other !== kept);
  }
}

/**
 * Compares values like the database does: the order of keys does not matter, and absent values equal null and empty
 * objects. Any value counts as the server's time, which this page does not know.
 */
function isSame(own: unknown, found: unknown): boolean {
  if (fieldOf(own, ".sv") !== undefined) return true;
  const [a, b] = [own ?? {}, found ?? {}];
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
    isSame(fieldOf(a, key), fieldOf(b, key)),
  );
}
