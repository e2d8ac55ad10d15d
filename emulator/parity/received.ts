/** A list of what listeners receive. Scenarios wait until it is as long as they expect. */
export class Received<T> {
  readonly all: T[] = [];
  private readonly waiting: (() => void)[] = [];

  readonly add = (item: T): void => {
    this.all.push(item);
    for (const resume of this.waiting.splice(0)) resume();
  };

  /** Waits for `count` items. */
  async count(count: number): Promise<readonly T[]> {
    while (this.all.length < count) await new Promise<void>((go) => this.waiting.push(go));
    return this.all;
  }
}
