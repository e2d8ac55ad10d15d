/**
 * Caches the last known values of a person's farms in this device's IndexedDB. The page shows them at the start, and
 * while the database cannot be reached. The cache contains no keys and no secrets. If the device cannot store anything,
 * the page works without the cache.
 */

import { computed, signal } from "@preact/signals-core";
import { readSnapshot } from "../../model/farm/kept-paths";
import type { Snapshot } from "../../model/farm/kept-paths";

let cache = new Map<string, unknown>();
/** The keys of values from the last visit that the database has not confirmed. */
let old = new Set<string>();
let loadedAt: number | undefined;
/** The uid of the person whose values are cached; undefined while nobody is signed in. */
let owner: string | undefined;

/** How many values on the screen come from the last visit. */
export const oldShown = signal(0);
/** Views that read this signal instead of `oldShown` are not rendered again for each value. */
export const isOldShown = computed(() => oldShown.value > 0);

export function hasKnown(key: string): boolean {
  return cache.has(key);
}

export function knownValue(key: string): unknown {
  return cache.get(key);
}

export function isOld(key: string): boolean {
  return old.has(key);
}

export function remember(key: string, stored: unknown): void {
  cache.set(key, stored);
  old.delete(key);
}

function forgetAll(): void {
  cache = new Map();
  old = new Set();
}

/** Returns when the last visit ended; undefined if nothing is cached. */
export function lastVisit(): number | undefined {
  return loadedAt;
}

/** Reads the cached values of this person's last visit. The other functions use these values from then on. */
export async function loadSnapshot(personUid: string): Promise<Snapshot | undefined> {
  forgetAll();
  owner = personUid;
  loadedAt = undefined;
  const found = await onDevice("readonly", (store) => store.get(personUid) as IDBRequest<unknown>);
  const snapshot = readSnapshot(found);
  if (snapshot === undefined) return undefined;
  cache = new Map(snapshot.values);
  old = new Set(cache.keys());
  loadedAt = snapshot.at;
  return snapshot;
}

/** Saves the values that are known now. @param snapshot the rest of the snapshot */
export async function saveSnapshot(snapshot: Omit<Snapshot, "values">): Promise<void> {
  if (owner === undefined) return;
  const person = owner;
  await onDevice("readwrite", (store) => store.put({ ...snapshot, values: cache }, person));
}

/** Deletes the cache when a person signs out. */
export async function endSnapshots(): Promise<void> {
  owner = undefined;
  await deleteSnapshots();
}

/** Deletes cached values that the person may no longer see. */
export async function deleteSnapshots(): Promise<void> {
  forgetAll();
  await onDevice("readwrite", (store) => store.clear());
}

/**
 * The timeout of IndexedDB, in milliseconds. In some browsers it never answers; on a slow phone it takes half a second.
 */
const STORE_TIMEOUT_MS = 2000;

/** Runs work in the database. Returns undefined if the device cannot store anything, or is full. */
async function onDevice<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    return await Promise.race([
      transact(mode, act),
      new Promise<undefined>((resolve) => setTimeout(resolve, STORE_TIMEOUT_MS)),
    ]);
  } catch (error) {
    // oxlint-disable-next-line no-console -- for engineers who wonder why nothing is cached; users cannot change it
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
    const transaction = database.transaction("known", mode);
    const request = act(transaction.objectStore("known"));
    // On a full device, the browser may roll back a write whose request succeeded.
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    });
    return request.result;
  } finally {
    // The browser closes the database only after the transaction has ended.
    database.close();
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no result"));
  });
}
