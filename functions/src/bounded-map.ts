/** A map of at most `maxEntries` entries: the one that was used longest ago is dropped for a new one. */
export class BoundedMap<V> {
  // A Map keeps the order of insertion; an entry that is used is inserted again.
  readonly #entries = new Map<string, V>();
  /** Goes on where it was. One that begins anew passes all entries that were deleted since the last clean-up of the Map. */
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
