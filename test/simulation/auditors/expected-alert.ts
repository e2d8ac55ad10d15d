/** When an alert must be open, and when it may be, by what an auditor has computed from minute to minute. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import type { PlanFacts } from "../plans/facts";

/** So many checks within this time open or close an alert. */
export const SETTLES_MS = 16 * MINUTE_MS;
export const MIN_CHECKS = 10;

/** Whether there were enough checks to open and close alerts. */
export const canJudge = (facts: PlanFacts, nowMs: number): boolean =>
  facts.completedSince(nowMs - SETTLES_MS) >= MIN_CHECKS;

export class ExpectedAlert {
  #mustSinceMs: number | undefined;

  /** @param mayUntilMs until when there was a reason for it */
  constructor(private mayUntilMs = -Infinity) {}

  /** Learns whether the alert must be open from now on, if this goes on, and whether it may be. */
  learn(nowMs: number, must: boolean, may: boolean): void {
    this.#mustSinceMs = must ? (this.#mustSinceMs ?? nowMs) : undefined;
    if (may) this.mayUntilMs = nowMs;
  }

  mayBeOpen(nowMs: number): boolean {
    return nowMs - this.mayUntilMs <= SETTLES_MS;
  }

  /** Returns what is wrong, once for a while; undefined if nothing is. */
  problem(nowMs: number, isOpen: boolean): string | undefined {
    if (!isOpen && nowMs - (this.#mustSinceMs ?? nowMs) > SETTLES_MS) {
      this.#mustSinceMs = nowMs;
      return "is not open, but must be";
    }
    if (!isOpen || this.mayBeOpen(nowMs)) return undefined;
    this.mayUntilMs = nowMs;
    return "is open without a reason";
  }
}
