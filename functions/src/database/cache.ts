/** A cache bounded in number and age; the entry that was used longest ago makes room. */

export interface Cache<V> {
  get(key: string): V | undefined;
  /** @param loadedAtMs when the value was asked for, on the cache's clock: its age counts from then */
  set(key: string, value: V, loadedAtMs: number): void;
  delete(key: string): void;
}

/** @param now a clock in milliseconds that never goes back */
export function createCache<V>(
  limits: { readonly maxEntries: number; readonly maxAgeMs: number },
  now: () => number,
): Cache<V> {
  // A Map keeps the order of insertion; an entry that is used is inserted anew.
  const entries = new Map<string, { readonly value: V; readonly loadedAtMs: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      if (now() - entry.loadedAtMs >= limits.maxAgeMs) return undefined;
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, loadedAtMs) {
      entries.delete(key);
      entries.set(key, { value, loadedAtMs });
      for (const oldest of entries.keys()) {
        if (entries.size <= limits.maxEntries) break;
        entries.delete(oldest);
      }
    },
    delete(key) {
      entries.delete(key);
    },
  };
}
