/** Work that waits for its turn: nobody's thousand things, and nobody's second one, delay somebody else's first. */

/** What is added is taken after all that was there. */
class Line<T> {
  /** Reversed, so that the first is taken without moving the others. */
  #first: T[] = [];
  #others: T[] = [];

  add(item: T): void {
    this.#others.push(item);
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
  readonly #lines = new Map<string, Line<T>>();

  add(owner: string, item: T): void {
    const line = this.#lines.get(owner) ?? new Line<T>();
    line.add(item);
    this.#lines.set(owner, line);
  }

  /** The next of the owner whose turn it is; then it is the turn of all others. */
  take(): { readonly owner: string; readonly item: T } | undefined {
    for (const [owner, line] of this.#lines) {
      const item = line.take();
      this.#lines.delete(owner);
      if (line.length > 0) this.#lines.set(owner, line);
      if (item !== undefined) return { owner, item };
    }
    return undefined;
  }

  get length(): number {
    let sum = 0;
    for (const line of this.#lines.values()) sum += line.length;
    return sum;
  }
}
