/** Whether the jobs run, and what they offer. */

import { MINUTE_MS } from "../time.ts";
import { oneOf, asNumber, parseRecord, asText } from "../stored.ts";

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
export const MAX_CHECK_AGE_MS = 3 * MINUTE_MS;

/** Returns undefined where the jobs are not deployed. @param stored `alertService` */
export function parseAlertService(stored: unknown): AlertService | undefined {
  const offers = { foldedAt: asNumber, email: oneOf([true]), push: asText };
  return parseRecord(stored, { lookedAt: asNumber }, offers);
}

/** Whether the farms are no longer checked. */
export function isStopped({ lookedAt }: AlertService, now: number): boolean {
  return now - lookedAt > MAX_CHECK_AGE_MS;
}
