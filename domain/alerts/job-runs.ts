/** When the deployed jobs last ran. */

import { MINUTE_MS } from "../time.ts";
import { asTime, parseRecord } from "../stored.ts";

export interface JobRuns {
  /** Time of the last checks, in Unix milliseconds. */
  readonly lookedAt: number;
  /** When readings were last folded, in Unix milliseconds. */
  readonly foldedAt?: number;
}

/** Farms are checked every minute. If the newest check is older than this, the jobs do not run. */
export const MAX_CHECK_AGE_MS = 3 * MINUTE_MS;

/** Returns undefined if the jobs are not deployed. @param stored `alertService` */
export function parseJobRuns(stored: unknown): JobRuns | undefined {
  return parseRecord(stored, { lookedAt: asTime }, { foldedAt: asTime });
}

/** Whether the farms are no longer checked. */
export function isStopped({ lookedAt }: JobRuns, now: number): boolean {
  return now - lookedAt > MAX_CHECK_AGE_MS;
}
