/** Collects the items that a listener receives, in order, and lets tests wait for more items. */

export class Received<T> {
  readonly all: T[] = [];
  private readonly waiting: (() => void)[] = [];

  readonly add = (item: T): void => {
    this.all.push(item);
    for (const resume of this.waiting.splice(0)) resume();
  };

  /** Waits until the condition holds. @returns all items so far */
  async until(holds: (all: readonly T[]) => boolean): Promise<readonly T[]> {
    while (!holds(this.all)) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return this.all;
  }

  /** Waits for `count` items. */
  count(count: number): Promise<readonly T[]> {
    return this.until((all) => all.length >= count);
  }

  /** Waits until the condition holds for the last item. */
  async last(holds: (item: T) => boolean): Promise<T> {
    const all = await this.until((items) => items.length > 0 && holds(items.at(-1)!));
    return all.at(-1)!;
  }
}
