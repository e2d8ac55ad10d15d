/** A map with at most `maxEntries` entries. A new entry replaces the least recently used entry. */
export class BoundedMap<V> {
  // A Map keeps the order of insertion, so an entry that is used is inserted again.
  readonly #entries = new Map<string, V>();
  /**
   * Kept, because it remembers its position. A new iterator would pass all entries deleted since the Map's last
   * clean-up.
   */
  readonly #oldest = this.#entries.keys();

  constructor(readonly maxEntries: number) {}

  get(key: string): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.maxEntries) return;
    const { value: oldest } = this.#oldest.next();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
