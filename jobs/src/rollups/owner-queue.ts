/** Takes one item per owner in turn. So items of one owner never delay the first item of another. */

/** A queue: first in, first out. */
class Line<T> {
  /** Reversed, so that the first item is taken without moving the others. */
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
  /** The lines in the order of their turns. Every line has an item. */
  readonly #lines = new Map<string, Line<T>>();

  add(owner: string, item: T): void {
    const line = this.#lines.get(owner) ?? new Line<T>();
    line.add(item);
    this.#lines.set(owner, line);
  }

  /** Takes the next item of the owner whose turn it is. Then it is the turn of the other owners. */
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
