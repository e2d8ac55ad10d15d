/** Counts the events of each namespace that are not done yet, and lets callers wait until none is left. */

export class PendingEvents {
  private readonly pending = new Map<string, number>();
  private readonly waiters = new Map<string, Set<(isIdle: boolean) => void>>();

  add(namespace: string): void {
    this.pending.set(namespace, this.countIn(namespace) + 1);
  }

  finish(namespace: string): void {
    const left = this.countIn(namespace) - 1;
    if (left > 0) {
      this.pending.set(namespace, left);
      return;
    }
    this.pending.delete(namespace);
    for (const resolve of this.waiters.get(namespace) ?? []) resolve(true);
  }

  countIn(namespace: string): number {
    return this.pending.get(namespace) ?? 0;
  }

  get total(): number {
    return [...this.pending.values()].reduce((sum, count) => sum + count, 0);
  }

  /** @returns whether all were done within `timeoutMs` */
  whenIdle(namespace: string, timeoutMs: number): Promise<boolean> {
    if (this.countIn(namespace) === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiters = this.waiters.get(namespace) ?? new Set();
      this.waiters.set(namespace, waiters);
      const finish = (isIdle: boolean): void => {
        clearTimeout(timer);
        waiters.delete(finish);
        resolve(isIdle);
      };
      const timer = setTimeout(finish, timeoutMs, false);
      waiters.add(finish);
    });
  }

  close(): void {
    for (const waiters of this.waiters.values()) for (const resolve of waiters) resolve(false);
  }
}
