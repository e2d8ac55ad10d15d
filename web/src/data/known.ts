/**
 * What was last known of a person's farms, kept on this device in IndexedDB: shown at once, and while the database cannot
 * be reached. No keys, no secrets. A device that cannot keep anything loses nothing but that.
 */

import { signal } from "@preact/signals-core";

export interface Snapshot {
  /** When all of it was true, in Unix milliseconds of the server's clock. */
  readonly at: number;
  /** As stored in the database, by the keys of `watch`. */
  readonly values: ReadonlyMap<string, unknown>;
}

let known = new Map<string, unknown>();
/** Those of the last visit that the database has not confirmed. */
let old = new Set<string>();
let loadedAt: number | undefined;

/** How many values on the screen are of the last visit. */
export const oldShown = signal(0);

export function hasKnown(key: string): boolean {
  return known.has(key);
}

export function knownValue(key: string): unknown {
  return known.get(key);
}

export function isOld(key: string): boolean {
  return old.has(key);
}

export function remember(key: string, stored: unknown): void {
  known.set(key, stored);
  old.delete(key);
}

/** All that is known: no access any more. */
export function forgetAll(): void {
  known = new Map();
  old = new Set();
}

/** When the last visit ended; undefined if nothing is known of it. */
export function lastVisit(): number | undefined {
  return loadedAt;
}

/** Reads what the last visit of this person kept. Later calls of the other functions have it. */
export async function loadSnapshot(personUid: string): Promise<Snapshot | undefined> {
  forgetAll();
  loadedAt = undefined;
  const found = await onDevice("readonly", (store) => store.get(personUid) as IDBRequest<unknown>);
  const { at, values } = (found ?? {}) as Partial<Snapshot>;
  if (typeof at !== "number" || !(values instanceof Map)) return undefined;
  known = new Map(values as ReadonlyMap<string, unknown>);
  old = new Set(known.keys());
  loadedAt = at;
  return { at, values: known };
}

/** @param at when all that is known was true */
export async function saveSnapshot(personUid: string, at: number): Promise<void> {
  const snapshot: Snapshot = { at, values: known };
  await onDevice("readwrite", (store) => store.put(snapshot, personUid));
}

/** Nobody is signed in any more. */
export async function deleteSnapshots(): Promise<void> {
  forgetAll();
  await onDevice("readwrite", (store) => store.clear());
}

/** So long at most is waited for the device, in milliseconds: some browsers never answer. */
const PATIENCE = 500;

/** Undefined where the device keeps nothing, or is full. */
async function onDevice<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    return await Promise.race([
      transact(mode, act),
      new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE)),
    ]);
  } catch (error) {
    // eslint-disable-next-line no-console -- for whoever looks why nothing is kept; a person can do nothing about it
    console.info("This device keeps nothing of the page:", error);
    return undefined;
  }
}

async function transact<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open("farm-page", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("known");
  const database = await resultOf(opening);
  try {
    return await resultOf(act(database.transaction("known", mode).objectStore("known")));
  } finally {
    // Once the transaction has ended.
    database.close();
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no result"));
  });
}
