/** Whether the jobs watch farms, and by which channels they notify people. */

import { LATE_LOOK_MS } from "../../../domain/src/alerts";
import type { AlertService } from "../../../domain/src/alerts";
import { fieldOf, numberOf, textOf } from "../../../domain/src/stored";

/** Undefined where the jobs are not deployed. */
export function readAlertService(stored: unknown): AlertService | undefined {
  const lookedAt = numberOf(stored, "lookedAt");
  if (lookedAt === undefined) return undefined;
  const push = textOf(stored, "push");
  return {
    lookedAt,
    ...(fieldOf(stored, "email") === true && { email: true }),
    ...(push !== undefined && { push }),
  };
}

/** Whether the jobs have stopped. */
export function isAsleep({ lookedAt }: AlertService, now: number): boolean {
  return now - lookedAt > LATE_LOOK_MS;
}
