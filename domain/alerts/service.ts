/** Whether the jobs run, and what they offer. */

import { MINUTE_MS } from "../time.ts";
import { fieldOf, numberOf, textOf } from "../stored.ts";

/** `alertService`: what the deployed jobs offer. Absent where they are not deployed. */
export interface AlertService {
  /** When the farms were last checked. */
  readonly lookedAt: number;
  /** When readings were last rolled up. */
  readonly foldedAt?: number;
  readonly email?: true;
  /** The public VAPID key, in base64url. */
  readonly push?: string;
}

/** Farms are checked every minute: if the newest check is older than this, the jobs do not run. */
export const LATE_LOOK_MS = 3 * MINUTE_MS;

/** Returns undefined where the jobs are not deployed. @param stored `alertService` */
export function parseAlertService(stored: unknown): AlertService | undefined {
  const lookedAt = numberOf(stored, "lookedAt");
  const foldedAt = numberOf(stored, "foldedAt");
  const push = textOf(stored, "push");
  if (lookedAt === undefined) return undefined;
  return {
    lookedAt,
    ...(foldedAt !== undefined && { foldedAt }),
    ...(fieldOf(stored, "email") === true && { email: true }),
    ...(push !== undefined && { push }),
  };
}

/** Whether the farms are no longer checked. */
export function isAsleep({ lookedAt }: AlertService, now: number): boolean {
  return now - lookedAt > LATE_LOOK_MS;
}
