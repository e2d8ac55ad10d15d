/** First in, first out; taking from the front does not move what follows. */

export class EventQueue<T extends object> {
  private items: (T | undefined)[] = [];
  private head = 0;

  get size(): number {
    return this.items.length - this.head;
  }

  get first(): T | undefined {
    return this.items[this.head];
  }

  add(item: T): void {
    this.items.push(item);
  }

  dropFirst(): void {
    if (this.size === 0) return;
    this.items[this.head] = undefined;
    this.head += 1;
    if (this.head * 2 < this.items.length) return;
    // At least half was taken: moving the rest costs no more than taking that half did.
    this.items = this.items.slice(this.head);
    this.head = 0;
  }

  *[Symbol.iterator](): Generator<T> {
    for (const item of this.items.slice(this.head)) if (item !== undefined) yield item;
  }

  clear(): void {
    this.items = [];
    this.head = 0;
  }
}
