/**
 * What was last known of a person's farms, kept on this device in IndexedDB: shown at once, and while the database
 * cannot be reached. No keys, no secrets. On a device that cannot store anything, the page works without it.
 */

import { computed, signal } from "@preact/signals-core";
import { readSnapshot } from "../model/kept-paths";
import type { Snapshot } from "../model/kept-paths";

let known = new Map<string, unknown>();
/** Those of the last visit that the database has not confirmed. */
let old = new Set<string>();
let loadedAt: number | undefined;

/** How many values on the screen are of the last visit. */
export const oldShown = signal(0);
/** Whether there are any. Views that read this are not rendered again for each value. */
export const isOldShown = computed(() => oldShown.value > 0);

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

function forgetAll(): void {
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
  const snapshot = readSnapshot(found);
  if (snapshot === undefined) return undefined;
  known = new Map(snapshot.values);
  old = new Set(known.keys());
  loadedAt = snapshot.at;
  return snapshot;
}

/** @param snapshot without the values: they are what is known */
export async function saveSnapshot(
  personUid: string,
  snapshot: Omit<Snapshot, "values">,
): Promise<void> {
  await onDevice("readwrite", (store) => store.put({ ...snapshot, values: known }, personUid));
}

/** Nobody is signed in any more, or the person may not see it any more. */
export async function deleteSnapshots(): Promise<void> {
  forgetAll();
  await onDevice("readwrite", (store) => store.clear());
}

/** How long the device may take, in milliseconds: some browsers never answer. */
const STORE_TIMEOUT_MS = 500;

/** Undefined where the device keeps nothing, or is full. */
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
    // oxlint-disable-next-line no-console -- for whoever looks why nothing is kept; a person can do nothing about it
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
    // A full device may undo a write that it has confirmed.
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    });
    return request.result;
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
