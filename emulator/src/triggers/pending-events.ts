/** Counts the unfinished events of each namespace, and lets callers wait until all are finished. */

import { EventEmitter, once } from "node:events";

export class PendingEvents {
  private readonly pending = new Map<string, number>();
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private isClosed = false;

  add(namespace: string): void {
    this.pending.set(namespace, this.countIn(namespace) + 1);
  }

  finish(namespace: string): void {
    const left = this.countIn(namespace) - 1;
    this.pending.set(namespace, left);
    if (left === 0) this.changes.emit("idle");
  }

  private countIn(namespace: string): number {
    return this.pending.get(namespace) ?? 0;
  }

  get total(): number {
    return [...this.pending.values()].reduce((sum, count) => sum + count, 0);
  }

  /** @returns whether all events were finished within `timeoutMs` */
  async whenIdle(namespace: string, timeoutMs: number): Promise<boolean> {
    const signal = AbortSignal.timeout(timeoutMs);
    while (this.countIn(namespace) > 0 && !signal.aborted && !this.isClosed) {
      // `once` rejects at the timeout.
      await once(this.changes, "idle", { signal }).catch(() => undefined);
    }
    return this.countIn(namespace) === 0;
  }

  close(): void {
    this.isClosed = true;
    this.changes.emit("idle");
  }
}
