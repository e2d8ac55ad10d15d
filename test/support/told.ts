/** What a listener was told, in order, with a way to wait for more. */

export class Told<T> {
  readonly all: T[] = [];
  private readonly waiting: (() => void)[] = [];

  readonly add = (item: T): void => {
    this.all.push(item);
    for (const resume of this.waiting.splice(0)) resume();
  };

  /** Waits until the condition holds. @returns all that was told until then */
  async until(holds: (all: readonly T[]) => boolean): Promise<readonly T[]> {
    while (!holds(this.all)) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return this.all;
  }

  /** Waits until so much was told. */
  count(count: number): Promise<readonly T[]> {
    return this.until((all) => all.length >= count);
  }

  /** Waits until the last that was told fulfils the condition. */
  async last(holds: (item: T) => boolean): Promise<T> {
    const all = await this.until((told) => told.length > 0 && holds(told.at(-1)!));
    return all.at(-1)!;
  }
}
