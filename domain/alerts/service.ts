/** The state of the deployed jobs. */

import { MINUTE_MS } from "../time.ts";
import { oneOf, asNumber, parseRecord, asText } from "../stored.ts";

/** `alertService`: the channels of the deployed jobs, and their last runs. Absent if the jobs are not deployed. */
export interface AlertService {
  /** Time of the last checks, in Unix milliseconds. */
  readonly lookedAt: number;
  /** When readings were last folded, in Unix milliseconds. */
  readonly foldedAt?: number;
  readonly email?: true;
  /** The public VAPID key, in base64url. */
  readonly push?: string;
}

/** Farms are checked every minute. If the newest check is older than this, the jobs do not run. */
export const MAX_CHECK_AGE_MS = 3 * MINUTE_MS;

/** Returns undefined if the jobs are not deployed. @param stored `alertService` */
export function parseAlertService(stored: unknown): AlertService | undefined {
  const offers = { foldedAt: asNumber, email: oneOf([true]), push: asText };
  return parseRecord(stored, { lookedAt: asNumber }, offers);
}

/** Whether the farms are no longer checked. */
export function isStopped({ lookedAt }: AlertService, now: number): boolean {
  return now - lookedAt > MAX_CHECK_AGE_MS;
}
