/** Work that waits for its turn: nobody's thousand things, and nobody's second one, delay somebody else's first. */

/** What is added is taken after all that was there. */
class Row<T> {
  /** Reversed, so that the first is taken without moving the others. */
  #first: T[] = [];
  #others: T[] = [];

  add(each: T): void {
    this.#others.push(each);
  }

  take(): T | undefined {
    if (this.#first.length === 0) {
      this.#first = this.#others.toReversed();
      this.#others = [];
    }
    return this.#first.pop();
  }

  get length(): number {
    return this.#first.length + this.#others.length;
  }
}

export class OwnerQueue<T> {
  /** In the order of their turns. None is empty. */
  readonly #rows = new Map<string, Row<T>>();

  add(owner: string, each: T): void {
    const row = this.#rows.get(owner) ?? new Row<T>();
    row.add(each);
    this.#rows.set(owner, row);
  }

  /** The next of the owner whose turn it is; then it is the turn of all others. */
  take(): { readonly owner: string; readonly each: T } | undefined {
    for (const [owner, row] of this.#rows) {
      const each = row.take();
      this.#rows.delete(owner);
      if (row.length > 0) this.#rows.set(owner, row);
      if (each !== undefined) return { owner, each };
    }
    return undefined;
  }

  get length(): number {
    let sum = 0;
    for (const row of this.#rows.values()) sum += row.length;
    return sum;
  }
}
